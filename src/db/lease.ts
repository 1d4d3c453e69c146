/**
 * The SQL condition that what was taken until the moment in a column is free again. Everything is taken for five minutes at most; what seems
 * taken for longer than ten was taken before the clock was set back.
 */
export const isOver = (until: string): string =>
  `(${until} between now() and now() + interval '10 minutes') is not true`;
