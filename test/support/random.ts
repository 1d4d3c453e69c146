/** Numbers that a seed decides, so that a run that found something can be repeated. Those of neighbouring seeds have nothing in common. */
export class Random {
  constructor(private state: number) {}

  /** Any of 32 bits (mulberry32). */
  private word(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    return this.word() / 2 ** 32;
  }

  /** A whole number from 0 up to, but not, the limit. */
  below(limit: number): number {
    return this.word() % limit;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T;
  }

  shuffled<T>(things: readonly T[]): T[] {
    return things
      .map((thing) => ({ thing, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ thing }) => thing);
  }
}
