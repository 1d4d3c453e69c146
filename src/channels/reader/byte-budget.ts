/** Lets so much work begin as its memory allows; in the order in which it came. What is larger than all of it waits until it is alone. */
export class ByteBudget {
  private readonly waiting: { bytes: number; go: () => void }[] = [];
  private used = 0;
  private running = 0;

  constructor(
    private readonly bytes: number,
    private readonly atOnce: number,
  ) {}

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.waiting.push({ bytes, go });
      this.next();
    });
    try {
      return await work();
    } finally {
      this.used -= bytes;
      this.running--;
      this.next();
    }
  }

  private next(): void {
    for (let [first] = this.waiting; first && this.mayBegin(first.bytes); [first] = this.waiting) {
      this.waiting.shift();
      this.used += first.bytes;
      this.running++;
      first.go();
    }
  }

  private mayBegin(bytes: number): boolean {
    return this.running === 0 || (this.running < this.atOnce && this.used + bytes <= this.bytes);
  }
}
