/** Postgres' code for a lock that couldn't be had within the set time. */
export const lockNotAvailable = "55P03";
/** Its code for one of several that waited for one another, ended so that the others can go on. */
export const deadlock = "40P01";

/** The code that Node or Postgres gave an error; "" if it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** What an error says. Node's for a host name with several addresses has a code alone. */
export function wordsOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
