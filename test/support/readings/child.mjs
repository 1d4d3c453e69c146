// Reads files as the product does, each in a thread, and tells by how much this process grew at most: node child.mjs bill|list FILE…
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import pino from "pino";
import { readInThread } from "../../../dist/api/readers/read-in-thread.js";

const [kind, ...files] = process.argv.slice(2);
const megabyte = 1024 * 1024;
const limits = { timeMs: 120_000, heapMegabytes: 300, growthMegabytes: 600 };

async function readBill(file) {
  const { failure, answer } = await readInThread("bill", readFileSync(file), {}, limits, pino({ level: "silent" }));
  return failure ? failure.code : `${answer.nodes.length} nodes`;
}

/** As the thread of an import, without its database. */
function readList(file) {
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

let before = 0;
let grown = 0;
const look = () => {
  grown = Math.max(grown, process.memoryUsage.rss() - before);
};
setInterval(look, 10);
const outcomes = [];
for (const file of files) {
  // What an allocator keeps of the threads before isn't taken by this one.
  before = process.memoryUsage.rss();
  outcomes.push(await (kind === "bill" ? readBill(file) : readList(file)));
  look();
}
const grownMegabytes = Math.round(grown / megabyte);
process.stdout.write(JSON.stringify({ outcomes, grownMegabytes }));
process.exit(0);
