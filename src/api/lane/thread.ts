import { parentPort, workerData } from "node:worker_threads";
import { createEndWaiter } from "../../actions/dispatch/end-waiter.js";
import { toActionError } from "../../actions/dispatch/to-action-error.js";
import type { Config } from "../../config.js";
import { Database } from "../../db/database.js";
import { Files } from "../../files/files.js";
import { createLog } from "../../log.js";
import { lowerPriority } from "../../lower-priority.js";
import { logLostSpans, startTracing, stopTracing, traced } from "../../tracing/trace.js";
import { growGenerously, growSparingly } from "../heap-growth.js";
import { createReaders } from "../readers/create-readers.js";
import { createJobs, type Waiting } from "./jobs.js";
import type { Jobs, Kind, Message, Reply } from "./messages.js";

const connections = 3;

const config = workerData as Config & { DATABASE_URL: string };
lowerPriority();
const log = createLog("api", config.LOG_LEVEL);
await startTracing(config, "pratica-api", logLostSpans(log));
const database = await Database.open(config.DATABASE_URL, connections);
const ends = createEndWaiter(database, config.DATABASE_URL, log);
const readers = createReaders(new Files(database, config), config, log);
const jobs = createJobs({ config, log, database, ends, readers });

const running = new Map<number, AbortController>();

/** Its bytes are handed over; copying them would take the other thread's time. */
function buffersOf(answer: Jobs[Kind]["answer"]): ArrayBuffer[] {
  const bytes = typeof answer === "string" ? null : "json" in answer ? answer.json : answer.body;
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

const reply = (message: Reply, transferred: ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred);

async function run({ id, kind, call: given, traceparent }: Extract<Message, { id: number }>): Promise<void> {
  const hangUp = new AbortController();
  running.set(id, hangUp);
  growGenerously();
  const waiting: Waiting = {
    client: hangUp,
    progress: (progress) => reply({ id, progress }),
    waits: () => reply({ id, waits: true }),
  };
  try {
    const answer = await traced<Jobs[Kind]["answer"]>("lane", { parent: traceparent }, () =>
      jobs[kind](given as never, waiting),
    );
    reply({ id, answer }, buffersOf(answer));
  } catch (error) {
    const { code, message, extras, cause } = toActionError(error);
    // Unexpected errors are logged where the request is known.
    if (code === "internal") reply({ id, failure: error instanceof Error ? error : new Error(String(error)) });
    else reply({ id, refusal: { code, message, extras, cause } });
  } finally {
    running.delete(id);
    if (running.size === 0) growSparingly();
  }
}

parentPort?.on("message", (message: Message) => {
  if ("abort" in message) running.get(message.abort)?.abort();
  else if ("stopWaiting" in message) void ends.stop();
  else if ("stop" in message) void stopTracing().finally(() => process.exit());
  else void run(message);
});
