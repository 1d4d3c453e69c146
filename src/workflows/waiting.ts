/** No timer is longer: whoever waits for longer looks at its row in between. */
export const longestWaitMs = 365 * 24 * 60 * 60 * 1000;

/** A moment as a person reads it in the Temporal UI, e.g. `2026-12-01 07:30 UTC`. */
export const inWords = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
