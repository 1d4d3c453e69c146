import { beforeAll, describe, expect, it } from "@jest/globals";
import { callerOfKey, type KeyRow, keyRow } from "../../src/accounts/callers/key-callers.js";
import { type ApiKey, parseApiKey } from "../../src/accounts/keys/api-key.js";
import { actions } from "../../src/actions/index.js";
import { toolsFor } from "../../src/api/mcp/tools.js";
import { startApi } from "../support/caller.js";
import { createGuest, organization, type TestRecord, unknownId } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { type Records, recordsOf } from "../support/records.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const own = forAllTests(() => recordsOf(org));
const foreign = forAllTests(async () => recordsOf(await organization(api, "Altro Studio")));

async function toolNamesOf(apiKey: string): Promise<string[]> {
  const key = parseApiKey(apiKey) as ApiKey;
  const caller = callerOfKey((await keyRow(api.app.database, key)) as KeyRow, "mcp");
  return toolsFor(caller).map(({ name }) => name);
}

describe("ids of another organization", () => {
  const dueAt = "2099-01-01";
  const lines: unknown[] = [];
  const entries: unknown[] = [];
  // For each reference that an action takes: a body that is right but for it.
  const references: [operation: string, field: string, (r: Records) => string, (r: Records) => object][] = [
    ["update_project_status", "projectId", (r) => r.project.id, () => ({ status: "active" })],
    ["update_project", "projectId", (r) => r.project.id, () => ({})],
    ["update_project", "clientContactId", (r) => r.contact.id, (r) => ({ projectId: r.project.id })],
    ["create_project", "clientContactId", (r) => r.contact.id, () => ({ name: "x" })],
    ["update_project_stage", "projectId", (r) => r.project.id, () => ({ stage: "review" })],
    ["connect_contact", "projectId", (r) => r.project.id, (r) => ({ contactId: r.contact.id })],
    ["connect_contact", "contactId", (r) => r.contact.id, (r) => ({ projectId: r.project.id })],
    ["disconnect_contact", "projectId", (r) => r.project.id, (r) => ({ contactId: r.contact.id })],
    ["disconnect_contact", "contactId", (r) => r.contact.id, (r) => ({ projectId: r.project.id })],
    ["delete_project", "projectId", (r) => r.project.id, () => ({})],
    ["share_project", "projectId", (r) => r.project.id, (r) => ({ userId: r.member, role: "viewer" })],
    ["share_project", "userId", (r) => r.member, (r) => ({ projectId: r.project.id, role: "viewer" })],
    ["unshare_project", "userId", (r) => r.member, (r) => ({ projectId: r.project.id })],
    ["record_submission", "projectId", (r) => r.project.id, () => ({})],
    ["set_submission_outcome", "submissionId", (r) => r.submission.id, () => ({ outcome: "approved" })],
    ["update_submission", "submissionId", (r) => r.submission.id, () => ({})],
    ["reopen_submission", "submissionId", (r) => r.submission.id, () => ({})],
    ["get_project", "projectId", (r) => r.project.id, () => ({})],
    ["create_task", "projectId", (r) => r.project.id, () => ({ title: "x" })],
    ["create_task", "assigneeId", (r) => r.member, (r) => ({ projectId: r.project.id, title: "x" })],
    ["update_task_status", "taskId", (r) => r.task.id, () => ({ status: "done" })],
    ["update_task_checklist", "taskId", (r) => r.task.id, () => ({ checklist: [] })],
    ["update_task", "taskId", (r) => r.task.id, () => ({})],
    ["update_task", "projectId", (r) => r.project.id, (r) => ({ taskId: r.task.id })],
    ["update_task", "assigneeId", (r) => r.member, (r) => ({ taskId: r.task.id })],
    ["get_task", "taskId", (r) => r.task.id, () => ({})],
    ["file_thread", "threadId", (r) => r.thread.id, () => ({})],
    ["file_thread", "projectId", (r) => r.project.id, (r) => ({ threadId: r.thread.id })],
    ["file_thread", "contactId", (r) => r.contact.id, (r) => ({ threadId: r.thread.id })],
    ["set_thread_status", "threadId", (r) => r.thread.id, () => ({ status: "open" })],
    ["send_message", "threadId", (r) => r.thread.id, () => ({ body: "x" })],
    ["send_message", "contactId", (r) => r.contact.id, () => ({ body: "x" })],
    ["send_message", "projectId", (r) => r.project.id, () => ({ body: "x", to: "a@example.test" })],
    ["reply_to_thread", "threadId", (r) => r.thread.id, () => ({ body: "x" })],
    ["get_thread", "threadId", (r) => r.thread.id, () => ({})],
    ["get_thread", "beforeMessageId", (r) => r.message.id, (r) => ({ threadId: r.thread.id })],
    ["create_bill_of_quantities", "projectId", (r) => r.project.id, () => ({ name: "x" })],
    ["save_bill_of_quantities_lines", "computoId", (r) => r.bill.id, () => ({ lines })],
    ["add_bill_of_quantities_section", "computoId", (r) => r.bill.id, () => ({ title: "x", lines })],
    ["link_quote_line", "computoId", (r) => r.bill.id, (r) => ({ docId: r.document.id, ...lumpSum })],
    ["link_quote_line", "docId", (r) => r.document.id, (r) => ({ computoId: r.bill.id, ...lumpSum })],
    ["unlink_quote_line", "linkId", (r) => r.link.id, () => ({})],
    ["get_bill_of_quantities", "computoId", (r) => r.bill.id, () => ({})],
    ["import_bill_of_quantities", "projectId", (r) => r.project.id, (r) => ({ fileId: r.file.id })],
    ["import_bill_of_quantities", "fileId", (r) => r.file.id, (r) => ({ projectId: r.project.id })],
    ["read_file", "fileId", (r) => r.file.id, () => ({})],
    ["update_bill_of_quantities", "computoId", (r) => r.bill.id, () => ({ name: "x" })],
    ["update_bill_line", "computoId", (r) => r.bill.id, () => ({ index: 0 })],
    ["insert_bill_lines", "computoId", (r) => r.bill.id, () => ({ lines })],
    ["move_bill_lines", "computoId", (r) => r.bill.id, () => ({ indexes: [0] })],
    ["delete_bill_lines", "computoId", (r) => r.bill.id, () => ({ indexes: [0] })],
    ["update_bill_section", "computoId", (r) => r.bill.id, () => ({ section: ["x"] })],
    ["delete_bill_section", "computoId", (r) => r.bill.id, () => ({ section: ["x"] })],
    ["export_bill_of_quantities", "computoId", (r) => r.bill.id, () => ({ format: "csv" })],
    ["compare_quotes", "computoId", (r) => r.bill.id, () => ({})],
    ["export_quote_comparison", "computoId", (r) => r.bill.id, () => ({ format: "xlsx" })],
    ["fill_bill_prices", "computoId", (r) => r.bill.id, () => ({})],
    ["fill_bill_prices", "bookId", (r) => r.book.id, (r) => ({ computoId: r.bill.id })],
    ["reprice_bill_of_quantities", "computoId", (r) => r.bill.id, (r) => ({ bookId: r.book.id })],
    ["reprice_bill_of_quantities", "bookId", (r) => r.book.id, (r) => ({ computoId: r.bill.id })],
    ["import_price_book", "fileId", (r) => r.file.id, () => ({})],
    ["import_price_book", "bookId", (r) => r.book.id, (r) => ({ fileId: r.file.id })],
    ["compare_price_books", "bookId", (r) => r.book.id, (r) => ({ otherBookId: r.book.id })],
    ["compare_price_books", "otherBookId", (r) => r.book.id, (r) => ({ bookId: r.book.id })],
    ["update_contact", "contactId", (r) => r.contact.id, () => ({})],
    ["delete_contact", "contactId", (r) => r.contact.id, () => ({})],
    ["merge_contacts", "targetId", (r) => r.contact.id, (r) => ({ sourceId: r.contact.id })],
    ["merge_contacts", "sourceId", (r) => r.contact.id, (r) => ({ targetId: r.contact.id })],
    ["set_contact_details", "contactId", (r) => r.contact.id, () => ({})],
    ["get_contact", "contactId", (r) => r.contact.id, () => ({})],
    ["create_reminder", "projectId", (r) => r.project.id, () => ({ title: "x", dueAt })],
    ["complete_reminder", "reminderId", (r) => r.reminder.id, () => ({})],
    ["update_reminder", "reminderId", (r) => r.reminder.id, () => ({})],
    ["update_reminder", "projectId", (r) => r.project.id, (r) => ({ reminderId: r.reminder.id })],
    ["reopen_reminder", "reminderId", (r) => r.reminder.id, () => ({})],
    ["get_reminder", "reminderId", (r) => r.reminder.id, () => ({})],
    ["create_document", "projectId", (r) => r.project.id, () => ({ title: "x" })],
    ["create_document", "contactId", (r) => r.contact.id, () => ({ title: "x" })],
    ["draft_quote_from_bill_of_quantities", "computoId", (r) => r.bill.id, () => ({})],
    ["draft_quote_from_bill_of_quantities", "contactId", (r) => r.contact.id, (r) => ({ computoId: r.bill.id })],
    ["update_document", "docId", (r) => r.document.id, () => ({})],
    ["update_document", "contactId", (r) => r.contact.id, (r) => ({ docId: r.document.id })],
    ["update_quote_lines", "docId", (r) => r.document.id, () => ({ changes: [{ remove: 0 }] })],
    ["move_document", "docId", (r) => r.document.id, () => ({})],
    ["move_document", "projectId", (r) => r.project.id, (r) => ({ docId: r.document.id })],
    ["update_template", "templateId", (r) => r.template.id, () => ({ title: "x" })],
    ["delete_document", "docId", (r) => r.document.id, () => ({})],
    ["issue_document", "docId", (r) => r.document.id, () => ({})],
    ["set_document_status", "docId", (r) => r.document.id, () => ({ status: "issued" })],
    ["send_issued_document", "docId", (r) => r.document.id, () => ({})],
    ["save_as_template", "docId", (r) => r.document.id, () => ({})],
    ["create_document_from_template", "templateId", (r) => r.template.id, () => ({})],
    ["create_document_from_template", "projectId", (r) => r.project.id, (r) => ({ templateId: r.template.id })],
    ["create_document_from_template", "contactId", (r) => r.contact.id, (r) => ({ templateId: r.template.id })],
    ["draft_document_from_instructions", "docId", (r) => r.document.id, () => ({ instructions: "x" })],
    ["review_document", "docId", (r) => r.document.id, () => ({})],
    ["get_document", "docId", (r) => r.document.id, () => ({})],
    ["create_price_book", "projectId", (r) => r.project.id, () => ({ name: "x" })],
    ["add_price_book_entries", "bookId", (r) => r.book.id, () => ({ entries })],
    ["update_price_book_entry", "entryId", (r) => r.entry.id, () => ({})],
    ["update_price_book", "bookId", (r) => r.book.id, () => ({})],
    ["update_price_book", "projectId", (r) => r.project.id, (r) => ({ bookId: r.book.id })],
    ["delete_price_book", "bookId", (r) => r.book.id, () => ({})],
    ["get_price_book", "bookId", (r) => r.book.id, () => ({})],
    ["delete_task", "taskId", (r) => r.task.id, () => ({})],
    ["delete_reminder", "reminderId", (r) => r.reminder.id, () => ({})],
    ["delete_submission", "submissionId", (r) => r.submission.id, () => ({})],
    ["delete_bill_of_quantities", "computoId", (r) => r.bill.id, () => ({})],
    ["delete_template", "templateId", (r) => r.template.id, () => ({})],
    ["delete_price_book_entries", "bookId", (r) => r.book.id, () => ({ entryIds: [] })],
    ["delete_thread", "threadId", (r) => r.thread.id, () => ({})],
    ["restore_record", "deletionId", (r) => r.deletion.id, () => ({})],
    ["purge_deleted", "deletionId", (r) => r.deletion.id, () => ({})],
    ["list_projects", "clientContactId", (r) => r.contact.id, () => ({})],
    ["list_tasks", "projectId", (r) => r.project.id, () => ({})],
    ["list_tasks", "assigneeId", (r) => r.member, () => ({})],
    ["list_threads", "projectId", (r) => r.project.id, () => ({})],
    ["list_threads", "contactId", (r) => r.contact.id, () => ({})],
    ["list_bills_of_quantities", "projectId", (r) => r.project.id, () => ({})],
    ["list_reminders", "projectId", (r) => r.project.id, () => ({})],
    ["list_documents", "projectId", (r) => r.project.id, () => ({})],
    ["list_documents", "contactId", (r) => r.contact.id, () => ({})],
    ["list_price_books", "projectId", (r) => r.project.id, () => ({})],
    ["render_document", "docId", (r) => r.document.id, () => ({})],
    ["list_files", "projectId", (r) => r.project.id, () => ({})],
    ["update_file", "fileId", (r) => r.file.id, () => ({})],
    ["update_file", "projectId", (r) => r.project.id, (r) => ({ fileId: r.file.id })],
    ["delete_file", "fileId", (r) => r.file.id, () => ({})],
    ["create_download_link", "fileId", (r) => r.file.id, () => ({})],
    ["create_upload_link", "projectId", (r) => r.project.id, () => ({ name: "x" })],
  ];
  const lumpSum = { computoLineIndex: null, docLineIndex: null };

  it.each(references)("%s: a foreign %s is as one that never was", async (operation, field, idOf, bodyOf) => {
    const answers = await Promise.all(
      [idOf(foreign), unknownId, "no id at all"].map((id) => org.call(operation, { ...bodyOf(own), [field]: id })),
    );
    for (const { status, code, detail } of answers) {
      expect([status, code]).toEqual([404, "not_found"]);
      expect(detail?.startsWith(`${field}: `)).toBe(true);
    }
    const said = answers.map(({ detail }, i) =>
      detail?.replace([idOf(foreign), unknownId, "no id at all"][i] ?? "", "ID"),
    );
    expect(new Set(said).size).toBe(1);
  });

  it("attachmentFileIds: a foreign file is as one that never was", async () => {
    const send = (id: string) => org.call("send_message", { body: "x", to: "a@example.test", attachmentFileIds: [id] });
    for (const id of [foreign.file.id, unknownId, "x"]) {
      expect(await send(id)).toMatchObject({ status: 404, detail: expect.stringContaining(`attachmentFileIds: `) });
    }
    expect((await send(own.file.id)).status).toBe(200);
  });

  it("covers every action that takes an id", () => {
    const covered = new Set(references.map(([operation, field]) => `${operation}.${field}`));
    const taken = actions.flatMap(({ name, input }) =>
      name.startsWith("list_")
        ? []
        : Object.keys((input as unknown as { shape: object }).shape)
            .filter((field) => /Id$/.test(field) || field === "docId")
            .map((field) => `${name}.${field}`),
    );
    // A share of a project is ended as the project is found.
    expect(taken.filter((reference) => !covered.has(reference))).toEqual(["unshare_project.projectId"]);
  });

  it("are in no list", async () => {
    for (const { name } of actions.filter(({ name }) => name.startsWith("list_"))) {
      const { items } = await org.ok<{ items: { id?: string; userId?: string }[] }>(name, { limit: 200 });
      const ids = items.map(({ id, userId }) => id ?? userId);
      for (const record of Object.values(foreign)) expect(ids).not.toContain(record.id ?? record);
    }
  });
});

describe("a share", () => {
  const of = (r: Records): [operation: string, body: object][] => [
    ["get_project", { projectId: r.project.id }],
    ["get_task", { taskId: r.task.id }],
    ["get_bill_of_quantities", { computoId: r.bill.id }],
    ["get_reminder", { reminderId: r.reminder.id }],
    ["get_document", { docId: r.document.id }],
    ["review_document", { docId: r.document.id }],
    ["get_thread", { threadId: r.thread.id }],
  ];
  const edits = (r: Records): [operation: string, body: object][] => [
    ["update_project", { projectId: r.project.id, description: "x" }],
    ["update_task_status", { taskId: r.task.id, status: "in_progress" }],
    ["update_task", { taskId: r.task.id, title: "Rilievo" }],
    ["save_bill_of_quantities_lines", { computoId: r.bill.id, lines: [] }],
    ["complete_reminder", { reminderId: r.reminder.id }],
    ["update_reminder", { reminderId: r.reminder.id, notes: "x" }],
    ["reopen_reminder", { reminderId: r.reminder.id }],
    ["update_document", { docId: r.document.id, body: "x" }],
    ["set_thread_status", { threadId: r.thread.id, status: "open" }],
    ["set_submission_outcome", { submissionId: r.submission.id, outcome: "suspended" }],
    ["update_submission", { submissionId: r.submission.id, protocolNumber: "PG/1" }],
    ["reopen_submission", { submissionId: r.submission.id }],
    ["create_task", { projectId: r.project.id, title: "Nuovo" }],
    ["create_document", { projectId: r.project.id, title: "Nuovo" }],
    ["create_reminder", { projectId: r.project.id, title: "Nuovo", dueAt: "2099-01-01" }],
    ["send_message", { threadId: r.thread.id, body: "x" }],
    ["reply_to_thread", { threadId: r.thread.id, body: "x" }],
    ["file_thread", { threadId: r.thread.id, projectId: r.project.id, summary: "x" }],
  ];
  const lists = ["projects", "tasks", "bills_of_quantities", "reminders", "documents", "threads"];
  const statuses = async (calls: [string, object][], key: string) =>
    Promise.all(calls.map(async ([operation, body]) => [operation, (await org.call(operation, body, key)).status]));
  const all = (calls: [string, object][], status: number) => calls.map(([operation]) => [operation, status]);

  let shared: Records;
  let hidden: Records;
  beforeAll(async () => {
    shared = await recordsOf(org);
    hidden = await recordsOf(org);
    // From all but this one guest.
    await createGuest(org, hidden.project.id, "editor");
  });

  it("none: a guest sees nothing and changes nothing", async () => {
    const guest = await org.member("guest");
    expect(await statuses(of(shared), guest.key)).toEqual(all(of(shared), 404));
    expect(await statuses(edits(shared), guest.key)).toEqual(all(edits(shared), 403));
    for (const list of lists) expect((await org.ok(`list_${list}`, {}, guest.key)).items).toEqual([]);
    for (const list of ["contacts", "price_books", "templates"]) {
      const { status } = await org.call(`list_${list}`, {}, guest.key);
      expect([list, status]).toEqual([list, 403]);
    }
  });

  it("viewer: a guest sees the project and what belongs to it, and may change none of it", async () => {
    const guest = await createGuest(org, shared.project.id, "viewer");
    expect(await statuses(of(shared), guest.key)).toEqual(all(of(shared), 200));
    expect(await statuses(of(hidden), guest.key)).toEqual(all(of(hidden), 404));
    expect(await statuses(edits(shared), guest.key)).toEqual(all(edits(shared), 403));
    for (const list of lists) {
      const { items } = await org.ok<{ items: TestRecord[] }>(`list_${list}`, {}, guest.key);
      expect([list, items.length > 0]).toEqual([list, true]);
      for (const item of items) expect(item.project?.id ?? item.projectId ?? item.id).toBe(shared.project.id);
    }
    expect((await org.call("get_contact", { contactId: shared.contact.id }, guest.key)).status).toBe(403);
    const listed = (projectId: string) => org.call("list_tasks", { projectId }, guest.key);
    expect([(await listed(shared.project.id)).status, (await listed(hidden.project.id)).status]).toEqual([200, 404]);
  });

  it("editor: a guest may change that project, but neither delete nor reach beyond it", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    expect(await statuses(edits(hidden), guest.key)).toEqual(all(edits(hidden), 404));
    expect(await statuses(edits(shared), guest.key)).toEqual(all(edits(shared), 200));
    const { call } = org;
    expect((await call("delete_document", { docId: shared.document.id }, guest.key)).status).toBe(403);
    expect((await call("delete_project", { projectId: shared.project.id }, guest.key)).status).toBe(403);
    for (const [operation, body] of [
      ["create_project", { name: "Mio" }],
      ["create_document", { title: "Senza pratica" }],
      ["create_reminder", { title: "Mio", dueAt: "2099-01-01" }],
      ["send_message", { to: "a@example.test", body: "x" }],
      ["send_message", { to: "a@example.test", body: "x", projectId: shared.project.id }],
      ["send_message", { to: "a@example.test", body: "x", threadId: shared.thread.id }],
      ["file_thread", { threadId: shared.thread.id, projectId: "" }],
      ["save_as_template", { docId: shared.document.id }],
      ["create_contact", { name: "Mio" }],
    ] as const) {
      expect([operation, (await call(operation, body, guest.key)).status]).toEqual([operation, 403]);
    }
    for (const [operation, body] of [
      ["create_document", { title: "x", projectId: shared.project.id, contactId: shared.contact.id }],
      ["file_thread", { threadId: shared.thread.id, projectId: hidden.project.id }],
      ["send_message", { body: "x", projectId: shared.project.id, to: "a@b.test", attachmentFileIds: [own.file.id] }],
    ] as const) {
      expect([operation, (await call(operation, body, guest.key)).status]).toEqual([operation, 404]);
    }
  });

  it("editor of one project, viewer of another: a guest is told of the other that it may not be changed", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    await org.ok("share_project", { projectId: hidden.project.id, userId: guest.userId, role: "viewer" });
    expect(await statuses(of(hidden), guest.key)).toEqual(all(of(hidden), 200));
    expect(await statuses(edits(hidden), guest.key)).toEqual(all(edits(hidden), 403));
    expect(await statuses(edits(shared), guest.key)).toEqual(all(edits(shared), 200));
  });

  it("editor: lets a guest neither answer for the firm nor share on, in one sentence and in no tool", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    const { id: projectId } = shared.project;
    const { id: docId } = shared.document;
    const closed: Record<string, object> = {
      share_project: { projectId, userId: shared.member, role: "viewer" },
      unshare_project: { projectId, userId: guest.userId },
      issue_document: { docId },
      set_document_status: { docId, status: "accepted" },
      send_issued_document: { docId },
      move_document: { docId },
      create_project: { name: "Mio" },
      connect_contact: { projectId, contactId: shared.contact.id },
      disconnect_contact: { projectId, contactId: shared.contact.id },
      list_templates: {},
      create_document_from_template: { templateId: shared.template.id, projectId },
    };
    const marked = actions.filter(({ closedToGuests }) => closedToGuests).map(({ name }) => name);
    expect(marked.sort()).toEqual(Object.keys(closed).sort());
    for (const [operation, body] of Object.entries(closed)) {
      const { status, code, detail } = await org.call(operation, body, guest.key);
      expect([operation, status, code]).toEqual([operation, 403, "forbidden"]);
      expect(detail).toMatch(new RegExp(`^${operation} is not available to guests; .+\\.$`));
    }
    const tools = await toolNamesOf(guest.key);
    expect(tools).toContain("update_document");
    expect(tools.filter((name) => marked.includes(name))).toEqual([]);
  });

  it("editor: lets a guest move a thread or a file to no other project, not even to another that is shared", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    await org.ok("share_project", { projectId: hidden.project.id, userId: guest.userId, role: "editor" });
    const move = { threadId: shared.thread.id, projectId: hidden.project.id };
    expect((await org.call("file_thread", move, guest.key)).status).toBe(403);
    expect((await org.call("send_message", { ...move, body: "x" }, guest.key)).status).toBe(403);
    const { projectId } = await org.ok("get_thread", { threadId: shared.thread.id });
    expect(projectId).toBe(shared.project.id);
    const form = new FormData();
    form.append("file", new Blob(["x"]), "pianta.txt");
    form.append("projectId", shared.project.id);
    const headers = { authorization: `Bearer ${guest.key}` };
    const uploaded = await fetch(`${api.url}/api/rest/files`, { method: "POST", headers, body: form });
    const { id: fileId } = ((await uploaded.json()) as { result: { id: string } }).result;
    for (const projectId of [hidden.project.id, ""])
      expect((await org.call("update_file", { fileId, projectId }, guest.key)).status).toBe(403);
    const kept = { fileId, name: "planimetria.txt", projectId: shared.project.id };
    expect(await org.call("update_file", kept, guest.key)).toMatchObject({ status: 200 });
  });

  it("adds to the role of a viewer and takes nothing away", async () => {
    const viewer = await org.member("viewer");
    await org.ok("share_project", { projectId: shared.project.id, userId: viewer.userId, role: "editor" });
    expect(await statuses(of(hidden), viewer.key)).toEqual(all(of(hidden), 200));
    expect(await statuses(edits(shared), viewer.key)).toEqual(all(edits(shared), 200));
    expect(await statuses(edits(hidden), viewer.key)).toEqual(all(edits(hidden), 403));
    expect((await org.call("update_document", { docId: unknownId, body: "x" }, viewer.key)).status).toBe(404);
    const withContact = { title: "x", projectId: shared.project.id, contactId: shared.contact.id };
    expect((await org.call("create_document", withContact, viewer.key)).status).toBe(200);
    // What belongs to no project is out of a share's reach, and no tool offers it.
    const beyond: Record<string, object> = {
      create_project: { name: "Mia" },
      save_as_template: { docId: shared.document.id },
      update_template: { templateId: shared.template.id, title: "Mio" },
    };
    for (const [operation, body] of Object.entries(beyond)) {
      const { status, detail } = await org.call(operation, body, viewer.key);
      expect([operation, status]).toEqual([operation, 403]);
      expect(detail).toMatch(/^\w+ needs \w+:edit, /);
    }
    const tools = await toolNamesOf(viewer.key);
    expect(tools).toContain("update_document");
    expect(tools.filter((name) => name in beyond)).toEqual([]);
    const member = await org.member("member");
    await org.ok("share_project", { projectId: shared.project.id, userId: member.userId, role: "viewer" });
    expect(await statuses(edits(shared), member.key)).toEqual(all(edits(shared), 200));
  });

  it("ends at once, and so does a key's part in it", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    const body = { projectId: shared.project.id };
    expect((await org.call("get_project", body, guest.key)).status).toBe(200);
    await org.ok("unshare_project", { ...body, userId: guest.userId });
    expect((await org.call("get_project", body, guest.key)).status).toBe(404);
    expect((await org.call("update_project", { ...body, name: "x" }, guest.key)).status).toBe(403);

    const narrow = await org.member("guest", ["documents:view"]);
    await org.ok("share_project", { ...body, userId: narrow.userId, role: "editor" });
    expect((await org.call("get_document", { docId: shared.document.id }, narrow.key)).status).toBe(200);
    expect((await org.call("update_document", { docId: shared.document.id }, narrow.key)).status).toBe(403);
    expect((await org.call("get_project", body, narrow.key)).status).toBe(403);
  });

  it("lets a key that lacks an area tell no project out of sight from a missing one", async () => {
    const narrow = await org.member("guest", ["bills_of_quantities:edit"]);
    await org.ok("share_project", { projectId: shared.project.id, userId: narrow.userId, role: "editor" });
    const refusal = async (projectId: string) => {
      const { status, detail } = await org.call("create_bill_of_quantities", { projectId, name: "x" }, narrow.key);
      return [status, detail?.replace(projectId, "ID")];
    };
    expect(await refusal((await org.ok("create_project", { name: "Altrove" })).id)).toEqual(await refusal(unknownId));
    expect(await refusal(shared.project.id)).toEqual([403, expect.stringContaining("needs projects:view")]);
  });

  it("of one organization opens nothing in another", async () => {
    const guest = await createGuest(org, shared.project.id, "editor");
    expect(await statuses(of(foreign), guest.key)).toEqual(all(of(foreign), 404));
    expect(await statuses(edits(foreign), guest.key)).toEqual(all(edits(foreign), 404));
  });
});
