import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { deletionOf, restoreDeleted } from "../../support/deletions.js";
import { createContact, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { storedRows } from "../../support/stored-rows.js";
import { referToBoth } from "./refer-to-both.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

describe("a merge that was a mistake", () => {
  it("is undone before an earlier one, whose undoing would else bring back a contact with nothing", async () => {
    const [first, second, third] = [await createContact(org), await createContact(org), await createContact(org)];
    const { id: docId } = await org.ok("create_document", { title: "Incarico", contactId: first.id });
    await org.ok("merge_contacts", { targetId: second.id, sourceId: first.id });
    await org.ok("merge_contacts", { targetId: third.id, sourceId: second.id });
    const [earlier, later] = [await deletionOf(org, first.id), await deletionOf(org, second.id)];
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
    const { asClient, document, thread } = await referToBoth(org, target, source);
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
    expect(await deletionOf(org, source.id)).toMatchObject({
      kind: "contact",
      title: "M. Rossi (unito a Mario Rossi)",
      with: { project_contact: 1 },
    });
    const { restored } = await restoreDeleted(org, source.id);
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
    await restoreDeleted(org, source.id);
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
