import { createContact, createProject, storeFile, type TestOrganization, type TestRecord } from "./factories.js";

/** One record of each kind, all of one project where they can be. */
export interface Records {
  project: TestRecord;
  contact: TestRecord;
  task: TestRecord;
  submission: TestRecord;
  reminder: TestRecord;
  bill: TestRecord;
  document: TestRecord;
  template: TestRecord;
  book: TestRecord;
  entry: TestRecord;
  thread: TestRecord;
  message: TestRecord;
  link: TestRecord;
  file: { id: string };
  /** of a task */
  deletion: { id: string };
  member: string;
}

export async function recordsOf(org: TestOrganization): Promise<Records> {
  const [project, contact, person] = await Promise.all([createProject(org), createContact(org), org.member("member")]);
  const projectId = project.id;
  const bill = await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
  await org.ok("save_bill_of_quantities_lines", {
    computoId: bill.id,
    lines: [{ type: "line", desc: "Scavo", unit: "m³", qty: 2, price: 10 }],
  });
  const document = await org.ok("create_document", { title: "Offerta", projectId, contactId: contact.id });
  const link = await org.ok("link_quote_line", {
    computoId: bill.id,
    docId: document.id,
    computoLineIndex: 0,
    docLineIndex: null,
  });
  const message = await org.ok("send_message", { body: "Buongiorno", contactId: contact.id, projectId });
  const content = "Descrizione;Quantità;Prezzo\nScavo;2;10\n";
  const fileId = await storeFile(org, "computo.csv", { contentType: "text/csv", content });
  const book = await org.ok("create_price_book", { name: "Prezzario", projectId });
  await org.ok("add_price_book_entries", {
    bookId: book.id,
    entries: [{ description: "Scavo", unit: "m³", price: 10 }],
  });
  const { id: taskId } = await org.ok("create_task", { projectId, title: "Sopralluogo" });
  await org.ok("delete_task", { taskId });
  const { items } = await org.ok<{ items: { deletionId: string }[] }>("list_deleted", { limit: 1 });
  return {
    deletion: { id: items[0]?.deletionId ?? "" },
    project,
    contact,
    bill,
    document,
    link: { ...link, id: link.linkId },
    task: await org.ok("create_task", { projectId, title: "Rilievo" }),
    submission: await org.ok("record_submission", { projectId }),
    reminder: await org.ok("create_reminder", { projectId, title: "Udienza", dueAt: "2099-05-04" }),
    template: await org.ok("save_as_template", { docId: document.id }),
    book,
    entry: (await org.ok("get_price_book", { bookId: book.id })).entries[0],
    thread: message.thread,
    message: message.message,
    file: { id: fileId },
    member: person.userId,
  };
}
