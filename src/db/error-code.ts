/** Postgres' code for a lock that wasn't to be had in the time set. */
export const lockNotAvailable = "55P03";
/** Its code for one of several that waited for one another, ended so that the others can go on. */
export const deadlock = "40P01";

/** The code by which Node or Postgres tells an error from others; "" where it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");
