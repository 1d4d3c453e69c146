interface Node {
  text?: string;
  readonly next: Map<string, Node>;
}

const maxNodes = 5_000;
/** A text of more parts belongs to a unit that writes many records; the same text seldom occurs again. */
const maxParts = 100;

/**
 * Texts that were put together from the same parts, as one string. Maps find the very same string at once, where they would have to read
 * through one that was put together anew.
 */
export class TextTree {
  private readonly root: Node = { next: new Map() };
  private nodes = 0;

  /** The text of these parts. Beyond a limit, it is built again each time. */
  find(parts: readonly string[], make: () => string): string {
    if (parts.length > maxParts) return make();
    let node = this.root;
    for (const part of parts) {
      let next = node.next.get(part);
      if (!next) {
        if (this.nodes >= maxNodes) return make();
        this.nodes++;
        next = { next: new Map() };
        node.next.set(part, next);
      }
      node = next;
    }
    node.text ??= make();
    return node.text;
  }
}
