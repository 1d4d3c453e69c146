/** The code by which Node or Postgres tells an error from others; "" where it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");
