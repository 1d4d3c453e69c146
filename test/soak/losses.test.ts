import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { isAlive } from "../../src/launch/processes/known-process.js";
import { until } from "../../src/launch/until.js";
import { adminProgram } from "../admin/command.js";
import { inDays } from "../support/days.js";
import { arrivals, sendQuotes } from "../support/deliveries.js";
import { eventually } from "../support/eventually.js";
import { Product, pause } from "../support/product.js";
import { startSmtp } from "../support/smtp.js";

/** One for all tests, since a start takes many seconds of a CPU. */
const product = new Product();
const smtp = await startSmtp();
let watchers: string[];

async function ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: product.instance().temporalAddress });
  return question(new Client({ connection })).finally(() => connection.close());
}

const running = () =>
  ask(async (client) => {
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Running"' }))
      ids.push(workflowId);
    return ids.sort();
  });

const retentionS = () =>
  ask(async ({ workflowService }) => {
    const { config } = await workflowService.describeNamespace({ namespace: "default" });
    return Number(config?.workflowExecutionRetentionTtl?.seconds);
  });

async function untilRunning(expected: string[]): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(250))
    if ((await running()).join() === expected.join()) return;
  expect(await running()).toEqual(expected);
}

const deleteDatabase = () => {
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(path.join(product.dataDir, `temporal.db${suffix}`), { force: true });
};

/** Something of each kind that is watched. */
async function createWatched(): Promise<string[]> {
  type Made = { id: string } & Record<string, { id: string }>;
  const make = (operation: string, body: object) => product.call<Made>(operation, body);
  const project = await make("create_project", { name: "Villa Rossi" });
  const projectId = project.id;
  const submission = await make("record_submission", { projectId, decisionDeadline: inDays(60) });
  await make("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(40) });
  const reminder = await make("create_reminder", { title: "Saldo", dueAt: inDays(20) });
  const contact = await make("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await make("create_document", { title: "Preventivo", contactId: contact.id });
  await make("update_document", { docId, validUntil: inDays(30) });
  await make("issue_document", { docId });
  await make("send_issued_document", { docId, followUpDays: 10 });
  await smtp.waitFor(1);
  return [
    `deliver-document:${docId}:1`,
    `expire-document:${docId}:1`,
    `watch-project:${projectId}`,
    `watch-reminder:${reminder.id}`,
    `watch-reminder:${submission.reminder?.id}`,
    `watch-submission:${submission.id}`,
  ].sort();
}

beforeAll(async () => {
  await product.start({ SMTP_URL: smtp.url });
  watchers = await createWatched();
  await untilRunning(watchers);
});
afterAll(async () => {
  await product.stop();
  await smtp.close();
});

it("brings everything back by `workflows repair` while API and worker stay up", async () => {
  deleteDatabase();
  product.killPart("Temporal");
  expect(await product.said("Temporal is back")).toBe(true);
  const { status, json } = await adminProgram(["workflows", "repair", "--json"], { DATA_DIR: product.dataDir });
  expect([status, json.watched]).toEqual([0, watchers.length]);
  await untilRunning(watchers);
  expect(await retentionS()).toBe(30 * 86_400);
  expect([...arrivals(smtp.messages).values()]).toEqual([1]);
});

// Alone, the kill in the middle of deliveries is for the soak.
it("loses neither mail nor data when everything is killed in the middle of deliveries, and Temporal's database deleted", async () => {
  const earlierMails = smtp.messages.length;
  let taken = 0;
  let letGo = () => {};
  const killed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Only the first has its answer before all are killed.
  smtp.behaviour.onMail = () => (++taken === 1 ? undefined : killed);
  const mails = () => smtp.messages.slice(earlierMails);
  const documents = async () => (await product.call<{ items: object[] }>("list_documents", {})).items.length;
  const earlierDocuments = await documents();
  const sent = await sendQuotes(product, 8);
  const facts = product.firstRun();
  await eventually(async () => taken > 1);
  const earlier = product.instance().processes;
  await product.kill();
  await until(() => !earlier.some(isAlive), { what: "end of everything", timeoutMs: 120_000 });
  expect(mails()).toHaveLength(1);
  letGo();
  deleteDatabase();

  await product.start();
  expect(product.firstRun()).toEqual(facts);
  expect(product.log.split(facts.apiKey)).toHaveLength(2);
  expect(await documents()).toBe(earlierDocuments + 8);
  const deadline = Date.now() + 120_000;
  while (arrivals(mails()).size < 8 && Date.now() < deadline) await pause(200);
  // One that arrives twice does so while the last ones come in.
  await pause(3_000);

  const counts = arrivals(mails());
  expect([...counts.keys()].sort()).toEqual(sent.map((id) => `<m.${id}@localhost>`).sort());
  expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(4);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
  const restored = async () => (await running()).filter((id) => watchers.includes(id));
  await eventually(async () => (await restored()).length === watchers.length);
});
