import { beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { isList } from "../../../src/actions/action.js";
import { actions } from "../../../src/actions/index.js";
import { cursorOf } from "../../../src/actions/lists/cursor.js";
import { updateOrganization } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org, { name: "Villa Rossi" }));
const contact = forAllTests(() => createContact(org, { name: "Maria Bianchi" }));

const list = async (name: string, body: object = {}, key?: string) =>
  (await org.ok<{ items: TestRecord[]; omitted: string[] }>(`list_${name}`, body, key)).items;
const idsOf = (items: TestRecord[]) => items.map(({ id }) => id);
const named = ({ id, name }: TestRecord) => ({ id, name });

describe("list_documents", () => {
  const line = { desc: "Rilievo", unit: "cad", qty: 3, price: 333.335 };
  let quote: TestRecord;
  let letter: TestRecord;

  /** Gives the letter a revision that was issued then. */
  const issueLetterAt = (at: string) =>
    api.pool.query(
      `with revision as (
         insert into document_revision (organization_id, id, created_at, updated_at, document_id, revision, number, issued_at, sha256, content)
         select organization_id, gen_random_uuid(), created_at, updated_at, $2, 1, number, $3, sha256, content
         from document_revision where document_id = $1)
       update document set latest_revision = 1 where id = $2`,
      [quote.id, letter.id, at],
    );

  beforeAll(async () => {
    const made = { title: "Offerta", projectId: project.id, contactId: contact.id, body: "Gentile signora" };
    const { id: docId } = await org.ok("create_document", made);
    const content = { lineItems: [line, line], vatPct: 22, discountPct: 10, notes: "a 60 giorni" };
    await org.ok("update_document", { docId, ...content, validUntil: "2027-03-31" });
    quote = await org.ok("issue_document", { docId });
    letter = await org.ok("create_document", { title: "Lettera", kind: "letter" });
  });

  it("gives what a list needs, with names, and not the content", async () => {
    const [, item] = await list("documents");
    expect(item).toEqual({
      id: quote.id,
      number: quote.number,
      kind: "preventivo",
      title: "Offerta",
      status: "issued",
      contact: named(contact),
      project: named(project),
      // (1000.01 + 1000.01) - 10 % = 1800.02, and 22 % of it
      total: 2196.02,
      issuedAt: quote.revision.issuedAt,
      validUntil: "2027-03-31T00:00:00.000Z",
      lastSentAt: null,
      updatedAt: quote.updatedAt,
    });
  });

  it("gives whole records if asked, with the names too", async () => {
    const { revision: _, warnings: __, ...whole } = quote;
    const [, item] = await list("documents", { view: "full" });
    expect(item).toMatchObject({ ...whole, contact: named(contact), project: named(project), lastSentAt: null });
    expect((await org.call("list_documents", { view: "all" })).status).toBe(400);
  });

  it("says when a document was last sent, once it was handed over", async () => {
    const last = async () => (await list("documents", { status: "issued" }))[0]?.lastSentAt;
    const { message } = await org.ok("send_issued_document", { docId: quote.id });
    expect(await last()).toBeNull();
    const handOver = (status: string) =>
      api.pool.query("update message set handed_over_at = '2026-11-20T09:00Z', status = $2 where id = $1", [
        message.id,
        status,
      ]);
    await handOver("sent");
    expect(await last()).toBe("2026-11-20T09:00:00.000Z");
    await handOver("failed");
    expect(await last()).toBeNull();
  });

  it("filters by the days of issue, whole and in the organization's time zone", async () => {
    // In Rome it is the 31st already.
    await issueLetterAt("2099-01-30T23:30Z");
    const found = async (body: object) => idsOf(await list("documents", body));
    expect(await found({ issuedFrom: "2099-01-31" })).toEqual([letter.id]);
    expect(await found({ issuedTo: "2099-01-31" })).toEqual([letter.id, quote.id]);
    expect(await found({ issuedFrom: "2099-01-31", issuedTo: "2099-01-31" })).toEqual([letter.id]);
    expect(await found({ issuedTo: "2099-01-30" })).toEqual([quote.id]);
    expect(await found({ issuedFrom: "2099-02-01" })).toEqual([]);
    expect(await found({ issuedFrom: "2099-01-30T23:30Z", issuedTo: "2099-01-30T23:30Z" })).toEqual([letter.id]);
  });

  it("filters by validity, by amount, and by what changed since", async () => {
    const found = async (body: object) => idsOf(await list("documents", body));
    expect(await found({ validTo: "2027-03-31" })).toEqual([quote.id]);
    expect(await found({ validTo: "2027-03-30" })).toEqual([]);
    expect(await found({ totalFrom: 2196.02, totalTo: 2196.02 })).toEqual([quote.id]);
    expect(await found({ totalTo: 2196.01 })).toEqual([letter.id]);
    expect(await found({ updatedSince: letter.updatedAt, kind: "letter" })).toEqual([letter.id]);
    expect(await found({ updatedSince: "2199-01-01" })).toEqual([]);
    await org.ok("update_document", { docId: letter.id, lineItems: [line] });
    expect(await found({ totalTo: 2196.01, totalFrom: 1000 })).toEqual([letter.id]);
    expect(await found({ updatedSince: "", issuedTo: null })).toEqual([letter.id, quote.id]);
  });

  it("leaves out the names that the caller may not view, and says so", async () => {
    const names = async (...permissions: string[]) => {
      const body = { status: "issued" };
      const { items, omitted } = await org.ok("list_documents", body, await org.keyWith(...permissions));
      return [items[0].contact, items[0].project, omitted];
    };
    expect(await names("documents:view")).toEqual([null, null, ["items.contact", "items.project"]]);
    expect(await names("documents:view", "contacts:view")).toEqual([named(contact), null, ["items.project"]]);
    const guest = await createGuest(org, project.id, "viewer");
    const shown = await org.ok("list_documents", {}, guest.key);
    expect([shown.items.length, shown.items[0].project, shown.omitted]).toEqual([1, named(project), ["items.contact"]]);
  });
});

describe("other lists", () => {
  it("have names beside ids", async () => {
    const projectId = project.id;
    const { userId, name } = await org.member("member");
    await org.ok("create_task", { projectId, title: "Rilievo", assigneeId: userId });
    await org.ok("create_reminder", { projectId, title: "Udienza", dueAt: "2099-05-04" });
    await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
    await org.ok("create_price_book", { projectId, name: "Listino" });
    await org.ok("send_message", { body: "x", contactId: contact.id, projectId });
    for (const kind of ["tasks", "reminders", "bills_of_quantities", "price_books", "threads"]) {
      const [item] = await list(kind, { view: "full" });
      expect([kind, item?.project, item?.projectId]).toEqual([kind, named(project), projectId]);
      const { checklist: _, nodes: __, ...summary } = item as TestRecord;
      expect([kind, (await list(kind))[0]]).toEqual([kind, summary]);
    }
    expect((await list("tasks"))[0]).toMatchObject({ assignee: { id: userId, name }, assigneeId: userId });
    expect((await list("threads"))[0]).toMatchObject({ contact: named(contact), contactId: contact.id });
    const { items, omitted } = await org.ok("list_tasks", {}, await org.keyWith("tasks:view"));
    expect([items[0].project, items[0].assignee, omitted]).toEqual([null, null, ["items.project", "items.assignee"]]);
    const guest = await createGuest(org, project.id, "viewer");
    expect((await list("tasks", {}, guest.key))[0]).toMatchObject({ assignee: null, assigneeId: userId });
    await org.ok("share_project", { projectId, userId, role: "viewer" });
    expect((await list("tasks", {}, guest.key))[0]).toMatchObject({ assignee: { id: userId, name } });
  });

  it("give checklists, the nodes of bills and all of a project only in the full view", async () => {
    const own = await createProject(org, { clientContactId: contact.id });
    const projectId = own.id;
    const { id: taskId } = await org.ok("create_task", { projectId, title: "Rilievo" });
    const checklist = [
      { text: "Foto", done: true },
      { text: "Misure", done: false },
    ];
    await org.ok("update_task_checklist", { taskId, checklist });
    const [task] = await list("tasks", { projectId });
    expect(task).toMatchObject({ checklistDone: 1, checklistCount: 2 });
    expect(task).not.toHaveProperty("checklist");
    expect((await list("tasks", { projectId, view: "full" }))[0]).toMatchObject({ checklist, checklistCount: 2 });

    const bills = [];
    for (const qty of [1, 2]) {
      const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
      const lines = [{ type: "line", desc: "Scavo", qty, price: 10 }];
      const saved = await org.ok("save_bill_of_quantities_lines", { computoId, lines });
      bills.unshift({ id: saved.id, nodes: saved.nodes, total: 10 * qty, lineCount: 1 });
    }
    const [first] = await list("bills_of_quantities", { projectId });
    expect(first).toMatchObject({ id: bills[0]?.id, total: 20, lineCount: 1, project: named(own) });
    expect(first).not.toHaveProperty("nodes");
    expect(await list("bills_of_quantities", { projectId, view: "full" })).toMatchObject(bills);
    // A page ends before it has more lines than a bill may have.
    await api.pool.query("update bill_of_quantities set line_count = 50000 where id = $1", [bills[1]?.id]);
    const page = await org.ok("list_bills_of_quantities", { projectId, view: "full" });
    expect(idsOf(page.items)).toEqual([bills[0]?.id]);
    const rest = await list("bills_of_quantities", { projectId, view: "full", cursor: page.nextCursor });
    expect(idsOf(rest)).toEqual([bills[1]?.id]);

    expect((await list("projects", { view: "full" }))[0]).toMatchObject({
      id: own.id,
      client: named(contact),
      clocks: [],
    });
  });

  it("go on by their own cursors alone", async () => {
    for (const title of ["Uno", "Due"]) {
      await org.ok("create_task", { projectId: project.id, title });
      await org.ok("create_reminder", { title, dueAt: "2099-01-01" });
    }
    const { nextCursor } = await org.ok("list_tasks", { limit: 1 });
    expect(await list("tasks", { limit: 1, cursor: nextCursor })).toMatchObject([{ title: "Uno" }]);
    const refused = {
      status: 400,
      body: { errors: [{ pointer: "/cursor", detail: "is not a cursor; use nextCursor of the previous page" }] },
    };
    expect(await org.call("list_reminders", { limit: 1, cursor: nextCursor })).toMatchObject(refused);
    // One that an earlier release returned.
    expect(await org.call("list_tasks", { cursor: nextCursor.slice(3) })).toMatchObject(refused);
  });

  it("have cursors of different beginnings, and results with a place for them", () => {
    const lists = actions.filter(isList);
    expect(new Set(lists.map(({ name }) => cursorOf(name, ""))).size).toBe(lists.length);
    for (const { name, result } of lists)
      expect([name, ...Object.keys((result as z.ZodObject).shape)]).toContain("nextCursor");
  });

  it("filter tasks and reminders by the last day that counts", async () => {
    const own = await createProject(org);
    const add = (dueAt: string) => org.ok("create_task", { projectId: own.id, title: "x", dueAt });
    const [first, late, next] = [await add("2026-12-01"), await add("2026-12-01T23:30"), await add("2026-12-02")];
    const early = await org.ok("create_task", {
      projectId: own.id,
      title: "Presto",
      dueAt: "2099-12-10T00:30:00+01:00",
    });
    expect(idsOf(await list("tasks", { projectId: own.id, dueFrom: "2099-12-10" }))).toEqual([early.id]);
    expect(idsOf(await list("tasks", { projectId: own.id, dueBefore: "2099-12-10" }))).not.toContain(early.id);
    const due = async (dueTo: string) => idsOf(await list("tasks", { projectId: own.id, dueTo }));
    expect(await due("2026-12-01")).toEqual([late.id, first.id]);
    expect(await due("2026-12-02")).toEqual([next.id, late.id, first.id]);
    expect(await due("2026-12-01T12:00")).toEqual([first.id]);
    const reminder = await org.ok("create_reminder", { projectId: own.id, title: "x", dueAt: "2026-12-01" });
    expect(idsOf(await list("reminders", { projectId: own.id, dueTo: "2026-12-01" }))).toEqual([reminder.id]);
    expect(await list("reminders", { projectId: own.id, dueTo: "2026-11-30" })).toEqual([]);
  });

  it("filter by days west of Greenwich too, where a day begins after its midnight UTC", async () => {
    const there = await organization(api);
    await updateOrganization(api.app.database, there.organizationId, { timezone: "America/New_York" });
    const [yesterday, today, tomorrow] = ["2026-12-01", "2026-12-02", "2026-12-03"];
    const own = await createProject(there);
    const ids = async (name: string, filters: object) =>
      idsOf((await there.ok<{ items: TestRecord[] }>(`list_${name}`, filters)).items);
    const [whole, evening] = [
      await there.ok("create_task", { projectId: own.id, title: "x", dueAt: today }),
      await there.ok("create_task", { projectId: own.id, title: "x", dueAt: `${yesterday}T21:00` }),
    ];
    expect(await ids("tasks", { dueFrom: today, dueTo: today })).toEqual([whole.id]);
    expect(await ids("tasks", { dueTo: yesterday })).toEqual([evening.id]);
    expect(await ids("tasks", { dueBefore: today })).toEqual([evening.id]);
    expect(await ids("tasks", { dueFrom: `${yesterday}T20:00` })).toEqual([evening.id, whole.id]);
    expect(await ids("tasks", { dueTo: `${yesterday}T20:00` })).toEqual([]);
    const { id: docId } = await there.ok("create_document", { title: "Offerta" });
    await there.ok("update_document", { docId, validUntil: today });
    expect([await ids("documents", { validTo: yesterday }), await ids("documents", { validTo: today })]).toEqual([
      [],
      [docId],
    ]);
    await there.ok("record_submission", { projectId: own.id, submittedAt: "2026-11-01", decisionDeadline: tomorrow });
    expect(await ids("projects", { deadlineTo: today })).toEqual([]);
    expect(await ids("projects", { deadlineTo: tomorrow })).toEqual([own.id]);
  });

  it("cut long texts short, unless whole records are asked for", async () => {
    const notes = "è".repeat(301);
    const short = `${notes.slice(0, 299)}…`;
    const own = await createProject(org);
    await org.ok("create_reminder", { projectId: own.id, title: "x", dueAt: "2099-01-01", notes });
    expect((await list("reminders", { projectId: own.id }))[0]?.notes).toBe(short);
    expect((await list("reminders", { projectId: own.id, view: "full" }))[0]?.notes).toBe(notes);
    await createContact(org, { name: "Anna", notes });
    expect((await list("contacts"))[0]?.notes).toBe(short);
    const { id: docId } = await org.ok("create_document", { title: "Modello", body: notes });
    const lineItems = [1, 2, 3, 4].map((price) => ({ desc: "Voce", unit: "cad", qty: 1, price }));
    await org.ok("update_document", { docId, lineItems });
    const template = await org.ok("save_as_template", { docId });
    const [summary] = await list("templates");
    expect(summary).toEqual({ ...template, body: short, lineItems: template.lineItems.slice(0, 3), lineCount: 4 });
    expect((await list("templates", { view: "full" }))[0]).toEqual({ ...template, lineCount: 4 });
  });

  it("all take a view", async () => {
    for (const kind of ["contacts", "templates", "members", "price_books", "bills_of_quantities"])
      expect((await org.call(`list_${kind}`, { view: "full" })).status).toBe(200);
  });
});
