import { beforeEach, expect, it, jest } from "@jest/globals";
import { Client } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import pino from "pino";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { identityAt, othersOn, waitForOthers } from "../../src/worker/other-workers.js";
import { keepProvisioned } from "../../src/worker/reach-temporal.js";
import { eventually } from "../support/eventually.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import "../support/quiet-workers.js";

const here = "7391/5/16500";
const elsewhere = identityAt("7392/5/16500");
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
const temporal = forAllTests(createNamespace);
const connection = forAllTests(() => NativeConnection.connect({ address: temporal.address }));

beforeEach(() => {
  lines.length = 0;
});

/** A worker that asks for work while `use` runs. */
async function withWorker(identity: string | undefined, use: () => Promise<void>): Promise<void> {
  const { namespace } = temporal;
  const activities = { nothing: async () => undefined };
  const options = { connection, namespace, taskQueue: mainQueue, activities, ...(identity ? { identity } : {}) };
  const worker = await Worker.create(options);
  await worker.runUntil(async () => {
    await eventually(() => isAsking(worker.options.identity));
    await use();
  });
}

async function isAsking(identity: string): Promise<boolean> {
  const { namespace, client } = temporal;
  const asked = { namespace, taskQueue: { name: mainQueue }, taskQueueType: 2 };
  const { pollers } = await client.connection.workflowService.describeTaskQueue(asked);
  return pollers?.some((poller) => poller.identity === identity) ?? false;
}

const { signal } = new AbortController();

it("a worker starts beside those of its own database, of an earlier release, and where the queue can't be described", async () => {
  for (const identity of [identityAt(here), undefined])
    await withWorker(identity, () => waitForOthers(temporal.client, here, log, signal));
  const missing = new Client({ connection: temporal.client.connection, namespace: "missing" });
  await waitForOthers(missing, here, log, signal);
  expect(lines).toEqual([]);
});

it("a worker takes no work while workers of another database do, and goes on by itself when they are gone", async () => {
  let hasStarted = false;
  let starting: Promise<void> | undefined;
  await withWorker(elsewhere, async () => {
    const stopping = new AbortController();
    const stopped = waitForOthers(temporal.client, here, log, stopping.signal, 20);
    await eventually(async () => lines.length > 0);
    stopping.abort();
    await expect(stopped).rejects.toThrow();
    lines.length = 0;
    starting = waitForOthers(temporal.client, here, log, signal, 20).then(() => {
      hasStarted = true;
    });
    await eventually(async () => lines.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect([hasStarted, lines]).toEqual([false, [expect.stringMatching(/^Workers of another database .* waiting/)]]);
  const now = Date.now;
  const later = jest.spyOn(Date, "now").mockImplementation(() => now() + 65_000);
  await starting;
  later.mockRestore();
  expect(lines.slice(1)).toEqual(["the workers of another database are gone"]);
});

it("a worker that runs says once that workers of another database have come, and goes on", async () => {
  await withWorker(elsewhere, async () => {
    const keeping = keepProvisioned(temporal.client, here, log, 20);
    await eventually(async () => lines.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await keeping.stop();
    expect(await othersOn(temporal.client, here)).toEqual([elsewhere]);
  });
  expect(lines).toEqual([expect.stringMatching(/^Workers of another database .* another one$/)]);
});
