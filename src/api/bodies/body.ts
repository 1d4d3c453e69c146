import { megabyte } from "../../domain/sizes.js";
import { changing } from "../callers/changing.js";
import { freeBytes } from "./free-bytes.js";

const maxBlockBytes = megabyte;

/** How many bytes the parts of a body have. */
export const bytesOf = (parts: readonly Uint8Array[]): number => parts.reduce((bytes, part) => bytes + part.length, 0);

/**
 * The bytes of a body as they arrive, in blocks of their own that can be handed to a thread without copying them. Blocks grow with the
 * body, so that one that arrives byte by byte doesn't take a hundred times its size.
 */
export class Body {
  private readonly blocks: Uint8Array<ArrayBuffer>[] = [];
  /** how many bytes of the last block are used */
  private used = 0;
  length = 0;

  add(chunk: Uint8Array): void {
    const last = this.blocks.at(-1);
    const fitting = last ? Math.min(last.length - this.used, chunk.length) : 0;
    if (last && fitting > 0) {
      last.set(chunk.subarray(0, fitting), this.used);
      this.used += fitting;
    }
    if (fitting < chunk.length) {
      const rest = chunk.subarray(fitting);
      const block = new Uint8Array(Math.max(rest.length, Math.min(this.length, maxBlockBytes)));
      block.set(rest);
      this.blocks.push(block);
      this.used = rest.length;
    }
    this.length += chunk.length;
  }

  /** Gives up what arrived. */
  free(): void {
    for (const block of this.blocks) freeBytes(block);
  }

  /** The bytes, in several parts, until they are handed to a thread. @throws unavailable afterwards */
  parts(): Uint8Array<ArrayBuffer>[] {
    // A body that was handed to a thread has no length here any more.
    if (this.length > 0 && this.blocks[0]?.length === 0) throw changing();
    return this.blocks.map((block, n) => (n === this.blocks.length - 1 ? block.subarray(0, this.used) : block));
  }
}
