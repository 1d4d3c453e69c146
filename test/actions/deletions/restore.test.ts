import { describe, expect, it } from "@jest/globals";
import { removeMember } from "../../../src/accounts/members/member-changes.js";
import { createUser } from "../../../src/admin/provision.js";
import { changeMessage, findMessage } from "../../../src/db/deletions/held-messages.js";
import { restoreDeletion } from "../../../src/db/deletions/restore.js";
import type { Message } from "../../../src/db/entities/message.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { inDays } from "../../support/days.js";
import { deletionOf, restoreLast } from "../../support/deletions.js";
import {
  createBill,
  createContact,
  createGuest,
  createIssued,
  createPriceBook,
  createProject,
  organization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { storedRows } from "../../support/stored-rows.js";
import { untilWaiting } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
/** What a change marks in a row that stayed. */
const marks = {
  reminder: ["version", "updated_at"],
  document: ["version", "updated_at"],
  thread: ["version", "updated_at"],
};
const marksOfAll = Object.fromEntries(
  ["reminder", "document", "thread", "price_book", "project", "message", "delivery", "task"].map((table) => [
    table,
    marks.reminder,
  ]),
);
const rows = () => storedRows(api.pool, org.organizationId, marksOfAll);
const restore = async (recordId: string) =>
  org.call<{ restored: { kind: string; id: string }[] }>("restore_record", {
    deletionId: (await deletionOf(org, recordId)).deletionId,
  });
const orders = async (): Promise<string[]> => {
  const { rows: found } = await api.pool.query(
    "select workflow_id from outbox where organization_id = $1 and workflow_type is not null order by 1",
    [org.organizationId],
  );
  return found.map((row) => row.workflow_id);
};
const forgetOrders = () => api.pool.query("delete from outbox");

const projectWithTask = async () => {
  const project = await createProject(org);
  return { project, task: await org.ok("create_task", { projectId: project.id, title: "Rilievo" }) };
};

/** A project with one of everything that a firm has in a case. */
async function wholeCase() {
  const owner = await org.member("owner");
  const guest = await org.member("guest");
  const contact = await createContact(org, { email: "maria@cliente.test" });
  const project = await createProject(org, { clientContactId: contact.id });
  const projectId = project.id;
  await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(20) });
  await org.ok("connect_contact", { projectId, contactId: contact.id });
  await org.ok("share_project", { projectId, userId: guest.userId, role: "editor" });
  const task = await org.ok("create_task", { projectId, title: "Rilievo", assigneeId: owner.userId });
  await org.ok("update_task_checklist", { taskId: task.id, checklist: [{ text: "Foto", done: true }] });
  const bill = await createBill(org, { projectId, name: "Computo" }, [
    { zz: "ä", type: "line", price: 12.345678, desc: "Scavo \u20ac", unit: "m³", qty: 2, aa: [1, { b: null }] },
  ]);
  const quote = await org.ok("draft_quote_from_bill_of_quantities", { computoId: bill.id, contactId: contact.id });
  await org.ok("link_quote_line", { computoId: bill.id, docId: quote.id, computoLineIndex: 0, docLineIndex: 0 });
  await org.ok("update_document", { docId: quote.id, validUntil: inDays(10) });
  await org.ok("issue_document", { docId: quote.id });
  const sent = await org.ok("send_issued_document", { docId: quote.id });
  await api.pool.query("update message set status = 'sent', handed_over_at = now() where id = $1", [sent.message.id]);
  const submission = await org.ok("record_submission", {
    projectId,
    decisionDeadline: inDays(25),
    protocolNumber: "77/2026",
  });
  const reminder = await org.ok("create_reminder", { projectId, title: "Udienza", dueAt: inDays(5) });
  const thread = (await org.ok("send_message", { projectId, contactId: contact.id, body: "Buongiorno" })).thread;
  const book = await createPriceBook(org, { projectId, name: "Prezzario" }, [
    { code: "01.A", description: "Scavo", unit: "m³", price: 10.123 },
    { description: "Rinterro", unit: "m³", price: 3 },
  ]);
  const template = await org.ok("save_as_template", { docId: quote.id });
  return { owner, guest, contact, project, task, bill, quote, submission, reminder, thread, book, template, sent };
}

describe("a restored record", () => {
  it("the wrong project: is as it was, with all that went, all that was unlinked, and all that ran", async () => {
    const { project, task, bill, submission, reminder, quote, guest } = await wholeCase();
    const before = await rows();
    await forgetOrders();
    await org.ok("delete_project", { projectId: project.id });
    expect((await org.call("get_project", { projectId: project.id })).status).toBe(404);
    expect(await rows()).not.toEqual(before);
    const deletion = await deletionOf(org, project.id);
    expect(deletion).toMatchObject({
      kind: "project",
      title: project.name,
      deletedBy: { userId: null, name: "test" },
      with: { task: 1, bill: 1, submission: 1, share: 1, project_contact: 1, quote_link: 1 },
    });
    expect(Date.parse(deletion.expiresAt) - Date.parse(deletion.deletedAt)).toBe(30 * 86_400_000);

    const { restored } = (await restore(project.id)).result;
    expect(restored[0]).toEqual({ kind: "project", id: project.id });
    for (const one of [
      { kind: "task", id: task.id },
      { kind: "bill", id: bill.id },
      { kind: "submission", id: submission.id },
    ])
      expect(restored).toContainEqual(one);
    expect(await rows()).toEqual(before);
    expect(await orders()).toEqual(
      [
        `watch-project:${project.id}`,
        `watch-submission:${submission.id}`,
        `watch-reminder:${submission.reminder.id}`,
        `watch-reminder:${reminder.id}`,
        `expire-document:${quote.id}:1`,
      ].sort(),
    );
    expect((await org.ok("get_reminder", { reminderId: submission.reminder.id })).status).toBe("pending");
    expect((await org.ok("get_project", { projectId: project.id }, guest.key)).tasks).toHaveLength(1);
    expect((await org.ok("list_deleted")).items).toEqual([]);
    expect((await org.ok("search_records", { query: project.name })).projects).toHaveLength(1);
  });

  it("of every other kind: is as it was", async () => {
    const { contact, task, bill, quote, submission, reminder, thread, book, template, sent } = await wholeCase();
    const deletions: [name: string, body: Record<string, string>, id: string, went: object][] = [
      ["delete_task", { taskId: task.id }, task.id, {}],
      ["delete_reminder", { reminderId: reminder.id }, reminder.id, {}],
      ["delete_reminder", { reminderId: submission.reminder.id }, submission.reminder.id, {}],
      ["delete_reminder", { reminderId: sent.reminder.id }, sent.reminder.id, {}],
      ["delete_submission", { submissionId: submission.id }, submission.id, {}],
      ["delete_bill_of_quantities", { computoId: bill.id }, bill.id, { quote_link: 1 }],
      ["delete_contact", { contactId: contact.id }, contact.id, { project_contact: 1 }],
      ["delete_thread", { threadId: thread.id }, thread.id, { message: 1 }],
      ["delete_thread", { threadId: sent.message.threadId }, sent.message.threadId, { message: 1 }],
      ["delete_document", { docId: quote.id }, quote.id, { revision: 1, delivery: 1, quote_link: 1 }],
      ["delete_template", { templateId: template.id }, template.id, {}],
      ["delete_price_book", { bookId: book.id }, book.id, { entry: 2 }],
    ];
    const before = await rows();
    for (const [name, body, id, went] of deletions) {
      // However the letters of its id are written, the answer has the record's own.
      const inCapitals = Object.fromEntries(Object.entries(body).map(([field, given]) => [field, given.toUpperCase()]));
      expect(await org.ok(name, inCapitals)).toEqual({ id, deleted: true });
      expect([name, (await org.call(name, body)).status]).toEqual([name, 404]);
      expect([name, (await deletionOf(org, id)).with]).toEqual([name, went]);
      expect((await restore(id)).result.restored[0]?.id).toBe(id);
      expect([name, await rows()]).toEqual([name, before]);
    }
  });

  it("is named without half a character where its name is cut", async () => {
    const { id } = await org.ok("create_contact", { name: `${"x".repeat(299)}😀` });
    await org.ok("delete_contact", { contactId: id });
    expect((await deletionOf(org, id)).title).toBe(`${"x".repeat(299)}…`);
  });

  it("says what went with it, and not what went with another", async () => {
    const { project } = await wholeCase();
    const other = await createProject(org);
    await org.ok("create_task", { projectId: other.id, title: "Rilievo" });
    await org.ok("delete_project", { projectId: project.id });
    await org.ok("delete_project", { projectId: other.id });
    expect((await deletionOf(org, other.id)).with).toEqual({ task: 1 });
  });

  it("entries of a price book: come back into it, and are found again", async () => {
    const { book } = await wholeCase();
    const { rows: entries } = await api.pool.query("select id from price_book_entry where book_id = $1 order by id", [
      book.id,
    ]);
    const entryIds = entries.map(({ id }) => id);
    const before = await rows();
    const missing = await org.call("delete_price_book_entries", {
      bookId: book.id,
      entryIds: [entryIds[0], unknownId],
    });
    expect([missing.status, missing.detail]).toEqual([404, `entryIds: there is no such record: ${unknownId}`]);
    const body = { bookId: book.id, entryIds: [...entryIds, entryIds[0]] };
    expect(await org.ok("delete_price_book_entries", body)).toEqual({ bookId: book.id, deleted: 2 });
    expect((await org.ok("search_price_book", { query: "scavo" })).entries).toEqual([]);
    expect(await deletionOf(org, book.id)).toMatchObject({
      kind: "price_book",
      title: "Prezzario: 2 voci",
      with: { entry: 2 },
    });
    const { restored } = (await restore(book.id)).result;
    expect(restored.map(({ id }) => id).sort()).toEqual(entryIds);
    expect(await rows()).toEqual(before);
    expect((await org.ok("search_price_book", { query: "scavo" })).entries).toHaveLength(1);
  });

  it("keeps the number of a document, which no other gets meanwhile", async () => {
    const issue = async () => {
      const { id } = await org.ok("create_document", { title: "Lettera" });
      return org.ok("issue_document", { docId: id });
    };
    const first = await issue();
    await org.ok("delete_document", { docId: first.id });
    const second = await issue();
    await restore(first.id);
    expect(second.number).not.toBe(first.number);
    expect((await org.ok("get_document", { docId: first.id })).number).toBe(first.number);
  });

  it("links nothing again that was linked otherwise meanwhile, and reopens no reminder that a person closed", async () => {
    const { project, quote, submission } = await wholeCase();
    const other = await createProject(org);
    await org.ok("delete_project", { projectId: project.id });
    await api.pool.query("update document set project_id = $2 where id = $1", [quote.id, other.id]);
    await org.ok("complete_reminder", { reminderId: submission.reminder.id, status: "done" });
    await restore(project.id);
    expect((await org.ok("get_document", { docId: quote.id })).projectId).toBe(other.id);
    const closed = await org.ok("get_reminder", { reminderId: submission.reminder.id });
    expect([closed.status, closed.projectId]).toEqual(["done", project.id]);
  });

  it("gives what it links again another version, so that who has read that before reads it again", async () => {
    const { project, quote } = await wholeCase();
    const version = async () =>
      (await api.pool.query("select version from document where id = $1", [quote.id])).rows[0].version;
    await org.ok("delete_project", { projectId: project.id });
    const before = await version();
    await restore(project.id);
    expect(await version()).toBe(before + 1);
  });

  it("links the lines of a quote as they stand now, and only where they still may be linked", async () => {
    const project = await createProject(org);
    const line = (desc: string) => ({ type: "line", desc, unit: "m", qty: 2, price: 3 });
    const linked = async () => {
      const lines = ["a", "b", "c"].map(line);
      const { id: computoId } = await createBill(org, { projectId: project.id, name: "Computo" }, lines);
      const { id: docId } = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
      for (const index of [0, 1, 2])
        await org.ok("link_quote_line", { computoId, docId, computoLineIndex: index, docLineIndex: index });
      return { computoId, docId };
    };
    const linksOf = async (computoId: string) =>
      (await org.ok<{ links: TestRecord[] }>("get_bill_of_quantities", { computoId })).links.map((link) => [
        link.computoLineIndex,
        link.docLineIndex,
        link.stale,
      ]);

    const first = await linked();
    await org.ok("delete_document", { docId: first.docId });
    await org.ok("delete_bill_lines", { computoId: first.computoId, indexes: [1] });
    expect((await restore(first.docId)).result?.restored.filter(({ kind }) => kind === "quote_link")).toHaveLength(2);
    expect((await linksOf(first.computoId)).sort()).toEqual([
      [0, 0, false],
      [1, 2, false],
    ]);

    const second = await linked();
    await org.ok("delete_bill_of_quantities", { computoId: second.computoId });
    await org.ok("update_quote_lines", { docId: second.docId, changes: [{ at: 0, set: { qty: 9 } }, { remove: 2 }] });
    await restore(second.computoId);
    expect((await linksOf(second.computoId)).sort()).toEqual([
      [0, 0, true],
      [1, 1, false],
    ]);

    const third = await linked();
    await org.ok("delete_document", { docId: third.docId });
    await org.ok("insert_bill_lines", { computoId: third.computoId, before: 0, lines: [line("new")] });
    await restore(third.docId);
    const following = [
      [1, 0, false],
      [2, 1, false],
      [3, 2, false],
    ];
    expect((await linksOf(third.computoId)).sort()).toEqual(following);

    const fourth = await linked();
    await org.ok("delete_bill_of_quantities", { computoId: fourth.computoId });
    const added = { desc: "new", unit: "m", qty: 1, price: 1 };
    await org.ok("update_quote_lines", { docId: fourth.docId, changes: [{ insert: 0, lines: [added] }] });
    await restore(fourth.computoId);
    expect((await linksOf(fourth.computoId)).sort()).toEqual(
      following.map(([after, before, stale]) => [before, after, stale]),
    );

    const [moved, letter] = [await linked(), await linked()];
    for (const { computoId } of [moved, letter]) await org.ok("delete_bill_of_quantities", { computoId });
    await org.ok("move_document", { docId: moved.docId, projectId: (await createProject(org)).id });
    await org.ok("move_document", { docId: letter.docId, kind: "letter" });
    for (const { computoId } of [moved, letter]) {
      await restore(computoId);
      expect(await linksOf(computoId)).toEqual([]);
    }
  });

  it("is shared again with nobody who was removed meanwhile, even if they joined again", async () => {
    const project = await createProject(org);
    const owner = await org.member("owner");
    const guests = [await createGuest(org, project.id, "editor"), await createGuest(org, project.id, "viewer")];
    await org.ok("delete_project", { projectId: project.id });
    const elsewhere = await organization(api, "Altro Studio");
    const { userId = "", email = "" } = guests[0] ?? {};
    await createUser(api.app.database, { organizationId: elsewhere.organizationId, email, role: "guest" });
    const { id: projectId } = await createProject(elsewhere);
    await elsewhere.ok("share_project", { projectId, userId, role: "viewer" });
    await elsewhere.ok("delete_project", { projectId });
    const removed = { organizationId: org.organizationId, userId: guests[0]?.userId ?? "", actorId: owner.userId };
    const membership = "from membership m where organization_id = $1 and user_id = $2";
    const ofGuest = [removed.organizationId, removed.userId];
    const { rows: joined } = await api.pool.query(`select to_json(m) as row ${membership}`, ofGuest);
    await transact(api.app.database, null, (unit) => removeMember(unit, removed));
    await api.pool.query("insert into membership select * from json_populate_record(null::membership, $1)", [
      joined[0].row,
    ]);
    await restore(project.id);
    const { shares } = await org.ok<{ shares: TestRecord[] }>("get_project", { projectId: project.id });
    expect(shares.map(({ userId }) => userId)).toEqual([guests[1]?.userId]);
    // From the other firm nobody removed them.
    await restoreLast(elsewhere);
    expect((await elsewhere.ok("get_project", { projectId })).shares).toMatchObject([{ userId }]);
  });

  /** Restores what was deleted while something else is called, just before the restore sends a statement that holds these words. */
  async function restoredWhile(recordId: string, words: string, operation: string, body: object) {
    const { deletionId } = await deletionOf(org, recordId);
    let called: ReturnType<typeof org.call> | undefined;
    const { restored } = await transact(api.app.database, null, async (unit) => {
      const query = unit.query.bind(unit);
      unit.query = async (text, values) => {
        if (!called && text.includes(words)) {
          called = org.call(operation, body);
          await Promise.race([called, untilWaiting(api.pool, 1)]);
        }
        return query(text, values);
      };
      return restoreDeletion(unit, org.organizationId, deletionId);
    });
    expect((await called)?.status).toBe(200);
    return restored.map(({ table, id }) => [table, id]);
  }

  it("is waited for by what deletes its project at the same moment, which then takes it along", async () => {
    const { project, task } = await projectWithTask();
    await org.ok("delete_task", { taskId: task.id });
    const deletion = ["delete_project", { projectId: project.id }] as const;
    expect(await restoredWhile(task.id, "with lacking", ...deletion)).toEqual([["task", task.id]]);
    expect((await deletionOf(org, project.id)).with).toEqual({ task: 1 });
  });

  it("is linked again to a contact that was deleted at the same moment, once that is back too", async () => {
    const { id: contactId } = await createContact(org);
    const { id: docId } = await org.ok("create_document", { title: "Lettera", kind: "letter", contactId });
    await org.ok("delete_document", { docId });
    await restoredWhile(docId, "insert into document ", "delete_contact", { contactId });
    expect((await restore(contactId)).status).toBe(200);
    expect((await org.ok("get_document", { docId })).contactId).toBe(contactId);
  });

  it("as a contact that was merged: has its link again to a project that was deleted at the same moment, once that is back", async () => {
    const [source, target, project] = [await createContact(org), await createContact(org), await createProject(org)];
    await org.ok("connect_contact", { projectId: project.id, contactId: source.id });
    await org.ok("merge_contacts", { targetId: target.id, sourceId: source.id });
    await restoredWhile(source.id, "update project_contact ", "delete_project", { projectId: project.id });
    expect((await restore(project.id)).status).toBe(200);
    const { contacts } = await org.ok<{ contacts: TestRecord[] }>("get_project", { projectId: project.id });
    expect(contacts.map(({ id }) => id)).toEqual([source.id]);
  });

  it("that needs another deleted one: says which, and how to get it back", async () => {
    const { project, task } = await projectWithTask();
    await org.ok("delete_task", { taskId: task.id });
    await org.ok("delete_project", { projectId: project.id });
    const { deletionId } = await deletionOf(org, project.id);
    const refused = await restore(task.id);
    expect([refused.status, refused.detail]).toEqual([
      409,
      `The task belongs to the project ${project.id}, which was deleted as well; restore that first, with restore_record and the deletionId ${deletionId}.`,
    ]);
    await org.ok("purge_deleted", { deletionId });
    expect((await restore(task.id)).detail).toBe(
      `The task belonged to the project ${project.id}, which no longer exists; it can't be restored without it.`,
    );
  });

  it.each([
    ["as they went", (ids: string[]) => ids],
    ["the other way round", (ids: string[]) => [...ids].reverse()],
  ])("one of several that belong together: all is as it was in the end, %s", async (_, inOrder) => {
    const { project, quote, bill, contact, sent } = await wholeCase();
    const before = await rows();
    await org.ok("delete_document", { docId: quote.id });
    await org.ok("delete_thread", { threadId: sent.message.threadId });
    await org.ok("delete_contact", { contactId: contact.id });
    await org.ok("delete_project", { projectId: project.id });
    for (const id of inOrder([quote.id, sent.message.threadId, contact.id, project.id]))
      expect((await restore(id)).status).toBe(200);
    expect(await rows()).toEqual(before);
    expect((await org.ok("get_bill_of_quantities", { computoId: bill.id })).links).toHaveLength(1);
  });

  it("takes with it nothing that was written while it was being deleted", async () => {
    const { project } = await projectWithTask();
    const projectId = project.id;
    const made = Array.from({ length: 12 }, (_, n) => org.call("create_task", { projectId, title: `Attività ${n}` }));
    const [deleted, ...answers] = await Promise.all([org.call("delete_project", { projectId }), ...made]);
    expect(deleted.status).toBe(200);
    const there = answers.filter(({ status }) => status === 200).length;
    for (const { status } of answers) expect([200, 404]).toContain(status);
    await restore(projectId);
    expect((await org.ok("get_project", { projectId })).tasks).toHaveLength(1 + there);
  });

  it("is restored once, by whoever comes first", async () => {
    const task = await org.ok("create_task", { projectId: (await createProject(org)).id, title: "Rilievo" });
    await org.ok("delete_task", { taskId: task.id });
    const { deletionId } = await deletionOf(org, task.id);
    const answers = await Promise.all(
      ["restore_record", "restore_record", "purge_deleted"].map((name) => org.call(name, { deletionId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});

describe("a mail that was on its way", () => {
  const setStatus = (docId: string, status: string) => org.ok("set_document_status", { docId, status });
  const reissue = async (docId: string) => {
    await setStatus(docId, "draft");
    await org.ok("update_document", { docId, title: "Offerta corretta" });
    await org.ok("issue_document", { docId });
  };
  const queued = async () => (await org.ok("send_message", { to: "a@example.test", body: "Buongiorno" })) as TestRecord;
  /** The mail server takes it while it is deleted. */
  const take = ({ id }: TestRecord) =>
    transact(api.app.database, null, async (unit) => {
      const message = (await findMessage(unit, org.organizationId, id)) as Message;
      await changeMessage(unit, message, { status: "sent", handedOverAt: new Date("2026-11-22T10:00:00Z") });
    });

  it("is sent after the restore, by its own workflow", async () => {
    const { thread, message } = await queued();
    await forgetOrders();
    await org.ok("delete_thread", { threadId: thread.id });
    await restore(thread.id);
    expect(await orders()).toEqual([`send-message:${message.id}`]);
  });

  it("isn't sent twice: what the mail server took meanwhile counts", async () => {
    const { thread, message } = await queued();
    await org.ok("delete_thread", { threadId: thread.id });
    await forgetOrders();
    await take(message);
    await restore(thread.id);
    const [stored] = (await org.ok("get_thread", { threadId: thread.id })).messages;
    expect(stored.status).toBe("sent");
    expect(await orders()).toEqual([]);
  });

  it.each(["email", "pec"])("with a document by %s: the delivery goes on, with its number", async (channel) => {
    const contact = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await createIssued(org, { title: "Offerta", contactId: contact.id });
    const { message, reminder, workflowId } = await org.ok("send_issued_document", { docId });
    await api.pool.query("update message set channel = $2 where id = $1", [message.id, channel]);
    await forgetOrders();
    await org.ok("delete_document", { docId });
    expect((await org.ok("get_thread", { threadId: message.threadId })).messages[0].status).toBe("failed");
    await restore(docId);
    expect((await org.ok("get_thread", { threadId: message.threadId })).messages[0].status).toBe("queued");
    expect((await org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("pending");
    expect(await orders()).toEqual([workflowId]);
    // Its reminder is needed until it is sent; then neither the reminder nor the thread takes the delivery's number with it.
    expect((await org.call("delete_reminder", { reminderId: reminder.id })).status).toBe(409);
    await org.ok("delete_thread", { threadId: message.threadId });
    expect((await org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("cancelled");
    expect((await org.ok("send_issued_document", { docId })).workflowId).toBe(`deliver-document:${docId}:2`);
  });

  /** The mail of a document and its follow-up, whose thread was in the bin while the document changed. */
  async function restoredAfter(change: (docId: string, message: TestRecord) => Promise<unknown>) {
    const contact = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await createIssued(org, { title: "Offerta", contactId: contact.id });
    const { message, reminder } = await org.ok("send_issued_document", { docId });
    await org.ok("delete_thread", { threadId: message.threadId });
    await change(docId, message);
    await restore(message.threadId);
    const [stored] = (await org.ok("get_thread", { threadId: message.threadId })).messages;
    return { stored, followUp: await org.ok("get_reminder", { reminderId: reminder.id }) };
  }

  it.each([
    ["was set back to draft", "set back to draft", (docId: string) => setStatus(docId, "draft")],
    ["was deleted", "its document was deleted", (docId: string) => org.ok("delete_document", { docId })],
    [
      "was sent in a later revision",
      "revision 2 was sent instead",
      async (docId: string) => {
        await reissue(docId);
        await org.ok("send_issued_document", { docId });
      },
    ],
    ["was issued in a later revision", "set back to draft", (docId: string) => reissue(docId)],
  ])("with a document that %s since: isn't sent", async (_, reason, change) => {
    const { stored, followUp } = await restoredAfter(change);
    expect(stored).toMatchObject({ status: "failed", error: expect.stringContaining(reason) });
    expect(followUp.status).toBe("cancelled");
  });

  it("with a document that was set back to draft since: is left as it is where the mail server took it meanwhile", async () => {
    const { stored, followUp } = await restoredAfter(async (docId, message) => {
      await setStatus(docId, "draft");
      await take(message);
    });
    expect(stored).toMatchObject({ status: "sent", error: null });
    expect(followUp.status).toBe("cancelled");
  });

  it.each([
    ["the mail server took it first", ["take", "restore"]],
    ["the document came back first", ["restore", "take"]],
  ])("with a document that was deleted before its thread: isn't sent twice where %s", async (_, steps) => {
    const contact = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await createIssued(org, { title: "Offerta", contactId: contact.id });
    const { message } = await org.ok("send_issued_document", { docId });
    await api.pool.query("update message set attempted_at = now() where id = $1", [message.id]);
    await org.ok("delete_document", { docId });
    await org.ok("delete_thread", { threadId: message.threadId });
    for (const step of steps) await (step === "take" ? take(message) : restore(docId));
    await restore(message.threadId);
    const [stored] = (await org.ok("get_thread", { threadId: message.threadId })).messages;
    expect(stored).toMatchObject({ status: "sent", handedOverAt: "2026-11-22T10:00:00.000Z" });
  });

  it.each([
    ["was accepted", (docId: string) => setStatus(docId, "accepted")],
    ["was sent again", (docId: string) => org.ok("send_issued_document", { docId })],
  ])("with a document that %s since: is sent, and not followed up", async (_, change) => {
    const { stored, followUp } = await restoredAfter(change);
    expect(stored.status).toBe("queued");
    expect(followUp.status).toBe("cancelled");
  });

  it("as a notice of a deleted reminder: waits for the restore", async () => {
    const reminder = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(5) });
    await api.pool.query(
      `insert into message (organization_id, id, created_at, updated_at, reminder_id, notice, direction, channel, to_address, body, attachments, status)
       values ($1, gen_random_uuid(), now(), now(), $2, 'due', 'outgoing', 'email', 'a@example.test', 'x', '[]', 'queued')`,
      [org.organizationId, reminder.id],
    );
    const notices = async () =>
      (await api.pool.query("select status, reminder_id from message where organization_id = $1", [org.organizationId]))
        .rows;
    await org.ok("delete_reminder", { reminderId: reminder.id });
    expect(await notices()).toEqual([{ status: "failed", reminder_id: null }]);
    await restore(reminder.id);
    expect(await notices()).toEqual([{ status: "queued", reminder_id: reminder.id }]);
  });
});

describe("what was deleted", () => {
  it("is seen, restored and purged by those alone who may delete it", async () => {
    const { project, task } = await projectWithTask();
    await org.ok("delete_task", { taskId: task.id });
    await org.ok("delete_project", { projectId: project.id });
    const [ofTask, ofProject] = [await deletionOf(org, task.id), await deletionOf(org, project.id)];
    const key = await org.keyWith("tasks:delete");
    const list = async (body: object = {}) =>
      org.ok<{ items: TestRecord[]; nextCursor: string | null }>("list_deleted", body, key);
    expect((await list()).items.map(({ id }) => id)).toEqual([task.id]);
    expect((await org.call("list_deleted", { kind: "project" }, key)).detail).toContain(
      "list_deleted needs projects:delete",
    );
    for (const name of ["restore_record", "purge_deleted"]) {
      const { status, detail } = await org.call(name, { deletionId: ofProject.deletionId }, key);
      expect([status, detail]).toEqual([404, `deletionId: there is no such record: ${ofProject.deletionId}`]);
    }
    const stranger = await organization(api, "Altro Studio");
    expect((await stranger.call("restore_record", { deletionId: ofTask.deletionId })).status).toBe(404);
    for (const role of ["guest", "viewer", "member"] as const)
      expect((await org.call("list_deleted", {}, (await org.member(role)).key)).status).toBe(403);
    const first = await org.ok<{ items: TestRecord[]; nextCursor: string }>("list_deleted", { limit: 1 });
    const second = await org.ok<{ items: TestRecord[] }>("list_deleted", { limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([project.id, task.id]);
    expect((await org.ok<{ items: TestRecord[] }>("list_deleted", { kind: "task" })).items.map(({ id }) => id)).toEqual(
      [task.id],
    );
    expect(await org.ok("purge_deleted", { deletionId: ofTask.deletionId }, key)).toEqual({
      id: ofTask.deletionId,
      deleted: true,
    });
    expect((await list()).items).toEqual([]);
  });

  it("is named in the audit log, as it goes and as it comes back, and not copied there", async () => {
    const { project, task, bill, quote } = await wholeCase();
    const changesOf = async (action: string) => {
      const { rows: events } = await api.pool.query(
        "select record_type, record_id, changes from audit_event where organization_id = $1 and action = $2",
        [org.organizationId, action],
      );
      return events as { record_type: string; record_id: string; changes: object[] }[];
    };
    await org.ok("delete_project", { projectId: project.id });
    await restore(project.id);
    for (const [action, op] of [
      ["delete_project", "delete"],
      ["restore_record", "create"],
    ] as const) {
      const [event, ...others] = await changesOf(action);
      expect([others, event?.record_type, event?.record_id]).toEqual([[], "project", project.id]);
      expect(event?.changes).toContainEqual({ record: "task", id: task.id, op });
      expect(event?.changes).toContainEqual({ record: "bill_of_quantities", id: bill.id, op });
      expect(event?.changes).toContainEqual(
        expect.objectContaining({ record: "document", id: quote.id, op: "update" }),
      );
      expect(JSON.stringify(event)).not.toContain("Scavo");
    }
  });

  it("can't be restored after 30 days", async () => {
    const task = await org.ok("create_task", { projectId: (await createProject(org)).id, title: "Rilievo" });
    await org.ok("delete_task", { taskId: task.id });
    const { deletionId } = await deletionOf(org, task.id);
    await api.pool.query(
      `with old as (delete from deletion where id = $1 returning *)
       insert into deletion select organization_id, id, kind, record_id, title, deleted_at - interval '31 days', user_id, key_id from old`,
      [deletionId],
    );
    expect((await org.ok("list_deleted")).items).toEqual([]);
    expect((await org.call("restore_record", { deletionId })).status).toBe(404);
  });
});
