import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import pino from "pino";
import { Database } from "../../src/db/database.js";
import { newWorkflowsWantedAt, wantNewWorkflows } from "../../src/db/installation.js";
import { keepStartingAnew, startAnew } from "../../src/worker/start-anew.js";
import { admin } from "../admin/command.js";
import { createTestDatabase } from "../support/database.js";
import { inDays } from "../support/days.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import { startSmtp } from "../support/smtp.js";
import { startWorkingApi } from "../support/working-api.js";

const directory = mkdtempSync(path.join(tmpdir(), "pratica-anew-"));
const smtp = forAllTests(startSmtp);
const api = forAllTests(() => startWorkingApi({}, smtp.url));
const org = forAllTests(() => organization(api));
forAllTests(() => keepStartingAnew(api.app.database, api.temporal.client, pino({ level: "silent" }), 50));
afterAll(() => rmSync(directory, { recursive: true }));

const query = (text: string, values: unknown[]) => api.pool.query(text, values);
const isOpen = (workflowId: string) =>
  api.temporal.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(({ status }) => status.name === "RUNNING")
    .catch(() => false);

it("has dates and mails follow their rows again, where these have lost what Temporal knows, while everything runs", async () => {
  const moved = await org.ok("create_reminder", { title: "Sopralluogo", dueAt: inDays(20) });
  const contact = await org.ok("create_contact", { name: "Anna Bianchi", email: "anna@example.test" });
  const letter = await org.ok("create_document", {
    title: "Lettera",
    kind: "letter",
    contactId: contact.id,
    body: "Ciao",
  });
  await org.ok("issue_document", { docId: letter.id });
  const { message } = await org.ok("send_issued_document", { docId: letter.id });
  await smtp.waitFor(1);
  await eventually(async () => (await query("select from message where handed_over_at is not null", [])).rowCount);
  await eventually(() => isOpen(`watch-reminder:${moved.id}`));

  // As by a failover to a replica that lagged behind.
  await query("update reminder set due_at = now() where id = $1", [moved.id]);
  await query("update message set status = 'queued', handed_over_at = null where id = $1", [message.id]);
  const { DATABASE_URL = "" } = api.app.config;
  const restarted = await admin(["workflows", "restart", "--json"], { DATABASE_URL, DATA_DIR: directory });
  expect([restarted.status, restarted.json]).toEqual([0, { wanted: true }]);

  await eventually(
    async () => (await query("select from reminder where id = $1 and status = 'due'", [moved.id])).rowCount,
  );
  await eventually(
    async () => (await query("select from message where id = $1 and status = 'sent'", [message.id])).rowCount,
  );
  const mails = smtp.messages.filter(({ to }) => to.includes("anna@example.test"));
  expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(mails[0]?.messageId));
});

describe("where no worker takes work yet", () => {
  const log = pino({ level: "silent" });
  const temporal = forAllTests(createNamespace);
  const testDatabase = forAllTests(createTestDatabase);
  const database = forAllTests(() => Database.open(testDatabase.ownerUrl, 4));
  const { signal } = new AbortController();
  const restoring = async () => (await temporal.client.workflow.getHandle("restore-watchers").describe()).runId;

  it("orders all watchers anew where some of them were being ordered", async () => {
    await wantNewWorkflows(database);
    await startAnew(database, temporal.client, log, signal);
    const first = await restoring();
    await wantNewWorkflows(database);
    await startAnew(database, temporal.client, log, signal);
    expect(await restoring()).not.toBe(first);
  });

  /** Lets `use` run while a start anew is held up half way. */
  const halfWay = async (use: () => Promise<unknown>) => {
    await wantNewWorkflows(database);
    const holder = await database.pool.connect();
    await holder.query("begin; lock table outbox in exclusive mode");
    const started = startAnew(database, temporal.client, log, signal);
    await eventually(
      async () =>
        (await holder.query("select from pg_locks where relation = 'outbox'::regclass and not granted")).rowCount,
    );
    await use();
    await holder.query("commit");
    holder.release();
    await started;
  };

  it("does so once more where that was wanted again half way", async () => {
    await halfWay(() => wantNewWorkflows(database));
    expect(await newWorkflowsWantedAt(database)).not.toBeNull();
    await startAnew(database, temporal.client, log, signal);
    expect(await newWorkflowsWantedAt(database)).toBeNull();
  });

  it("doesn't keep a worker from stopping that waits for another's", async () => {
    await halfWay(async () => {
      const keeping = keepStartingAnew(database, temporal.client, log, 10);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await keeping.stop();
    });
    expect(await newWorkflowsWantedAt(database)).toBeNull();
  });
});
