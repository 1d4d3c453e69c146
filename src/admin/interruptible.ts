const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does `work`, which is to put in order what it has begun when its signal aborts: when the process is told to end. It may be told twice,
 * since `timeout` and terminals signal the whole group.
 * @throws Error if it was interrupted
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (name: NodeJS.Signals) =>
    interruption.abort(new Error(`Interrupted by ${name}: what was begun is undone.`));
  for (const name of signals) process.on(name, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
