// Measures Temporal and a mail server without the product, for the ratios of bench/timers.mjs: workflows that only sleep until a given
// moment and then run one activity, and mails that are handed over on connections of their own.

import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createTransport } from "nodemailer";
import { inParallel } from "../figures.mjs";

const taskQueue = "bare";

/** How late, in ms, the activity of each of `count` timers was done; all timers have the same moment. */
export async function bareTimers(address, count, leadMs) {
  const telemetryOptions = { logging: { filter: "ERROR" } };
  Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [], telemetryOptions });
  const done = [];
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowsPath: fileURLToPath(new URL("bare-workflow.mjs", import.meta.url)),
    activities: { note: async () => void done.push(Date.now()) },
    maxConcurrentActivityTaskExecutions: 10,
  });
  const clientConnection = await Connection.connect({ address });
  const client = new Client({ connection: clientConnection });
  try {
    return await worker.runUntil(async () => {
      const at = Date.now() + leadMs;
      const handles = await inParallel(32, count, (n) =>
        client.workflow.start("waitAndNote", { workflowId: `bare:${n}`, taskQueue, args: [at] }),
      );
      await Promise.all(handles.map((handle) => handle.result()));
      return done.map((moment) => moment - at);
    });
  } finally {
    await clientConnection.close();
    await connection.close();
  }
}

/** How many mails per second the server takes, `connections` at a time, each on a connection of its own. */
export async function bareMails(url, count, connections) {
  const transport = createTransport(url);
  const began = performance.now();
  await inParallel(connections, count, (n) =>
    transport.sendMail({ from: "a@localhost", to: "b@localhost", subject: `bare ${n}`, text: "Promemoria" }),
  );
  return count / ((performance.now() - began) / 1000);
}
