import { beforeAll, describe, expect, it } from "@jest/globals";
import { getMetadataArgsStorage } from "typeorm";
import { entities } from "../../../src/db/entities/index.js";
import { fieldName } from "../../../src/web/settings/audit-log/field-texts.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { createContact, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { signedIn } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));
const me = forAllTests(() => signedIn(api, owner));
let projectId: string;

beforeAll(async () => {
  ({ id: projectId } = await createProject(org, { name: "Villa Rossi" }));
});

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const events = async (filter: Record<string, string> = {}): Promise<string> =>
  (await me.visit(`/settings/audit-log?${new URLSearchParams(filter)}`)).text;
const csv = async (filter: Record<string, string> = {}): Promise<string> =>
  (await me.visit(`/settings/audit-log/export.csv?${new URLSearchParams(filter)}`)).html;
/** What the page shows of records and people: names of the records and values of the fields, as HTML. */
const shown = () => [...me.page.html.matchAll(/<(?:dd|a href="[^"]*record=[^"]*")>[\s\S]*?<\/(?:dd|a)>/g)].map(String);

/** An event that says what it is given, as no action would. */
const insertEvent = (organizationId: string, recordId: string, after: object) =>
  api.pool.query(
    `insert into audit_event (organization_id, id, at, via, action, record_type, record_id, changes)
     values ($1, gen_random_uuid(), now(), 'rest', 'update_task', 'task', $2, $3)`,
    [organizationId, recordId, JSON.stringify([{ record: "task", id: recordId, op: "update", after }])],
  );

describe("the audit log", () => {
  it("names people and records where a field holds their ids", async () => {
    const [first, second] = [await org.member("member"), await org.member("member")];
    const contact = await createContact(org, { name: "Maria Bianchi" });
    await org.ok("update_project", { projectId, clientContactId: contact.id });
    const task = await org.ok("create_task", { title: "Sopralluogo", projectId, assigneeId: first.userId });
    await org.ok("share_project", { projectId, userId: second.userId, role: "viewer" });

    expect(await events({ record: task.id })).toMatch(
      new RegExp(`Task: Sopralluogo created .*Project Villa Rossi Assignee ${first.name}`),
    );
    expect(await events({ record: projectId })).toContain("Client contact Maria Bianchi");
    expect(await events()).toMatch(
      new RegExp(`Share: ${second.name} created Role viewer User ${second.name} Project Villa Rossi`),
    );
    expect(await csv()).toContain(`Assignee: ${first.name}`);
    expect(await csv()).toContain(`Share: ${second.name} (Role: viewer; User: ${second.name}; Project: Villa Rossi)`);
  });

  it("names all that an issued and sent document brings about", async () => {
    const contact = await createContact(org, { name: "Carlo Verdi", email: "carlo@cliente.test" });
    const quote = await org.ok("create_document", {
      title: "Preventivo facciata",
      kind: "preventivo",
      projectId,
      contactId: contact.id,
    });
    await org.ok("update_document", {
      docId: quote.id,
      lineItems: [{ desc: "Ponteggio", unit: "mq", qty: 1, price: 100 }],
    });
    const bill = await org.ok("create_bill_of_quantities", { name: "Computo facciata", projectId });
    await org.ok("link_quote_line", { computoId: bill.id, docId: quote.id, computoLineIndex: null, docLineIndex: 0 });
    await org.ok("issue_document", { docId: quote.id });
    await org.ok("send_issued_document", { docId: quote.id });

    const text = await events();
    for (const name of [
      "Link to a quote: Computo facciata",
      "Bill of quantities Computo facciata",
      "Revision: Preventivo facciata",
      "Delivery: Preventivo facciata",
      "Thread: Carlo Verdi",
      "Message: Carlo Verdi",
      "Contact Carlo Verdi",
    ])
      expect(text).toContain(name);
    expect(shown().filter((html) => uuid.test(html.replace(/href="[^"]*"|&lt;m\.\S+@/, "")))).toEqual([]);
  });

  it("says under a document who sent it, and who set it back, whatever else that changed", async () => {
    const contact = await createContact(org, { name: "Dora Neri", email: "dora@cliente.test" });
    const { id: docId } = await org.ok("create_document", {
      title: "SAL di maggio",
      kind: "report",
      contactId: contact.id,
    });
    await org.ok("issue_document", { docId });
    await org.ok("send_issued_document", { docId });
    await org.ok("send_issued_document", { docId });
    await org.ok("set_document_status", { docId, status: "draft" });
    for (const record of [docId, "SAL di maggio"]) {
      const text = await events({ record });
      expect(text.match(/Send an issued document Document: SAL di maggio/g)).toHaveLength(2);
      expect(text).toContain("Set a document's status Document: SAL di maggio");
    }
    await org.ok("delete_document", { docId });
    await org.ok("delete_contact", { contactId: contact.id });
    expect(await events({ record: docId })).toContain("Send an issued document Document: SAL di maggio");
  });

  it("says what records and their states are called in the reader's language", async () => {
    const reader = await signedIn(api, owner, "it");
    const { id } = await createProject(org, { name: "Casa Gialla", type: "permesso_di_costruire" });
    const { id: reminderId } = await org.ok("create_reminder", {
      title: "Saldo",
      kind: "payment",
      dueAt: "2099-01-01",
    });
    await org.ok("complete_reminder", { reminderId });
    const ofRecord = async (record: string) => (await reader.visit(`/settings/audit-log?record=${record}`)).text;
    expect(await ofRecord(id)).toMatch(
      /Pratica: Casa Gialla creazione Nome Casa Gialla Tipo permesso di costruire Fase preparazione Stato bozza/,
    );
    expect(await ofRecord(reminderId)).toMatch(/ Scadenza 1° gen 2099 (?!, )/);
    expect(await ofRecord(reminderId)).toMatch(
      /Promemoria: Saldo .*Stato fatto \(prima: in attesa\).* Tipo pagamento /,
    );
    expect(await events({ record: reminderId })).toMatch(/Status done \(before: pending\).* Kind payment /);
    const words = new RegExp(
      `\\b(?:${["pending", "done", "draft", "preparation", "permesso_di_costruire"].join("|")})\\b`,
    );
    expect((await ofRecord("Casa Gialla")) + (await ofRecord(reminderId))).not.toMatch(words);
    const { id: billId } = await org.ok("create_bill_of_quantities", { name: "Computo", projectId: id });
    await org.ok("save_bill_of_quantities_lines", {
      computoId: billId,
      lines: [{ type: "line", desc: "Scavo", unit: "m³", qty: 1, price: 12.5 }],
    });
    expect(await ofRecord(billId)).toContain("Totale 12,5 (prima: 0)");
  });

  it("names keys by whose they are, and apps by what they call themselves", async () => {
    const member = await org.member("member");
    await connectedApp(api, org, member, "Claude");
    expect(await events({ person: member.name })).toContain("Connected app: Claude");
    expect(await events({ record: member.name })).toContain(
      `API key: ${member.name} created Name ${member.name} User ${member.name}`,
    );
  });

  it("keeps the names of what is gone: of people who left, and of deleted records as they were last called", async () => {
    const member = await org.member("member");
    const gone = await createProject(org, { name: "Prima" });
    await org.ok("update_project", { projectId: gone.id, name: "Casa Neri" });
    const task = await org.ok("create_task", { title: "Rilievo", projectId: gone.id, assigneeId: member.userId });
    await org.ok("delete_project", { projectId: gone.id });
    await me.visit("/settings/members");
    await me.submit("/settings/members/remove", { member: member.userId });

    expect(await events({ record: gone.id })).toMatch(/Delete a project Project: Casa Neri/);
    expect(await events({ record: task.id })).toContain("Task: Rilievo");
    expect(me.page.text).toContain(`Project Casa Neri`);
    expect(me.page.text).toContain(`Assignee ${member.name}`);
    expect(await events({ person: owner.name })).toContain(`Membership: ${member.name}`);
  });

  it("says of a share that has ended whose it was, and of which project", async () => {
    const member = await org.member("guest");
    const { id } = await createProject(org, { name: "Casa Blu" });
    const share = { projectId: id, userId: member.userId };
    await org.ok("share_project", { ...share, role: "viewer" });
    await org.ok("share_project", { ...share, role: "editor" });
    await org.ok("unshare_project", share);
    expect(await events()).toMatch(
      new RegExp(
        `Stop sharing a project Share: ${member.name} .*Share: ${member.name} deleted Role \\(before: editor\\) User \\(before: ${member.name}\\) Project \\(before: Casa Blu\\)`,
      ),
    );
    expect(await csv()).toContain(`Share: ${member.name} (Role: editor; User: ${member.name}; Project: Casa Blu)`);
    // As the log said it before it kept whose it was: the event that made the share tells.
    await api.pool.query(
      `insert into audit_event (organization_id, id, at, via, action, record_type, record_id, changes)
       select organization_id, gen_random_uuid(), now(), via, action, record_type, record_id, changes #- '{0,before}'
       from audit_event where organization_id = $1 and action = 'unshare_project'`,
      [org.organizationId],
    );
    expect(await csv()).toContain(`Share: ${member.name} ()`);
  });

  it("shows an id that has no name as it is", async () => {
    await insertEvent(org.organizationId, unknownId, { assigneeId: unknownId });
    expect(await events({ record: unknownId })).toContain(`Task: ${unknownId}`);
    expect(me.page.text).toContain(`Assignee ${unknownId}`);
    expect(await csv({ record: unknownId })).toContain(`Task (Assignee: ${unknownId})`);
  });

  it("gives away no name of another organization, nor takes a text that people typed for an id", async () => {
    const other = await organization(api, "Studio Estraneo");
    const stranger = await other.member("owner");
    const contact = await createContact(other, { name: "Cliente Estraneo" });
    const task = await org.ok("create_task", { title: "Controllo", projectId, assigneeId: owner.userId });
    await insertEvent(org.organizationId, task.id, { assigneeId: stranger.userId, contactId: contact.id });
    await org.ok("update_project", { projectId, description: owner.userId });

    expect(await events({ record: task.id })).toContain(`Contact ${contact.id} Assignee ${stranger.userId}`);
    expect(me.page.text).not.toMatch(/Estraneo/);
    expect(me.page.text).not.toContain(stranger.name);
    expect(await events({ record: projectId })).toContain(`Description ${owner.userId}`);
  });

  it("asks the database no more often for fifty events than for one", async () => {
    const busy = await organization(api);
    const boss = await busy.member("owner");
    const reader = await signedIn(api, boss);
    const queries = async (): Promise<number> => {
      const { query } = api.app.database;
      let count = 0;
      api.app.database.query = (...given) => {
        count++;
        return query.apply(api.app.database, given) as never;
      };
      try {
        await reader.visit("/settings/audit-log");
      } finally {
        api.app.database.query = query;
      }
      return count;
    };
    const few = await queries();
    const project = await createProject(busy, { name: "Cantiere" });
    for (let n = 0; n < 50; n++)
      await busy.ok("create_task", { title: `Attività ${n}`, projectId: project.id, assigneeId: boss.userId });
    // What the server writes of itself at the same time may be among them.
    expect(await queries()).toBeLessThan(few + 10);
    expect(reader.page.text.match(/Project Cantiere/g)).toHaveLength(50);
  });
});

describe("a field's name", () => {
  /** What the audit log never keeps of any record, or not of those (`db/audit.ts`). */
  const unseen = /^(id|organizationId|createdAt|updatedAt|version|from|to|content|instructions|answer|diff|findings)$/;
  const isSame = /^(email|password|logo|workflowId|iban|pec|messageIdHeader)$/;
  const columns = getMetadataArgsStorage()
    .columns.filter(({ target, mode }) => entities.some((entity) => entity === target) && mode !== "virtual-property")
    .map(({ propertyName }) => propertyName);

  it.each([...new Set(columns)].filter((field) => !unseen.test(field)))(
    "of %s is Italian for Italian readers",
    (field) => {
      if (!isSame.test(field)) expect(fieldName(field, "it")).not.toBe(fieldName(field, "en"));
      expect(fieldName(field, "it")).not.toMatch(/Id$|At$|By$/);
    },
  );
});
