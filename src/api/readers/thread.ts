import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Message } from "./jobs.js";
import { readFile } from "./read-file.js";

// Of the thread alone on Linux, where each thread has a priority of its own.
if (process.platform === "linux") setPriority(10);

parentPort?.once(
  "message",
  (message: Message) => void readFile(message).then((reading) => parentPort?.postMessage(reading)),
);
