/** One line for the person at the terminal. */
export type Say = (line: string) => void;

export const say: Say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** What a person reads of an error: its message, never a stack. */
export const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
