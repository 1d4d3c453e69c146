/**
 * Does the work every `everyMs`, never twice at once. `stop` begins it no more, and waits for what is under way.
 * @param work deals with its own failures
 */
export function atIntervals(work: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null;
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
