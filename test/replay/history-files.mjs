// Plain JavaScript, run by Node itself, so that it can be run with any built bundle.
//   node history-files.mjs write FILE ADDRESS NAMESPACE WORKFLOW   keeps a history, without naming who recorded it
//   node history-files.mjs replay BUNDLE FILE…                     prints what became of each: {"FILE": null | "the error"}
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";

// The client's own copy: the JSON of histories in @temporalio/common fails where two versions of protobufjs are installed.
const { temporal } = createRequire(import.meta.resolve("@temporalio/client"))("@temporalio/proto");
const { History } = temporal.api.history.v1;

async function write(file, address, namespace, workflowId) {
  const connection = await Connection.connect({ address });
  const history = await new Client({ connection, namespace }).workflow.getHandle(workflowId).fetchHistory();
  await connection.close();
  const plain = History.toObject(history, { longs: String, enums: String, bytes: String });
  const anonymous = (key, value) => (key === "identity" ? "recorder" : value);
  writeFileSync(file, `${JSON.stringify(plain, anonymous)}\n`);
}

/** The workflows' own: nothing is told while a history is replayed. */
const sinks = { trace: { begun: { fn: () => undefined } } };

async function replay(codePath, files) {
  Runtime.install({ logger: new DefaultLogger("ERROR"), telemetryOptions: { logging: { filter: "OFF" } } });
  const histories = files.map((file) => ({
    workflowId: path.basename(file),
    history: History.fromObject(JSON.parse(readFileSync(file, "utf8"))),
  }));
  const outcomes = {};
  // One worker for all: to load the bundle takes longer than to replay a history.
  const replays = Worker.runReplayHistories({ workflowBundle: { codePath }, sinks }, histories);
  for await (const { workflowId, error } of replays)
    outcomes[workflowId] = error ? `${error.name}: ${error.message}` : null;
  process.stdout.write(JSON.stringify(outcomes));
}

const [command, ...args] = process.argv.slice(2);
if (command === "write") await write(...args);
else await replay(args[0], args.slice(1));
