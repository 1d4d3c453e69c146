import { describe, expect, it } from "@jest/globals";
import { rowsAtOnce } from "../../../src/db/deletions/parts.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { createContact, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { referToBoth } from "./refer-to-both.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

describe("merge_contacts", () => {
  it("moves threads, projects and documents, and deletes the duplicate", async () => {
    const [target, source] = [await createContact(org), await createContact(org, { email: "altra@cliente.test" })];
    const { asClient, shown, both, document, thread } = await referToBoth(org, target, source);

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
      warnings: [
        {
          code: "not_taken_over",
          pointer: "/sourceId",
          detail:
            "The survivor keeps its own where the duplicate said otherwise: name «M. Bianchi», company «Altra srl».",
          suggestion: expect.stringContaining("notes"),
        },
      ],
    });
    const same = await createContact(org, { name: " maria  BIANCHI" });
    expect((await org.ok("merge_contacts", { targetId: target.id, sourceId: same.id })).warnings).toBeUndefined();
  });

  it("keeps the notes of both, the target's first, as long as the field has room for them", async () => {
    let dropped: string | undefined;
    const merged = async (notes: string, others: string) => {
      const [target, source] = [await createContact(org, { notes }), await createContact(org, { notes: others })];
      const merged = await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
      dropped = merged.warnings?.[0].detail;
      return merged.notes;
    };
    expect(await merged("Chiavi dal portiere", "Chiamare di sera")).toBe("Chiavi dal portiere\n\nChiamare di sera");
    expect(await merged("Chiavi dal portiere. Chiamare di sera", "Chiamare di sera")).toBe(
      "Chiavi dal portiere. Chiamare di sera",
    );
    const [long, longer] = ["nota ".repeat(10_000), "voce ".repeat(10_000)];
    expect(dropped).toBeUndefined();
    expect(await merged(long, longer)).toBe(long);
    expect(dropped).toContain("notes «voce voce");
  });

  it("keeps one of two addresses that are the same, written otherwise", async () => {
    const target = await createContact(org, {
      emails: ["paolo@conti.test"],
      phones: ["+39 333 1234567", "interno", "+41 79 111 22 34"],
    });
    const source = await createContact(org, {
      emails: ["PAOLO@conti.test", "studio@conti.test"],
      phones: ["0039 3331234567", "333/1234567", "035 123", "casa", "0041 791112234"],
    });
    expect(await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id })).toMatchObject({
      emails: [...target.emails, "studio@conti.test"],
      phones: ["+39 333 1234567", "interno", "+41 79 111 22 34", "035 123", "casa"],
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
    const events = (await auditOf(api, target.id)).filter(({ action }) => action === "merge_contacts");
    expect(events).toHaveLength(1);
    expect(events[0]?.changes).toEqual([
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

  it("moves all rows, also where one statement doesn't take them all", async () => {
    const [target, source] = [await createContact(org), await createContact(org)];
    const threads = rowsAtOnce + 5;
    await api.pool.query(
      `insert into thread (organization_id, id, created_at, updated_at, status, channel, contact_id)
       select $1, gen_random_uuid(), now(), now(), 'closed', 'email', $2 from generate_series(1, ${threads})`,
      [org.organizationId, source.id],
    );
    const { moved } = await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    expect(moved.threads).toBe(threads);
  });

  it("leaves what is given to another contact at the same moment with that one", async () => {
    const [target, source, other] = [await createContact(org), await createContact(org), await createContact(org)];
    const { id: docId } = await org.ok("create_document", { title: "Incarico", contactId: source.id });
    const client = await api.pool.connect();
    await client.query("begin");
    await client.query("update document set contact_id = $2, version = version + 1 where id = $1", [docId, other.id]);
    const merging = org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    await eventually(async () => {
      const { rows } = await api.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update document%'",
      );
      return rows.length > 0;
    }).finally(async () => {
      await client.query("commit");
      client.release();
    });
    expect((await merging).moved.documents).toBe(0);
    expect((await org.ok("get_document", { docId })).contactId).toBe(other.id);
  });
});
