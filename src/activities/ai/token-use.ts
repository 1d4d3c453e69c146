/** Tokens that calls took; null: the provider didn't say. */
export interface TokenUse {
  input: number | null;
  output: number | null;
}

/** What two calls took together. */
export const together = (one: TokenUse, other: TokenUse): TokenUse => ({
  input: added(one.input, other.input),
  output: added(one.output, other.output),
});

const added = (before: number | null, more: number | null): number | null =>
  before === null && more === null ? null : (before ?? 0) + (more ?? 0);
