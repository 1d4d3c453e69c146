/**
 * The SQL condition that something is free again. The column says until when it was taken, for five minutes at most; if more than ten seem
 * to be left, it was taken before the clock was set back.
 */
export const isOver = (until: string): string =>
  `(${until} between now() and now() + interval '10 minutes') is not true`;
