/** An action would read or go through so much that it must not run where others wait for it. It has written nothing. */
export class TooMuchHere extends Error {}

/**
 * Counts the characters that one unit of work reads from the database, and stops it when they are too many: what is read is parsed,
 * checked and written into an answer, which takes a hundred times as long as it took to arrive.
 */
export class ReadingLimit {
  private read = 0;

  constructor(private readonly maxCharacters: number) {}

  /** Counts characters that were read. @returns whether they are too many, so that they needn't be parsed any more */
  isBeyond(characters: number): boolean {
    this.read += characters;
    return this.read > this.maxCharacters;
  }

  /** Counts work that is as long as reading so many characters. @throws TooMuchHere */
  spend(characters: number): void {
    this.read += characters;
    this.check();
  }

  /** @throws TooMuchHere if more has been read than may be */
  check(): void {
    if (this.read > this.maxCharacters) throw new TooMuchHere("This is too much to be done where others wait.");
  }
}
