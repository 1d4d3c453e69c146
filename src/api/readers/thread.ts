import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Message } from "./jobs.js";
import { readFile } from "./read-file.js";

// Of the thread alone on Linux, where each thread has a priority of its own.
if (process.platform === "linux") setPriority(10);

// A library that reads a damaged file anew, as that of PDFs does, may leave what failed before to nobody: what it gives in the end counts.
process.on("unhandledRejection", () => undefined);

parentPort?.once("message", async (message: Message) => {
  try {
    parentPort?.postMessage(await readFile(message));
  } catch (error) {
    // Thrown from here, it would be such a rejection.
    setImmediate(() => {
      throw error;
    });
  }
});
