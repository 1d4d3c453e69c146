/** What says that it isn't there yet. */
type Nothing = undefined | null | false | 0 | "";

/**
 * What `read` gives, once it gives something. The limit is for what hangs: nothing here says how fast things are. It is asked the more
 * rarely the longer it takes, since each question may cost an API and a database milliseconds.
 */
export async function eventually<T>(
  read: () => Promise<T | Nothing>,
  timeoutMs = 120_000,
): Promise<Exclude<T, Nothing>> {
  const began = Date.now();
  for (;;) {
    const value = await read();
    if (value) return value as Exclude<T, Nothing>;
    const waitedMs = Date.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`nothing came in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(20, waitedMs / 10), 250)));
  }
}
