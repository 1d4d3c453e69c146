import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { FileContent, FileText } from "../../formats/texts/extract-text.js";

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/api/texts/thread.js", import.meta.url);

export interface ThreadLimits {
  timeMs: number;
  heapMegabytes: number;
  /** by how much the whole process may grow meanwhile: buffers, such as an unpacked picture, count in no thread's heap */
  growthMegabytes: number;
}

const watchedEveryMs = 50;
const tooMuch = "There is too much in the file: it couldn't be read in the memory that a file may take.";

const unread = ({ contentType }: FileContent, code: string, detail: string): FileText => ({
  kind: "none",
  contentType,
  text: "",
  warnings: [{ code, detail }],
});

/**
 * Reads a file in a thread of its own, which is ended by force where it takes too much time or memory, or the client has gone: no file,
 * however it is made, can do more harm. The thread starts in a tenth of a second.
 */
export async function readInThread(
  file: FileContent,
  { timeMs, heapMegabytes, growthMegabytes }: ThreadLimits,
  log: Logger,
  signal?: AbortSignal,
): Promise<FileText> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const thread = new Worker(program, { resourceLimits, name: "texts" });
  const end = () => void thread.terminate();
  const timer = setTimeout(end, timeMs);
  const maxBytes = process.memoryUsage.rss() + growthMegabytes * 1024 * 1024;
  let hasGrown = false;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() < maxBytes) return;
    hasGrown = true;
    end();
  }, watchedEveryMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<FileText>((resolve) => {
      thread.once("message", resolve);
      thread.once("error", (err: NodeJS.ErrnoException) => {
        const isMemory = err.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (!isMemory) log.error({ err }, "a file's text could not be read");
        resolve(
          isMemory
            ? unread(file, "too_large", tooMuch)
            : unread(file, "unreadable", "The file can't be read: it is damaged, or made in an unusual way."),
        );
      });
      // After the others: where the thread ended by itself, one of them has settled this.
      thread.once("exit", () => {
        const slow = `The file couldn't be read within ${timeMs / 1000} seconds.`;
        resolve(hasGrown ? unread(file, "too_large", tooMuch) : unread(file, "too_slow", slow));
      });
      thread.unref();
      // A copy, which is handed over: the caller keeps its bytes.
      const bytes = new Uint8Array(file.bytes);
      thread.postMessage({ ...file, bytes }, [bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener("abort", end);
    await thread.terminate();
  }
}
