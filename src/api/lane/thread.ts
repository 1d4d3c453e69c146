import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createDispatch } from "../../actions/dispatch.js";
import type { Client } from "../../actions/end-waiter.js";
import { createEndWaiter, type WaitOptions } from "../../actions/end-waiter.js";
import { actionNamed } from "../../actions/index.js";
import { toActionError } from "../../actions/to-action-error.js";
import type { Config } from "../../config.js";
import { Database } from "../../db/database.js";
import { Files } from "../../files/files.js";
import { createLog } from "../../log.js";
import { logLostSpans, startTracing, stopTracing, traced } from "../../tracing/trace.js";
import { growGenerously, growSparingly } from "../heap-growth.js";
import { mcpAnswers } from "../mcp/answer.js";
import { callTool, type ToolCall } from "../mcp/call.js";
import { createReaders } from "../readers/create-readers.js";
import { restAnswers } from "../rest-call.js";
import { boundApart } from "./here-or-apart.js";
import type { Jobs, Kind, Message, Reply } from "./messages.js";

/** Of the thread alone on Linux, where each thread has a priority of its own; elsewhere it would slow the whole API down. */
const niceness = 10;
const connections = 3;

const config = workerData as Config & { DATABASE_URL: string };
if (process.platform === "linux") setPriority(niceness);
const log = createLog("api", config.LOG_LEVEL);
await startTracing(config, "pratica-api", logLostSpans(log));
const database = await Database.open(config.DATABASE_URL, connections);
const ends = createEndWaiter(database, config.DATABASE_URL, log);
const readers = createReaders(new Files(database, config), config, log);
// Postgres itself notifies the relay of new orders.
const execute = createDispatch({ config, database, ends, ...readers, ordered: () => undefined, bound: boundApart });
const call = (toolCall: ToolCall) => callTool({ config, log, execute }, toolCall);
const answerRest = restAnswers(execute);
const answerMcp = mcpAnswers({ config, log, database, callTool: call });

const running = new Map<number, AbortController>();
const utf8 = new TextEncoder();

type Waiting = WaitOptions & { client: Client };
const jobs: { [K in Kind]: (call: Jobs[K]["call"], waiting: Waiting) => Promise<Jobs[K]["answer"]> } = {
  async rest(restCall, waiting) {
    const { json, replayed } = await answerRest(restCall, waiting);
    return { json: utf8.encode(String(json)), replayed };
  },
  async mcp(mcpCall, waiting) {
    const answer = await answerMcp(mcpCall, waiting);
    const given = Array.isArray(answer.body) ? Buffer.concat(answer.body) : answer.body;
    // An answer in several events is sent as a whole, too: between threads there are no streams.
    const body = new Uint8Array(await new Response(given as BodyInit | null).arrayBuffer());
    return { ...answer, body };
  },
  tool: ({ operation, ...toolCall }, waiting) => call({ ...toolCall, action: actionNamed(operation), ...waiting }),
};

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
    const { code, message, extras } = toActionError(error);
    // What is unexpected is logged where the request is known.
    if (code === "internal") reply({ id, failure: error instanceof Error ? error : new Error(String(error)) });
    else reply({ id, refusal: { code, message, extras } });
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
