/**
 * What became of a message that wasn't accepted: `refused` for good (the same message would be refused again), `deferred` (nothing
 * was taken, try later), `unknown` (all of it was sent and no answer came, so it may have been taken).
 */
export type HandOverFailure = "refused" | "deferred" | "unknown";

/** A message's server didn't accept it; `serverWords` is its answer, or what happened in plain words, free of credentials. */
export class HandOverError extends Error {
  constructor(
    readonly outcome: HandOverFailure,
    readonly serverWords: string,
    options?: ErrorOptions,
  ) {
    super(`${outcome}: ${serverWords}`, options);
    this.name = "HandOverError";
  }
}
