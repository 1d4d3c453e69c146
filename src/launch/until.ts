import { setTimeout as wait } from "node:timers/promises";

/**
 * Asks again and again until `probe` says yes.
 * @throws Error where it takes longer than `timeoutMs`, and AbortError once `signal` is aborted
 */
export async function until(
  probe: () => Promise<boolean> | boolean,
  {
    what,
    timeoutMs,
    everyMs = 50,
    signal,
  }: { what: string; timeoutMs: number; everyMs?: number; signal?: AbortSignal },
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error(`${what}: not after ${Math.round(timeoutMs / 1000)} s`);
    await wait(everyMs, undefined, signal ? { signal } : {});
  }
}
