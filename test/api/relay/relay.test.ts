import { setTimeout } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import pino from "pino";
import { claimOrders, startRelay } from "../../../src/api/relay/relay.js";
import { Database } from "../../../src/db/database.js";
import { startApi } from "../../support/caller.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import {
  createContact,
  createProject,
  ordersFor,
  organization,
  type TestOrganization,
} from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { startGateway } from "../../support/gateway.js";
import { createNamespace } from "../../support/namespace.js";

const temporal = forAllTests(createNamespace);
const gateway = forAllTests(() => startGateway(Number(temporal.address.split(":")[1]), { open: false }));
const throughGateway = () => ({ address: `127.0.0.1:${gateway.port}`, namespace: temporal.namespace });
const api = forAllTests(() => startApi({ relay: true, through: { temporal: throughGateway() } }));
const org = forAllTests(() => organization(api));
/** As where the API runs in two processes. */
const connection = forAllTests(() =>
  Connection.lazy({ address: throughGateway().address, channelArgs: { "grpc.max_reconnect_backoff_ms": 500 } }),
);
forAllTests(() => {
  const client = new Client({ connection, namespace: temporal.namespace });
  return startRelay(api.app.database, client, api.app.database.url, pino({ level: "silent" }));
});

const waiting = async () => (await api.pool.query<{ n: number }>("select count(*) as n from outbox")).rows[0]?.n;
const allHandedOver = () => eventually(async () => (await waiting()) === 0);
const start = (workflowId: string) => temporal.client.workflow.getHandle(workflowId).describe();
const signalsOf = async (workflowId: string) =>
  ((await temporal.client.workflow.getHandle(workflowId).fetchHistory()).events ?? []).flatMap(
    ({ workflowExecutionSignaledEventAttributes: signal }) => (signal ? [signal.signalName] : []),
  );
const message = async () => (await org.ok("send_message", { body: "Buongiorno", to: "cliente@example.test" })).message;
const sendMessageId = (id: string) => `send-message:${id}`;

async function issued(): Promise<string> {
  const contact = await createContact(org);
  const { id } = await org.ok("create_document", { title: "Offerta", contactId: contact.id });
  await org.ok("issue_document", { docId: id });
  return id;
}

/** Puts an order into the outbox as another process would. */
const order = (workflowId: string, type: string | null, signal: string | null = null) =>
  api.pool.query(
    `insert into outbox (organization_id, workflow_id, workflow_type, signal, input, created_at) values ($1, $2, $3, $4, '{}', now())`,
    [org.organizationId, workflowId, type, signal],
  );

describe("with Temporal out of reach", () => {
  let documents: string[];
  let messages: string[];

  it("every action answers, and its orders wait", async () => {
    documents = await Promise.all(Array.from({ length: 10 }, issued));
    for (const docId of documents) await org.ok("send_issued_document", { docId });
    messages = [(await message()).id];
    await org.ok("create_reminder", { title: "Saldo", dueAt: Date.now() + 86_400_000 });
    for (const docId of documents) await org.ok("set_document_status", { docId, status: "accepted" });
    expect(await waiting()).toBe(10 + 1 + 1 + 2 * 10);
    const readiness = await fetch(`${api.url}/readyz`);
    expect(readiness.status).toBe(200);
    expect(await readiness.json()).toMatchObject({ status: "ready", temporal: "unreachable" });
    // An outage is no refusal: when Temporal is back nothing waits for longer.
    await setTimeout(3_000);
    expect((await api.pool.query("select from outbox where attempts > 0")).rowCount).toBe(0);
  });

  it("what was ordered runs when it is back, each once, no signal before its start", async () => {
    gateway.restore();
    await allHandedOver();
    for (const docId of documents) {
      const workflowId = `deliver-document:${docId}:1`;
      expect((await start(workflowId)).type).toBe("deliverDocument");
      expect(await signalsOf(workflowId)).toEqual(["followUpChanged"]);
    }
    for (const id of messages) {
      const { status, priority } = await start(sendMessageId(id));
      expect([status.name, priority?.fairnessKey]).toEqual(["RUNNING", org.organizationId]);
    }
  });

  it("an outage in between holds up no action and loses no order", async () => {
    gateway.cut();
    const sent = await message();
    expect(await ordersFor(api, sendMessageId(sent.id))).toHaveLength(1);
    await setTimeout(500);
    gateway.restore();
    await allHandedOver();
    expect((await start(sendMessageId(sent.id))).type).toBe("sendMessage");
  });
});

it("a claim that hangs is given up, so that it holds its rows from no other relay", async () => {
  const holder = await api.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table outbox in access exclusive mode");
    await expect(claimOrders(api.pool, 200)).rejects.toMatchObject({ code: "57014" });
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  const { rows } = await api.pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('statement_timeout', 'client_connection_check_interval') order by name",
  );
  expect(rows.map(({ setting }) => setting)).toEqual(["0", "45000"]);
});

it("what can't be claimed is tried again at the next poll, not after each commit, and said once", async () => {
  const server = await createTestDatabase();
  const owner = await openConnection(server.ownerUrl);
  await owner.query("alter table outbox rename to outbox_away");
  const database = await Database.open(server.appUrl);
  const failures: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => failures.push(line) });
  const claims = jest.spyOn(database.pool, "query");
  const relay = startRelay(database, temporal.client, server.appUrl, log);
  try {
    for (let n = 0; n < 100; n++) {
      relay.kick();
      await setTimeout(10);
    }
    // The first kick, and the polls within what is a second at least, and on a slow machine many.
    expect(claims.mock.calls.length).toBeLessThan(50);
    await eventually(async () => claims.mock.calls.length > 2);
    await eventually(async () => failures.length > 0);
    expect(failures).toHaveLength(1);
  } finally {
    await relay.stop();
    await database.close();
    await owner.end();
    await server.close();
  }
});

it("that orders can't be settled is said once, and isn't over where none are left to claim", async () => {
  const batches = [[{}], [], []];
  const database = {
    pool: { query: async () => [{ rows: batches.shift() ?? [] }] },
    query: () => Promise.reject(new Error("permission denied for table outbox")),
  } as unknown as Database;
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => said.push(JSON.parse(line).msg) });
  const relay = startRelay(database, {} as Client, api.app.database.url, log);
  try {
    relay.kick();
    await eventually(async () => batches.length === 0);
    expect(said).toEqual(["what became of orders can't be recorded; it is tried again"]);
  } finally {
    await relay.stop();
  }
});

describe("an order", () => {
  it("is in the outbox only if its action was carried out, with nothing in it that people wrote", async () => {
    gateway.cut();
    const secrets = [
      "Nome riservato",
      "Testo riservato",
      "riservato@example.test",
      "Oggetto riservato",
      "Titolo riservato",
    ];
    const [name, body, email, subject, title] = secrets as [string, string, string, string, string];
    const contact = await createContact(org, { name, email });
    const project = await createProject(org, { name });
    const of = { contactId: contact.id, projectId: project.id };
    const { id: docId } = await org.ok("create_document", { title, body, ...of });
    expect((await org.call("send_issued_document", { docId })).status).toBe(409);
    expect(await waiting()).toBe(0);
    await org.ok("issue_document", { docId });
    await org.ok("send_issued_document", { docId, message: body });
    await org.ok("send_message", { body, subject, ...of });
    await org.ok("create_reminder", { title, notes: body, projectId: project.id, dueAt: Date.now() + 86_400_000 });
    await org.ok("delete_document", { docId });
    const { rows } = await api.pool.query<{ text: string }>("select to_jsonb(outbox)::text as text from outbox");
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const secret of secrets) expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    gateway.restore();
    await allHandedOver();
  });

  it("is found in Temporal by organization, project and record, with a summary in words", async () => {
    const project = await createProject(org);
    const contact = await createContact(org);
    const { message } = await org.ok("send_message", { body: "x", contactId: contact.id, projectId: project.id });
    await allHandedOver();
    for (const query of [
      `PraticaProject = '${project.id}'`,
      `PraticaOrganization = '${org.organizationId}' and PraticaRecord = '${message.id}'`,
    ]) {
      const found = await eventually(async () => {
        for await (const run of temporal.client.workflow.list({ query })) return run;
        return undefined;
      });
      expect(found.workflowId).toBe(sendMessageId(message.id));
    }
    expect(await (await start(sendMessageId(message.id))).staticSummary()).toMatch(/message/i);
  });

  it("handed over twice, as after a crash, starts one run", async () => {
    const { id } = await message();
    await allHandedOver();
    const { runId } = await start(sendMessageId(id));
    await order(sendMessageId(id), "sendMessage");
    await allHandedOver();
    expect((await start(sendMessageId(id))).runId).toBe(runId);
    await temporal.client.workflow.getHandle(sendMessageId(id)).terminate();
    await order(sendMessageId(id), "sendMessage");
    await order(sendMessageId(id), null, "followUpChanged");
    await allHandedOver();
    expect(await start(sendMessageId(id))).toMatchObject({ runId, status: { name: "TERMINATED" } });
  });

  it("that another process committed is taken up too", async () => {
    await order("send-message:from-elsewhere", "sendMessage");
    expect((await eventually(() => start("send-message:from-elsewhere").catch(() => undefined))).type).toBe(
      "sendMessage",
    );
  });

  it("that Temporal won't take holds up no other, and is tried again ever more rarely", async () => {
    await order("", "sendMessage");
    await api.pool.query(
      `insert into outbox (organization_id, workflow_id, workflow_type, input, created_at, leased_until)
        values ($1, 'taken elsewhere', 'sendMessage', '{}', now(), now() + interval '4 minutes')`,
      [org.organizationId],
    );
    const { id } = await message();
    expect((await eventually(() => start(sendMessageId(id)).catch(() => undefined))).type).toBe("sendMessage");
    const first =
      "select attempts, extract(epoch from leased_until - now())::float as wait from outbox where workflow_id = ''";
    const tried = await eventually(async () => {
      const [row] = (await api.pool.query<{ attempts: number; wait: number }>(first)).rows;
      // The longer waits show as long ones only just after an attempt, which a slow machine may see at a later one.
      return row && row.attempts >= 3 && row.wait > 4 ? row : undefined;
    });
    expect(tried.wait).toBeGreaterThan(4);
    // Only what was refused is put back, and nothing that another relay has taken.
    const { rows } = await api.pool.query("delete from outbox where workflow_id <> '' returning attempts");
    expect(rows).toEqual([{ attempts: 0 }]);
    await api.pool.query("delete from outbox");
  });

  it("behind more refused ones than a batch holds goes on", async () => {
    for (let n = 0; n < 120; n++) await order("x".repeat(1_001) + n, "sendMessage");
    const { id } = await message();
    expect((await eventually(() => start(sendMessageId(id)).catch(() => undefined))).type).toBe("sendMessage");
    const waiting = await eventually(async () => {
      const { rows } = await api.pool.query<{ n: number }>("select count(*)::int as n from outbox where attempts > 0");
      return rows[0]?.n === 120 ? rows[0].n : undefined;
    });
    expect(waiting).toBe(120);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toContain("pratica_outbox_refused 120");
    await api.pool.query("delete from outbox");
  });

  it("of many is handed over by two relays at once, each once", async () => {
    const sent = await Promise.all(Array.from({ length: 60 }, message));
    await allHandedOver();
    const types = await Promise.all(sent.map(async ({ id }) => (await start(sendMessageId(id))).type));
    expect(new Set(types)).toEqual(new Set(["sendMessage"]));
  });
});

it("a claim takes what was taken before the clock was set back by an hour, and leaves what is taken now", async () => {
  const unattended = closedAfterTest(await startApi());
  const { organizationId } = await organization(unattended);
  await unattended.pool.query(
    `insert into outbox (organization_id, workflow_id, signal, created_at, leased_until) values
      ($1, 'before', 'x', now(), now() + interval '1 hour'), ($1, 'now', 'x', now(), now() + interval '5 minutes')`,
    [organizationId],
  );
  expect((await claimOrders(unattended.pool)).map(({ workflowId }) => workflowId)).toEqual(["before"]);
});

it("a claim takes organizations in turn, so that none waits behind another's many orders", async () => {
  const unattended = closedAfterTest(await startApi());
  const [many, few] = [await organization(unattended), await organization(unattended)];
  const insert = `insert into outbox (organization_id, workflow_id, signal, created_at)
    select $1::uuid, $1::text || n, 'x', now() from generate_series(1, $2::int) n`;
  await unattended.pool.query(insert, [many.organizationId, 300]);
  await unattended.pool.query(insert, [few.organizationId, 3]);
  const batch = await claimOrders(unattended.pool);
  const countOf = ({ organizationId }: TestOrganization) =>
    batch.filter((row) => row.organizationId === organizationId).length;
  expect([countOf(many), countOf(few)]).toEqual([47, 3]);
  // Nobody else waits: a whole batch of the one's next orders, and none of the first.
  const ids = batch.map(({ id }) => id);
  const next = await claimOrders(unattended.pool);
  expect([next.length, next.filter(({ id }) => ids.includes(id)).length]).toEqual([50, 0]);
});
