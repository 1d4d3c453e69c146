/** One line for the person at the terminal. */
export type Say = (line: string) => void;

export const say: Say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** The message of an error, without its stack. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
