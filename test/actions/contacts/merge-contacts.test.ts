import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import {
  createContact,
  createProject,
  organization,
  type TestOrganization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { storedRows } from "../../support/stored-rows.js";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  org = await organization(api);
});
afterAll(() => api.close());

describe("merge_contacts", () => {
  it("moves threads, projects and documents, and deletes the duplicate", async () => {
    const [target, source] = [await createContact(org), await createContact(org, { email: "altra@cliente.test" })];
    const asClient = await createProject(org, { clientContactId: source.id });
    const shown = await createProject(org);
    const both = await createProject(org, { clientContactId: source.id });
    for (const [projectId, contactId] of [
      [shown.id, source.id],
      [both.id, source.id],
      [both.id, target.id],
    ])
      await org.ok("connect_contact", { projectId, contactId });
    const document = await org.ok("create_document", { title: "Incarico", contactId: source.id });
    const { thread } = await org.ok("send_message", { contactId: source.id, body: "Buongiorno" });

    const result = await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    expect(result).toMatchObject({ id: target.id, moved: { threads: 1, projects: 3, documents: 1 } });

    expect((await org.call("get_contact", { contactId: source.id })).status).toBe(404);
    expect((await org.ok("get_project", { projectId: asClient.id })).clientContactId).toBe(target.id);
    for (const { id } of [shown, both]) {
      const { contacts } = await org.ok("get_project", { projectId: id });
      expect(contacts.map((c: { id: string }) => c.id)).toEqual([target.id]);
    }
    expect((await org.ok("get_document", { docId: document.id })).contactId).toBe(target.id);
    expect((await org.ok("get_thread", { threadId: thread.id })).contactId).toBe(target.id);
  });

  it("fills what is empty, keeps what is not, and unites the lists with the target's first", async () => {
    const target = await createContact(org, {
      company: "Bianchi srl",
      emails: ["a@cliente.test", "b@cliente.test"],
      email: "a@cliente.test",
    });
    const source = await createContact(org, {
      name: "M. Bianchi",
      role: "contractor",
      company: "Altra srl",
      emails: ["b@cliente.test", "c@cliente.test"],
      email: "b@cliente.test",
      phone: "035 123",
      pec: "bianchi@pec.test",
      notes: "Chiamare di sera",
    });
    expect(await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id })).toMatchObject({
      name: "Maria Bianchi",
      role: "client",
      company: "Bianchi srl",
      email: "a@cliente.test",
      emails: ["a@cliente.test", "b@cliente.test", "c@cliente.test"],
      phone: "035 123",
      phones: ["035 123"],
      pec: "bianchi@pec.test",
      notes: "Chiamare di sera",
      moved: { threads: 0, projects: 0, documents: 0 },
    });
  });

  it("keeps the notes of both, the target's first, as long as the field has room for them", async () => {
    const merged = async (notes: string, others: string) => {
      const [target, source] = [await createContact(org, { notes }), await createContact(org, { notes: others })];
      return (await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id })).notes;
    };
    expect(await merged("Chiavi dal portiere", "Chiamare di sera")).toBe("Chiavi dal portiere\n\nChiamare di sera");
    expect(await merged("Chiavi dal portiere. Chiamare di sera", "Chiamare di sera")).toBe(
      "Chiavi dal portiere. Chiamare di sera",
    );
    const [long, longer] = ["nota ".repeat(10_000), "voce ".repeat(10_000)];
    expect(await merged(long, longer)).toBe(long);
  });

  it("keeps one of two addresses that are the same, written otherwise", async () => {
    const target = await createContact(org, { emails: ["paolo@conti.test"], phones: ["+39 333 1234567", "interno"] });
    const source = await createContact(org, {
      emails: ["PAOLO@conti.test", "studio@conti.test"],
      phones: ["0039 3331234567", "333/1234567", "035 123", "casa"],
    });
    expect(await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id })).toMatchObject({
      emails: [...target.emails, "studio@conti.test"],
      phones: ["+39 333 1234567", "interno", "035 123", "casa"],
    });
  });

  it("keeps one of two that are merged into each other at the same moment", async () => {
    for (let i = 0; i < 10; i++) {
      const [a, b] = [
        await org.ok("create_contact", { name: "Anna" }),
        await org.ok("create_contact", { name: "Anna" }),
      ];
      const merge = (targetId: string, sourceId: string) => org.call("merge_contacts", { targetId, sourceId });
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const kept = await Promise.all([a, b].map(({ id }) => org.call("get_contact", { contactId: id })));
      expect(kept.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
  });

  it("looks both up before it says that they are the same", async () => {
    const contact = await createContact(org);
    const foreign = await createContact(await organization(api, "Altro Studio"));
    const merge = (targetId: string, sourceId: string) => org.call("merge_contacts", { targetId, sourceId });
    expect((await merge(unknownId, unknownId)).detail).toBe(`targetId: there is no such record: ${unknownId}`);
    expect((await merge(contact.id, foreign.id)).detail).toBe(`sourceId: there is no such record: ${foreign.id}`);
    const same = await merge(contact.id, contact.id);
    expect([same.status, same.errors.map((e) => e.pointer)]).toEqual([400, ["/sourceId"]]);
    expect((await org.ok("get_contact", { contactId: contact.id })).id).toBe(contact.id);
  });

  it("needs both contacts:edit and contacts:delete", async () => {
    const [target, source] = [await createContact(org), await createContact(org)];
    const body = { targetId: target.id, sourceId: source.id };
    const { status, detail } = await org.call("merge_contacts", body, (await org.member("member")).key);
    expect([status, detail]).toEqual([403, expect.stringContaining("contacts:delete")]);
    const deleteOnly = await org.keyWith("contacts:delete");
    expect((await org.call("merge_contacts", body, deleteOnly)).detail).toContain("contacts:edit");
    expect((await org.call("merge_contacts", body, await org.keyWith("contacts:edit", "contacts:delete"))).status).toBe(
      200,
    );
  });

  it("leaves one audit event that names every record it changed", async () => {
    const [target, source] = [await createContact(org), await createContact(org, { pec: "x@pec.test" })];
    const { id: docId } = await org.ok("create_document", { title: "Incarico", contactId: source.id });
    await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    const { rows } = await api.pool.query(
      "select record_type, record_id, changes from audit_event where action = 'merge_contacts' and record_id = $1",
      [target.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].changes).toEqual([
      { record: "contact", id: target.id, op: "update", before: { pec: null }, after: { pec: "x@pec.test" } },
      { record: "contact", id: source.id, op: "delete" },
      {
        record: "document",
        id: docId,
        op: "update",
        before: { contactId: source.id },
        after: { contactId: target.id },
      },
    ]);
  });

  it("loses nothing that is linked to the duplicate at the same moment", async () => {
    const [target, source] = [await createContact(org), await createContact(org)];
    const linking = Array.from({ length: 8 }, () =>
      org.call("create_document", { title: "Incarico", contactId: source.id }),
    );
    const merged = await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    const made = (await Promise.all(linking)).filter((answer) => answer.status === 200);
    const { items } = await org.ok<{ items: unknown[] }>("list_documents", { contactId: target.id });
    expect(items).toHaveLength(made.length);
    expect(merged.moved.documents).toBe(made.length);
  });
});

describe("a merge that was a mistake", () => {
  const deletionOf = async (recordId: string): Promise<TestRecord> => {
    const { items } = await org.ok<{ items: TestRecord[] }>("list_deleted", { kind: "contact" });
    return items.find(({ id }) => id === recordId) as TestRecord;
  };
  const restore = async (recordId: string) => {
    const { deletionId } = await deletionOf(recordId);
    return org.ok("restore_record", { deletionId });
  };

  it("is undone before an earlier one, whose undoing would else bring back a contact with nothing", async () => {
    const [first, second, third] = [await createContact(org), await createContact(org), await createContact(org)];
    const { id: docId } = await org.ok("create_document", { title: "Incarico", contactId: first.id });
    await org.ok("merge_contacts", { targetId: second.id, sourceId: first.id });
    await org.ok("merge_contacts", { targetId: third.id, sourceId: second.id });
    const [earlier, later] = [await deletionOf(first.id), await deletionOf(second.id)];
    const refused = await org.call("restore_record", { deletionId: earlier.deletionId });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining(later.deletionId) } });
    for (const { deletionId } of [later, earlier]) await org.ok("restore_record", { deletionId });
    expect((await org.ok("get_document", { docId })).contactId).toBe(first.id);
  });

  it("is undone whole, and the survivor loses again what it took over", async () => {
    const target = await createContact(org, { name: "Mario Rossi", email: "mario@cliente.test", notes: "" });
    const source = await createContact(org, {
      name: "M. Rossi",
      email: "altra@cliente.test",
      phone: "035 1",
      pec: "rossi@pec.test",
      notes: "Chiamare di sera",
    });
    await org.ok("set_contact_details", { contactId: source.id, city: "Bergamo", province: "BG" });
    const asClient = await createProject(org, { clientContactId: source.id });
    const [shown, both] = [await createProject(org), await createProject(org)];
    for (const [projectId, contactId] of [
      [shown.id, source.id],
      [both.id, source.id],
      [both.id, target.id],
    ])
      await org.ok("connect_contact", { projectId, contactId });
    const document = await org.ok("create_document", { title: "Incarico", contactId: source.id });
    const { thread } = await org.ok("send_message", { contactId: source.id, body: "Buongiorno" });
    await api.pool.query("update message set status = 'sent' where thread_id = $1", [thread.id]);
    const marks = ["version", "updated_at"];
    const rows = () =>
      storedRows(api.pool, org.organizationId, {
        contact: marks,
        project: marks,
        project_contact: marks,
        document: marks,
        thread: marks,
      });
    const before = await rows();

    await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    expect(await deletionOf(source.id)).toMatchObject({
      kind: "contact",
      title: "M. Rossi (unito a Mario Rossi)",
      with: { project_contact: 1 },
    });
    const { restored } = await restore(source.id);
    expect(restored[0]).toEqual({ kind: "contact", id: source.id });
    expect(await rows()).toEqual(before);

    const { rows: events } = await api.pool.query(
      "select changes from audit_event where action = 'restore_record' and organization_id = $1 order by at desc limit 1",
      [org.organizationId],
    );
    const named = events[0].changes.map(({ id, op }: TestRecord) => `${op} ${id}`);
    expect(named).toEqual(
      expect.arrayContaining([
        `create ${source.id}`,
        ...[target, asClient, document, thread].map(({ id }) => `update ${id}`),
      ]),
    );
  });

  it("takes back nothing that was changed since, and leaves what stands elsewhere", async () => {
    const target = await createContact(org, { email: "", name: "Anna Bianchi" });
    const source = await createContact(org, { email: "anna@cliente.test", phone: "035 2", pec: "anna@pec.test" });
    const other = await createContact(org);
    const [moved, stays] = [
      await org.ok("create_document", { title: "Incarico", contactId: source.id }),
      await org.ok("create_document", { title: "Lettera", contactId: source.id }),
    ];
    await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    await org.ok("update_contact", { contactId: target.id, pec: "nuova@pec.test", emails: ["a@cliente.test"] });
    await org.ok("update_document", { docId: moved.id, contactId: other.id });
    await restore(source.id);
    expect(await org.ok("get_contact", { contactId: target.id })).toMatchObject({
      email: "a@cliente.test",
      emails: ["a@cliente.test"],
      phone: null,
      phones: [],
      pec: "nuova@pec.test",
    });
    expect((await org.ok("get_document", { docId: moved.id })).contactId).toBe(other.id);
    expect((await org.ok("get_document", { docId: stays.id })).contactId).toBe(source.id);
  });
});
