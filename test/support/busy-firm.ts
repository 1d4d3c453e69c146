import type { TestApi } from "./caller.js";
import { organization, storeFile, type TestOrganization, type TestRecord } from "./factories.js";
import { type Records, recordsOf } from "./records.js";

/** A firm with several records of most kinds, and deleted ones. */
export interface BusyFirm {
  org: TestOrganization;
  records: Records;
  /** further ones, by what they are */
  more: Record<string, TestRecord>;
  owner: string;
  guest: string;
}

const line = { type: "line", desc: "Scavo", unit: "m", qty: 2, price: 10 };
const rest = { desc: "Muro", unit: "m", qty: 3, price: 20 };

/** @param word that its texts have, but for those of which a fingerprint is kept */
export async function busyFirm(api: TestApi, word: string): Promise<BusyFirm> {
  const org = await organization(api);
  const { ok } = org;
  const records = await recordsOf(org);
  const [projectId, contactId] = [records.project.id, records.contact.id];
  const [owner, guest] = [await org.member("owner"), await org.member("guest")];
  const more: BusyFirm["more"] = {};
  const add = async (name: string, operation: string, body: object): Promise<TestRecord> => {
    const record = await ok(operation, body);
    more[name] = record;
    return record;
  };
  const addGone = async (name: string, operation: string, body: object): Promise<void> => {
    await ok(operation, body);
    more[name] = (await ok<{ items: TestRecord[] }>("list_deleted", { limit: 1 })).items[0] as TestRecord;
  };

  await ok("share_project", { projectId, userId: guest.userId, role: "editor" });
  await add("project", "create_project", { name: `Casa ${word}`, municipality: word, clientContactId: contactId });
  const maria = await add("maria", "create_contact", { name: `Maria ${word}`, email: "maria@cliente.test" });
  const anna = { name: `Anna ${word}`, email: "anna@cliente.test", phone: "+393330000000" };
  await add("anna", "create_contact", anna);
  for (const contact of [maria, more.anna as TestRecord])
    await ok("connect_contact", { projectId, contactId: contact.id });
  await add("task", "create_task", { projectId, title: `Rilievo ${word}`, assigneeId: records.member });
  const filed = { protocolNumber: `PG/${word}`, submittedAt: "2026-11-01", decisionDeadline: "2099-01-10" };
  await add("submission", "record_submission", { projectId, ...filed });
  await add("reminder", "create_reminder", { title: word, dueAt: "2099-06-01", projectId });

  const bill = await add("bill", "create_bill_of_quantities", { projectId, name: `Opere ${word}` });
  const section = { type: "section", title: "Muri", children: [{ type: "line", ...rest }] };
  await ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: [section, line] });
  const computoId = records.bill.id;
  const quote = { computoId, title: `Preventivo ${word}`, contactId };
  await add("issued", "draft_quote_from_bill_of_quantities", quote);
  await ok("issue_document", { docId: more.issued?.id });
  await add("sent", "send_issued_document", { docId: more.issued?.id, message: word });
  await add("quote", "draft_quote_from_bill_of_quantities", { computoId: bill.id, title: word });
  const letter = { title: `Lettera ${word}`, kind: "letter", body: word, projectId, contactId };
  await add("letter", "create_document", letter);
  await ok("issue_document", { docId: more.letter?.id });
  await ok("send_issued_document", { docId: more.letter?.id });
  await add("template", "save_as_template", { docId: more.letter?.id, title: `Modello ${word}` });
  const book = await add("book", "create_price_book", { name: `Listino ${word}` });
  const entries = [{ code: "A1", description: `Scavo ${word}`, unit: "m", price: 11 }];
  await ok("add_price_book_entries", { bookId: book.id, entries });
  await add("mail", "send_message", { body: word, contactId: maria.id, projectId });
  more.file = { id: await storeFile(org, "nota.txt", { contentType: "text/plain", content: "ab", source: "upload" }) };

  const goneProject = await ok("create_project", { name: `Via ${word}` });
  await ok("create_task", { projectId: goneProject.id, title: word });
  const goneBill = await ok("create_bill_of_quantities", { projectId: goneProject.id, name: word });
  await ok("save_bill_of_quantities_lines", { computoId: goneBill.id, lines: [line] });
  await ok("draft_quote_from_bill_of_quantities", { computoId: goneBill.id });
  await addGone("goneProject", "delete_project", { projectId: goneProject.id });
  const { thread } = await ok("send_message", { body: `Via ${word}`, to: "via@cliente.test" });
  await addGone("goneThread", "delete_thread", { threadId: thread.id });
  const goneContact = await ok("create_contact", { name: `Via ${word}` });
  await addGone("goneContact", "delete_contact", { contactId: goneContact.id });
  const goneQuote = await ok("draft_quote_from_bill_of_quantities", { computoId: bill.id, title: `Via ${word}` });
  await addGone("goneQuote", "delete_document", { docId: goneQuote.id });
  const emptied = await add("emptied", "create_bill_of_quantities", { projectId, name: `Via ${word}` });
  await ok("save_bill_of_quantities_lines", { computoId: emptied.id, lines: [line] });
  await addGone("goneLines", "save_bill_of_quantities_lines", { computoId: emptied.id, lines: [] });
  return { org, records, more, owner: owner.userId, guest: guest.userId };
}

/** Gives a firm more records of what it has. */
export async function growFirm({ org, records, more, guest }: BusyFirm): Promise<void> {
  const { ok } = org;
  const projectId = records.project.id;
  await ok("share_project", { projectId: more.project?.id, userId: guest, role: "editor" });
  await ok("connect_contact", { projectId: more.project?.id, contactId: more.anna?.id });
  await ok("create_task", { projectId, title: "Altrui" });
  await ok("record_submission", { projectId, protocolNumber: "PG/Nostri", submittedAt: "2026-11-02" });
  await ok("create_bill_of_quantities", { projectId, name: "Nostri" });
  for (const bill of [records.bill, more.bill, more.emptied])
    await ok("draft_quote_from_bill_of_quantities", { computoId: bill?.id, title: "Altrui" });
  await ok("send_message", { threadId: more.mail?.thread.id, body: "Altrui" });
  for (const book of [records.book, more.book])
    await ok("add_price_book_entries", {
      bookId: book?.id,
      entries: [{ description: "Altrui", unit: "m", price: 77 }],
    });
  await ok("issue_document", { docId: records.document.id });
  for (const document of [records.document, more.letter]) await ok("send_issued_document", { docId: document?.id });
  await ok("update_project", { projectId, name: "Altrui" });
  await ok("update_contact", { contactId: records.contact.id, notes: "Altrui" });
  await ok("update_reminder", { reminderId: more.reminder?.id, notes: "Altrui" });
  await org.api.pool.query("update membership set role = 'owner' where organization_id = $1", [org.organizationId]);
}
