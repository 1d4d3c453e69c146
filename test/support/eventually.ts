/**
 * What `read` gives, once it gives something. The limit is for what hangs: nothing here says how fast things are. It is asked the more
 * rarely the longer it takes, since each question may cost an API and a database milliseconds.
 */
export async function eventually<T>(read: () => Promise<T | undefined>, timeoutMs = 120_000): Promise<T> {
  const began = Date.now();
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    const waitedMs = Date.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`nothing came in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(20, waitedMs / 10), 250)));
  }
}
