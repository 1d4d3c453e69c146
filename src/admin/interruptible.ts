const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does `work`. A signal that would end the process meanwhile calls `interrupted` instead, which is to end it.
 * @returns what `work` gives
 */
export async function interruptible<T>(
  interrupted: (signal: NodeJS.Signals) => void,
  work: () => Promise<T>,
): Promise<T> {
  for (const signal of signals) process.once(signal, interrupted);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, interrupted);
  }
}
