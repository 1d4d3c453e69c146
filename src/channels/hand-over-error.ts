/**
 * Why a message wasn't accepted: `refused` for good (the same message would be refused again), `deferred` (the server took nothing,
 * try later), `unknown` (all of it was sent but no answer came, so the server may have taken it).
 */
export type HandOverFailure = "refused" | "deferred" | "unknown";

/** A server didn't accept a message, or gave no file. `serverWords` is its answer, or a plain description, without credentials. */
export class HandOverError extends Error {
  /** It was the login that was refused, not the message: another one would be as well. */
  readonly isLoginRefused: boolean;
  /** How long the server asks to be left alone; 0: it says nothing of it. */
  readonly waitMs: number;

  constructor(
    readonly outcome: HandOverFailure,
    readonly serverWords: string,
    options?: ErrorOptions & { isLoginRefused?: boolean; waitMs?: number },
  ) {
    super(`${outcome}: ${serverWords}`, options);
    this.name = "HandOverError";
    this.isLoginRefused = options?.isLoginRefused ?? false;
    this.waitMs = options?.waitMs ?? 0;
  }
}
