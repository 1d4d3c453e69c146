import { parentPort } from "node:worker_threads";
import { lowerPriority } from "../../lower-priority.js";
import type { Message } from "./jobs.js";
import { readFile } from "./read-file.js";

lowerPriority();

// The PDF library reads a damaged file a second time, and may leave the first failure unhandled. Only its final result counts.
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
