import pg from "pg";

/** An action would read or go through so much that it must not run where others wait for it. It has written nothing. */
export class TooMuchHere extends Error {}

type Parser = (value: string) => unknown;

/**
 * Counts the characters that one unit of work reads from the database, and stops it when they are too many: what is read is parsed,
 * checked and written into an answer, which takes a hundred times as long as it took to arrive.
 */
export class ReadingLimit {
  private read = 0;

  constructor(private readonly maxCharacters: number) {}

  /** How `pg` is to read a statement's values: those beyond the limit it doesn't parse any more. */
  readonly types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format: "text") => {
      const parse = pg.types.getTypeParser(oid, format) as Parser;
      return (value: string) => {
        this.read += value.length;
        return this.read > this.maxCharacters ? null : parse(value);
      };
    }) as typeof pg.types.getTypeParser,
  };

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
