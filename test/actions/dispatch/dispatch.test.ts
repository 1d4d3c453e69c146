import { afterAll, describe, expect, it } from "@jest/globals";
import { type AuditEvent, auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createContact, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { type Gateway, startGateway } from "../../support/gateway.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(() =>
  startApi({
    through: {
      database: async (url) => {
        postgres = await startGateway(Number(new URL(url).port));
        return url.replace(/:\d+\//, `:${postgres.port}/`);
      },
    },
  }),
);
const org = forAllTests(() => organization(api));
let postgres: Gateway;
afterAll(async () => {
  await postgres?.close();
});

const auditCount = async () =>
  (await api.pool.query<{ n: number }>("select count(*) as n from audit_event")).rows[0]?.n ?? 0;

describe("changes at the same moment", () => {
  it("lose nothing: each of many fields changed at once survives", async () => {
    const { id } = await createContact(org, { email: "" });
    const fields = { company: "Rossi Srl", phone: "035 123", pec: "rossi@pec.test", notes: "Chiamare", name: "Rossi" };
    const answers = await Promise.all(
      Object.entries(fields).map(([field, value]) => org.call("update_contact", { contactId: id, [field]: value })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await org.ok("get_contact", { contactId: id })).toMatchObject(fields);
  });

  it("are all carried out, also 30 of them, one after the other", async () => {
    const { id } = await createProject(org);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => org.call("update_project", { projectId: id, description: `Nota ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const events = (await auditOf(api, id)).filter(({ action }) => action === "update_project");
    const befores = events.map(({ changes }) => JSON.stringify(changes[0]?.before));
    expect(events).toHaveLength(30);
    expect(new Set(befores).size).toBe(30);
  });

  it("of which one deletes: the others find nothing, or came before", async () => {
    const { id } = await createContact(org);
    const [deletion, ...others] = await Promise.all([
      org.call("delete_contact", { contactId: id }),
      ...Array.from({ length: 5 }, () => org.call("create_document", { title: "Lettera", contactId: id })),
    ]);
    expect(deletion?.status).toBe(200);
    for (const { status } of others) expect([200, 404]).toContain(status);
    const dangling = await api.pool.query("select from document where contact_id = $1", [id]);
    expect(dangling.rowCount).toBe(0);
  });
});

describe("the audit log", () => {
  it("has one event for each change, with who, by which key, what and the request", async () => {
    const user = await org.member("member");
    const created = await org.call<{ id: string }>("create_project", { name: "Villa Verdi" }, user.key);
    const { id } = created.result;
    const updated = await org.call("update_project", { projectId: id, name: "Villa Neri", address: "Via Roma" });
    const deleted = await org.call("delete_project", { projectId: id });
    const [creation, change, deletion, ...more] = await auditOf(api, id);
    expect(more).toEqual([]);
    expect(creation).toMatchObject({
      user_id: user.userId,
      key_id: expect.any(String),
      via: "rest",
      action: "create_project",
      record_type: "project",
      request_id: created.headers.get("x-request-id"),
    });
    expect(change).toMatchObject({
      user_id: null,
      action: "update_project",
      changes: [
        {
          record: "project",
          id,
          op: "update",
          before: { name: "Villa Verdi", address: null },
          after: { name: "Villa Neri", address: "Via Roma" },
        },
      ],
      request_id: updated.headers.get("x-request-id"),
    });
    expect(change?.key_id).not.toBe(creation?.key_id);
    expect(deletion).toMatchObject({
      action: "delete_project",
      changes: [{ record: "project", id, op: "delete" }],
      request_id: deleted.headers.get("x-request-id"),
    });
  });

  it("names all records that one action changes in one event", async () => {
    const contact = await createContact(org);
    const document = await org.ok("create_document", { title: "Offerta", contactId: contact.id });
    await org.ok("issue_document", { docId: document.id });
    const before = await auditCount();
    const sent = await org.ok("send_issued_document", { docId: document.id });
    expect(await auditCount()).toBe(before + 1);
    const { rows } = await api.pool.query<AuditEvent>(
      "select * from audit_event where action = 'send_issued_document'",
    );
    expect(rows[0]?.changes.map(({ record }) => record).sort()).toEqual(["delivery", "message", "reminder", "thread"]);
    expect(JSON.stringify(rows[0])).toContain(sent.message.id);
  });

  it("keeps no message: neither text nor subject nor address", async () => {
    const secrets = ["Testo riservato", "Oggetto riservato", "riservato@example.test"];
    const [body, subject, to] = secrets;
    const sent = await org.ok("send_message", { body, subject, to });
    await org.ok("reply_to_thread", { threadId: sent.thread.id, body: secrets[0] });
    const { rows } = await api.pool.query<{ text: string }>("select changes::text as text from audit_event");
    for (const secret of secrets) expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it("has nothing of what was only read, refused, or left as it was", async () => {
    const project = await createProject(org);
    const document = await org.ok("create_document", { title: "Lettera" });
    const viewer = await org.member("viewer");
    const before = await auditCount();
    await org.ok("get_project", { projectId: project.id });
    await org.ok("review_document", { docId: document.id });
    await org.call("create_project", { name: "" });
    await org.call("create_project", { name: "Vietato" }, viewer.key);
    await org.call("create_task", { projectId: unknownId, title: "Nulla" });
    await org.call("send_issued_document", { docId: document.id });
    await org.ok("update_project", { projectId: project.id, name: project.name });
    await org.ok("set_document_status", { docId: document.id, status: "draft" });
    expect(await auditCount()).toBe(before);
  });

  it("leaves long values out, but says how long they were", async () => {
    const { id } = await createProject(org, { description: "x".repeat(10_000) });
    const [creation] = await auditOf(api, id);
    expect(creation?.changes[0]?.after).toMatchObject({ description: { length: 10_002 } });
  });
});

describe("with Postgres out of reach", () => {
  it("answers 503 with Retry-After, and recovers by itself", async () => {
    const { id } = await createContact(org);
    postgres.cut();
    const refused = await Promise.all([
      org.call("get_contact", { contactId: id }),
      org.call("create_contact", { name: "Durante" }),
      org.call("issue_document", { docId: unknownId }),
    ]);
    for (const { status, code, headers } of refused) {
      expect([status, code]).toEqual([503, "unavailable"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    postgres.restore();
    expect((await org.call("get_contact", { contactId: id })).status).toBe(200);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    expect((await org.call("create_contact", { name: "Dopo" })).status).toBe(200);
  });

  it("answers 503 to what was under way, and undoes it whole", async () => {
    const { id } = await org.ok("create_document", { title: "A metà" });
    const holder = await api.pool.connect();
    holder.on("error", () => undefined);
    await holder.query("begin");
    await holder.query("select from document where id = $1 for update", [id]);
    const waiting = org.call("issue_document", { docId: id });
    await untilWaitedFor(api.pool, holder);
    postgres.cut();
    expect(await waiting).toMatchObject({ status: 503, code: "unavailable" });
    holder.release(true);
    postgres.restore();
    expect(await org.ok("get_document", { docId: id })).toMatchObject({
      status: "draft",
      number: null,
      revisions: [],
    });
    expect((await org.ok("issue_document", { docId: id })).number).toMatch(/\/0002$/);
  });
});
