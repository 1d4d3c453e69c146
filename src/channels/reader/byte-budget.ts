interface Waiting {
  owner: string;
  bytes: number;
  isLast: boolean;
  go: () => void;
}

interface Turn {
  /** ends the waiting; the work itself goes on */
  signal?: AbortSignal;
  /** everything else that waits goes first, and one such work is done at a time: it may take long, and in vain */
  isLast?: boolean;
}

/**
 * Lets so much work begin as its memory allows, and one at a time of each owner, whose servers may be slow; in the order in which it came,
 * but nothing waits behind what can't begin yet. What is larger than all of the memory waits until it is alone.
 */
export class ByteBudget {
  private readonly waiting: Waiting[] = [];
  private readonly running = new Set<string>();
  private used = 0;
  private isLastRunning = false;

  constructor(
    private readonly bytes: number,
    private readonly atOnce: number,
  ) {}

  /** @throws what aborted its signal */
  async run<T>(owner: string, bytes: number, work: () => Promise<T>, turn: Turn = {}): Promise<T> {
    await this.turn(owner, bytes, turn);
    try {
      return await work();
    } finally {
      if (turn.isLast) this.isLastRunning = false;
      this.used -= bytes;
      this.running.delete(owner);
      this.next();
    }
  }

  private turn(owner: string, bytes: number, { signal, isLast = false }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.leave(one);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const one = { owner, bytes, isLast, go };
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
    for (const one of [...this.waiting].sort((a, b) => Number(a.isLast) - Number(b.isLast))) {
      if (!this.mayBegin(one)) continue;
      this.leave(one);
      if (one.isLast) this.isLastRunning = true;
      this.used += one.bytes;
      this.running.add(one.owner);
      one.go();
    }
  }

  private mayBegin({ owner, bytes, isLast }: Waiting): boolean {
    if (this.running.size === 0) return true;
    if (isLast && this.isLastRunning) return false;
    return !this.running.has(owner) && this.running.size < this.atOnce && this.used + bytes <= this.bytes;
  }
}
