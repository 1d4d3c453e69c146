import { expect, it } from "@jest/globals";
import { changesNothing } from "../../src/actions/action.js";
import { actions } from "../../src/actions/index.js";
import { type BusyFirm, busyFirm, growFirm } from "../support/busy-firm.js";
import { startApi } from "../support/caller.js";
import { forAllTests } from "../support/for-tests.js";
import { type Deed, expectApart } from "../support/same-ids.js";

const model = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://127.0.0.1:9/v1", AI_MODEL: "prova" };
const api = forAllTests(() => startApi({ waitLimitMs: 1, settings: model }));

type BodyOf = (firm: BusyFirm) => object;
const lines = [{ type: "line", desc: "Nostro", unit: "m", qty: 3, price: 1 }];
const bill = ({ more }: BusyFirm) => ({ computoId: more.bill?.id });
const ofProject = ({ records }: BusyFirm) => ({ projectId: records.project.id });

// Each finds what it is about, so that what is deleted comes last.
const changes: [operation: string, BodyOf][] = [
  ["restore_record", ({ more }) => ({ deletionId: more.goneThread?.deletionId })],
  ["restore_record", ({ more }) => ({ deletionId: more.goneContact?.deletionId })],
  ["restore_record", ({ more }) => ({ deletionId: more.goneQuote?.deletionId })],
  ["restore_record", ({ more }) => ({ deletionId: more.goneLines?.deletionId })],
  ["restore_record", ({ more }) => ({ deletionId: more.goneProject?.deletionId })],
  ["purge_deleted", ({ records }) => ({ deletionId: records.deletion.id })],
  ["create_project", ({ more }) => ({ name: "Casa Nostri", municipality: "Nostri", clientContactId: more.maria?.id })],
  ["update_project_status", (firm) => ({ ...ofProject(firm), status: "active" })],
  ["update_project", (firm) => ({ ...ofProject(firm), name: "Nostra due", clientContactId: firm.more.maria?.id })],
  ["update_project_stage", (firm) => ({ ...ofProject(firm), stage: "submitted", decisionDeadline: "2099-02-02" })],
  ["record_submission", (firm) => ({ ...ofProject(firm), protocolNumber: "PG/Nostri" })],
  ["update_submission", ({ more }) => ({ submissionId: more.submission?.id, decisionDeadline: "2099-03-03" })],
  ["set_submission_outcome", ({ more }) => ({ submissionId: more.submission?.id, outcome: "approved" })],
  ["reopen_submission", ({ more }) => ({ submissionId: more.submission?.id })],
  ["disconnect_contact", (firm) => ({ ...ofProject(firm), contactId: firm.more.anna?.id })],
  ["connect_contact", (firm) => ({ ...ofProject(firm), contactId: firm.more.anna?.id })],
  ["share_project", (firm) => ({ ...ofProject(firm), userId: firm.guest, role: "viewer" })],
  ["create_task", (firm) => ({ ...ofProject(firm), title: "Nostro", assigneeId: firm.guest })],
  ["update_task", ({ more }) => ({ taskId: more.task?.id, title: "Nostro", projectId: more.project?.id })],
  ["update_task_status", ({ more }) => ({ taskId: more.task?.id, status: "in_progress" })],
  ["update_task_checklist", ({ more }) => ({ taskId: more.task?.id, checklist: [{ text: "a", done: true }] })],
  ["file_thread", ({ records, more }) => ({ threadId: records.thread.id, contactId: more.anna?.id })],
  ["set_thread_status", ({ records }) => ({ threadId: records.thread.id, status: "closed" })],
  ["send_message", ({ more }) => ({ threadId: more.mail?.thread.id, body: "Nostro" })],
  ["reply_to_thread", ({ more }) => ({ threadId: more.mail?.thread.id, body: "Nostro" })],
  ["create_bill_of_quantities", (firm) => ({ ...ofProject(firm), name: "Nostro" })],
  ["save_bill_of_quantities_lines", ({ more }) => ({ computoId: more.emptied?.id, lines })],
  ["add_bill_of_quantities_section", (firm) => ({ ...bill(firm), title: "Nostra", lines: [] })],
  ["update_bill_of_quantities", (firm) => ({ ...bill(firm), name: "Nostra" })],
  ["insert_bill_lines", (firm) => ({ ...bill(firm), lines })],
  ["update_bill_line", (firm) => ({ ...bill(firm), index: 0, qty: 7 })],
  ["move_bill_lines", (firm) => ({ ...bill(firm), indexes: [1], section: ["Muri"] })],
  ["update_bill_section", (firm) => ({ ...bill(firm), section: ["Muri"], title: "Pareti" })],
  ["fill_bill_prices", (firm) => ({ ...bill(firm), bookId: firm.more.book?.id })],
  ["reprice_bill_of_quantities", (firm) => ({ ...bill(firm), bookId: firm.more.book?.id })],
  ["delete_bill_lines", (firm) => ({ ...bill(firm), indexes: [0] })],
  ["delete_bill_section", (firm) => ({ ...bill(firm), section: ["Nostra"] })],
  ["unlink_quote_line", ({ records }) => ({ linkId: records.link.id })],
  [
    "link_quote_line",
    ({ records: { bill, document } }) => ({
      computoId: bill.id,
      docId: document.id,
      computoLineIndex: 0,
      docLineIndex: null,
    }),
  ],
  ["compare_quotes", ({ records }) => ({ computoId: records.bill.id })],
  ["export_quote_comparison", ({ records }) => ({ computoId: records.bill.id, format: "xlsx" })],
  ["export_bill_of_quantities", ({ records }) => ({ computoId: records.bill.id, format: "csv" })],
  ["import_bill_of_quantities", (firm) => ({ ...ofProject(firm), fileId: firm.records.file.id })],
  ["create_contact", () => ({ name: "Anna Nostri", email: "anna@cliente.test" })],
  ["update_contact", ({ more }) => ({ contactId: more.anna?.id, notes: "Nostra" })],
  ["set_contact_details", ({ more }) => ({ contactId: more.anna?.id, city: "Nostra" })],
  ["create_reminder", (firm) => ({ ...ofProject(firm), title: "Nostro", dueAt: "2099-07-01" })],
  ["update_reminder", ({ more }) => ({ reminderId: more.reminder?.id, dueAt: "2099-07-02" })],
  ["complete_reminder", ({ more }) => ({ reminderId: more.sent?.reminder.id })],
  ["reopen_reminder", ({ more }) => ({ reminderId: more.sent?.reminder.id })],
  ["create_document", (firm) => ({ ...ofProject(firm), title: "Nostro", contactId: firm.more.maria?.id })],
  ["create_document_from_template", (firm) => ({ ...ofProject(firm), templateId: firm.more.template?.id })],
  ["draft_quote_from_bill_of_quantities", ({ more }) => ({ computoId: more.emptied?.id })],
  ["update_document", ({ records, more }) => ({ docId: records.document.id, contactId: more.maria?.id })],
  ["update_quote_lines", ({ more }) => ({ docId: more.quote?.id, changes: [{ remove: 0 }] })],
  ["move_document", (firm) => ({ ...ofProject(firm), docId: firm.more.quote?.id })],
  ["issue_document", ({ records }) => ({ docId: records.document.id })],
  ["render_document", ({ records }) => ({ docId: records.document.id })],
  ["send_issued_document", ({ records }) => ({ docId: records.document.id, followUpDays: 3 })],
  ["set_document_status", ({ records }) => ({ docId: records.document.id, status: "accepted" })],
  ["set_document_status", ({ more }) => ({ docId: more.issued?.id, status: "draft" })],
  ["save_as_template", ({ more }) => ({ docId: more.letter?.id })],
  ["update_template", ({ more }) => ({ templateId: more.template?.id, title: "Nostro" })],
  ["draft_document_from_instructions", ({ more }) => ({ docId: more.issued?.id, instructions: "x" })],
  ["review_document", ({ more }) => ({ docId: more.issued?.id })],
  ["update_file", ({ more }) => ({ fileId: more.file?.id, name: "nostro.txt", projectId: more.project?.id })],
  ["create_price_book", () => ({ name: "Listino Nostri" })],
  [
    "add_price_book_entries",
    ({ more }) => ({ bookId: more.book?.id, entries: [{ description: "Nostro", unit: "m", price: 1 }] }),
  ],
  ["update_price_book_entry", ({ records }) => ({ entryId: records.entry.id, price: 99 })],
  ["update_price_book", ({ more }) => ({ bookId: more.book?.id, name: "Nostro" })],
  ["import_price_book", ({ records, more }) => ({ fileId: records.file.id, bookId: more.book?.id })],
  ["merge_contacts", ({ records, more }) => ({ targetId: records.contact.id, sourceId: more.anna?.id })],
  ["delete_contact", ({ more }) => ({ contactId: more.maria?.id })],
  ["delete_template", ({ more }) => ({ templateId: more.template?.id })],
  ["delete_document", ({ more }) => ({ docId: more.letter?.id })],
  ["delete_file", ({ more }) => ({ fileId: more.file?.id })],
  ["delete_price_book_entries", ({ records }) => ({ bookId: records.book.id, entryIds: [records.entry.id] })],
  ["delete_price_book", ({ records }) => ({ bookId: records.book.id })],
  ["delete_bill_of_quantities", (firm) => bill(firm)],
  ["delete_reminder", ({ more }) => ({ reminderId: more.reminder?.id })],
  ["delete_submission", ({ more }) => ({ submissionId: more.submission?.id })],
  ["delete_task", ({ more }) => ({ taskId: more.task?.id })],
  ["delete_thread", ({ records }) => ({ threadId: records.thread.id })],
  ["unshare_project", (firm) => ({ ...ofProject(firm), userId: firm.guest })],
  ["delete_project", (firm) => ofProject(firm)],
];

const deeds = changes.map(
  ([operation, bodyOf]): Deed<BusyFirm> => [
    operation,
    async (firm, { key }) => {
      const { status, result, detail } = await api.call(operation, bodyOf(firm), key);
      if (status !== 200) throw new Error(`${operation}: ${status} ${detail}`);
      return result;
    },
  ],
);

it("changes one firm alone, though another has the same records with the same ids", async () => {
  await expectApart(api, { build: (word) => busyFirm(api, word), grow: growFirm, deeds });
});

it("covers every action that changes something", () => {
  const covered = new Set(changes.map(([operation]) => operation));
  const changing = actions.filter((action) => !changesNothing(action)).map(({ name }) => name);
  // What they write is a link with a secret of its own.
  const links = ["create_download_link", "create_upload_link"];
  expect(changing.filter((name) => !covered.has(name))).toEqual(links);
});
