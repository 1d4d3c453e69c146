// Reads one file as the product does, in a thread, and tells by how much this process grew: node child.mjs bill|list FILE
import { createReadStream, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import pino from "pino";
import { readInThread } from "../../../dist/api/readers/read-in-thread.js";

const [kind, file] = process.argv.slice(2);
const megabyte = 1024 * 1024;
const limits = { timeMs: 120_000, heapMegabytes: 200, growthMegabytes: 600 };

async function readBill() {
  const { failure, answer } = await readInThread("bill", readFileSync(file), {}, limits, pino({ level: "silent" }));
  return failure ? failure.code : `${answer.nodes.length} nodes`;
}

/** As the thread of an import, without its database. */
function readList() {
  const thread = new Worker(new URL("list-thread.mjs", import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", (error) => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve("too_large") : reject(error)));
    thread.once("exit", () => resolve("ended"));
  });
}

// Its own memory, and that of reading a small file, don't count.
for await (const _ of createReadStream(file, { end: 1 }));
const before = process.memoryUsage.rss();
const outcome = await (kind === "bill" ? readBill() : readList());
const grownMegabytes = Math.round((process.resourceUsage().maxRSS * 1024 - before) / megabyte);
process.stdout.write(JSON.stringify({ outcome, grownMegabytes }));
process.exit(0);
