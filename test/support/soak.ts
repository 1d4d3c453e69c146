/**
 * How much a test goes through: `npm test` shows a rule once, at the smallest size that shows it; `npm run test:soak` runs each file that
 * uses this again with `many` of the same.
 */
export const volume = <T>(few: T, many: T): T => (process.env.PRATICA_SOAK ? many : few);
