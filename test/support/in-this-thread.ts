import { createJobs } from "../../src/api/lane/jobs.js";
import type { Lane } from "../../src/api/lane/lane.js";
import type { Jobs, Kind } from "../../src/api/lane/messages.js";
import type { Reading } from "../../src/api/readers/jobs.js";
import { readFile } from "../../src/api/readers/read-file.js";
import { type readInThread, unreadable } from "../../src/api/readers/read-in-thread.js";

/** What the product does in threads, done in this one: a thread loads its modules anew, at a third of a second of a CPU, the lane's at more than one. */
export function createLaneHere(parts: Parameters<typeof createJobs>[0]): Lane {
  const jobs = createJobs(parts);
  return {
    async run({ kind, call }, options, begins) {
      await begins?.();
      const waiting = { ...options, client: options.client ?? new AbortController(), waits: () => undefined };
      return jobs[kind as Kind](call as never, waiting) as Promise<Jobs[typeof kind]["answer"]>;
    },
    stopWaiting: () => undefined,
    stop: async () => undefined,
  };
}

/** As `readInThread`, but without its limits. */
export const readHere: typeof readInThread = async (kind, bytes, call) => {
  try {
    return (await readFile({ kind, call, bytes })) as Reading<typeof kind>;
  } catch {
    return { failure: unreadable };
  }
};
