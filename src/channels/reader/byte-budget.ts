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

  /** @param signal ends the waiting; the work itself goes on @throws what aborted it */
  async run<T>(owner: string, bytes: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(owner, bytes, signal);
    try {
      return await work();
    } finally {
      this.used -= bytes;
      this.running.delete(owner);
      this.next();
    }
  }

  private turn(owner: string, bytes: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.leave(one);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const one = { owner, bytes, go };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", stop, { once: true });
      this.waiting.push(one);
      this.next();
    });
  }

  private leave(one: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(one), 1);
  }

  private next(): void {
    for (const one of [...this.waiting]) {
      if (!this.mayBegin(one)) continue;
      this.leave(one);
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
