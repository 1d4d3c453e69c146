/** An action would read or go through so much that it must not run where others wait for it. It has written nothing. */
export class TooMuchHere extends Error {}

/** How much one unit of work may read. */
export interface ReadingBound {
  characters: number;
  /** whether it bounds everything and not lists alone, and computations count that take as long as reading */
  isStrict: boolean;
  /** the error when more is read */
  refusal(): Error;
}

/**
 * Counts the characters that one unit of work reads from the database, and stops it when they are too many: what is read is parsed,
 * checked and written into an answer, which takes a hundred times as long as it took to arrive.
 */
export class ReadingLimit {
  private read = 0;

  constructor(private readonly bound: ReadingBound) {}

  /** Counts characters that were read. @returns whether they are too many, so that they needn't be parsed any more */
  isBeyond(characters: number): boolean {
    this.read += characters;
    return this.read > this.bound.characters;
  }

  /** Counts work that takes as long as reading this many characters. @throws the bound's refusal */
  spend(characters: number): void {
    if (!this.bound.isStrict) return;
    this.read += characters;
    this.check();
  }

  /** @throws the bound's refusal if more has been read than may be */
  check(): void {
    if (this.read > this.bound.characters) throw this.bound.refusal();
  }
}
