import { setTimeout as wait } from "node:timers/promises";

/**
 * Calls `probe` again and again until it returns true.
 * @throws Error if that takes longer than `timeoutMs`; AbortError when `signal` aborts
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
  const end = performance.now() + timeoutMs;
  while (!(await probe())) {
    if (performance.now() > end) throw new Error(`${what}: not after ${Math.round(timeoutMs / 1000)} s`);
    await wait(everyMs, undefined, signal ? { signal } : {});
  }
}
