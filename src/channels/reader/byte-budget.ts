interface Waiting {
  owner: string;
  bytes: number;
  go: () => void;
}

/**
 * Lets so much work begin as its memory allows, and one at a time of each owner, whose servers may be slow; in the order in which it came,
 * but nothing waits behind what can't begin yet. What is larger than all of the memory waits until it is alone.
 */
export class ByteBudget {
  private readonly waiting: Waiting[] = [];
  private readonly running = new Set<string>();
  private used = 0;

  constructor(
    private readonly bytes: number,
    private readonly atOnce: number,
  ) {}

  async run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.waiting.push({ owner, bytes, go });
      this.next();
    });
    try {
      return await work();
    } finally {
      this.used -= bytes;
      this.running.delete(owner);
      this.next();
    }
  }

  private next(): void {
    for (const one of [...this.waiting]) {
      if (!this.mayBegin(one)) continue;
      this.waiting.splice(this.waiting.indexOf(one), 1);
      this.used += one.bytes;
      this.running.add(one.owner);
      one.go();
    }
  }

  private mayBegin({ owner, bytes }: Waiting): boolean {
    if (this.running.size === 0) return true;
    return !this.running.has(owner) && this.running.size < this.atOnce && this.used + bytes <= this.bytes;
  }
}
