import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { megabyte } from "../../domain/sizes.js";
import type { Failure, Jobs, Kind, Message, Reading } from "./jobs.js";

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/api/readers/thread.js", import.meta.url);

export interface ThreadLimits {
  timeMs: number;
  heapMegabytes: number;
  /** by how much the whole process may grow meanwhile: buffers, such as an unpacked picture, count in no thread's heap */
  growthMegabytes: number;
}

const watchedEveryMs = 50;
const tooMuch: Failure = {
  code: "too_large",
  detail: "There is too much in the file: it couldn't be read in the memory that a file may take.",
};
export const unreadable: Failure = {
  code: "unreadable",
  detail: "The file can't be read: it is damaged, or made in an unusual way.",
};

/** The bytes as a buffer that can be handed over: a copy where others share its memory. */
const ownBytes = (bytes: Uint8Array<ArrayBufferLike>): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

/**
 * Reads a file in a thread of its own, which is ended by force where it takes too much time or memory, or the client has gone: no file,
 * however it is made, can do more harm.
 * @param bytes are handed over to the thread: the caller must not use them any more
 */
export async function readInThread<K extends Kind>(
  kind: K,
  bytes: Uint8Array,
  call: Jobs[K]["call"],
  { timeMs, heapMegabytes, growthMegabytes }: ThreadLimits,
  log: Logger,
  signal?: AbortSignal,
): Promise<Reading<K>> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const thread = new Worker(program, { resourceLimits, name: "readers" });
  const end = () => void thread.terminate();
  const timer = setTimeout(end, timeMs);
  const maxBytes = process.memoryUsage.rss() + growthMegabytes * megabyte;
  let hasGrown = false;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() < maxBytes) return;
    hasGrown = true;
    end();
  }, watchedEveryMs);
  signal?.addEventListener("abort", end, { once: true });
  // It may have gone while the bytes were fetched.
  if (signal?.aborted) end();
  try {
    return await new Promise<Reading<K>>((resolve) => {
      thread.once("message", resolve);
      thread.once("error", (err: NodeJS.ErrnoException) => {
        const isMemory = err.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (!isMemory) log.error({ err }, "a file could not be read");
        resolve({ failure: isMemory ? tooMuch : unreadable });
      });
      // After the others: where the thread ended by itself, one of them has settled this.
      thread.once("exit", () => {
        const detail = `The file couldn't be read within ${timeMs / 1000} seconds. Try again later, as others may keep the server busy, or split it.`;
        resolve({ failure: hasGrown ? tooMuch : { code: "too_slow", detail } });
      });
      thread.unref();
      const own = ownBytes(bytes);
      thread.postMessage({ kind, call, bytes: own } satisfies Message, [own.buffer]);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener("abort", end);
    await thread.terminate();
  }
}
