import { parentPort } from "node:worker_threads";
import { lowerPriority } from "../../lower-priority.js";
import type { Message } from "./jobs.js";
import { readFile } from "./read-file.js";

lowerPriority();

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
