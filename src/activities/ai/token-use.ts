/** Tokens that calls used; null where the provider didn't say. */
export interface TokenUse {
  input: number | null;
  output: number | null;
}

/** The tokens that two calls used in total. */
export const totalUse = (a: TokenUse, b: TokenUse): TokenUse => ({
  input: sumOfKnown(a.input, b.input),
  output: sumOfKnown(a.output, b.output),
});

const sumOfKnown = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);
