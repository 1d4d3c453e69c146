// The 45 actions as the service description lists them: written down here a second time, on purpose, and by hand.

export type Kind =
  | "text"
  | "filled"
  | "number"
  | "integer"
  | "integerOrNull"
  | "textOrNull"
  | "date"
  | "texts"
  | string[];
export interface Field {
  kind: Kind;
  required: boolean;
  /** what is filled in when it is absent */
  fallback?: unknown;
}
export interface Described {
  permissions: string[];
  fields: Record<string, Field>;
  /** where fields alone don't make a valid body: array fields and their entries */
  lists?: Record<string, { entry: Record<string, unknown>; invalid: unknown[]; required: boolean }>;
}

const need = (kind: Kind): Field => ({ kind, required: true });
const may = (kind: Kind, fallback?: unknown): Field => ({
  kind,
  required: false,
  ...(fallback === undefined ? {} : { fallback }),
});

const projectStatus = ["draft", "active", "on_hold", "completed", "archived"];
const projectType = ["generic", "cila", "scia", "permesso_di_costruire", "catastale", "perizia"];
const stage = [
  "preparation",
  "submitted",
  "review",
  "integration",
  "approved",
  "site_survey",
  "drafting",
  "registered",
  "in_progress",
  "closed",
];
const threadStatus = ["open", "needs_reply", "waiting", "closed"];
const contactRole = ["client", "contractor", "site_manager", "municipality", "notary", "other"];
const reminderKind = ["deadline", "follow_up", "payment", "hearing", "generic"];
const documentKind = [
  "preventivo",
  "letter",
  "engagement_letter",
  "delegation",
  "perizia",
  "report",
  "plan",
  "generic",
];
const documentStatus = ["draft", "review", "issued", "accepted", "declined", "expired"];

const line = { desc: "Scavo", unit: "m³", qty: 2, price: 10 };
const badLines = [
  { unit: "m³", qty: 2, price: 10 },
  { desc: "Scavo", qty: 2, price: 10 },
  { desc: "Scavo", unit: "m³", price: 10 },
  { desc: "Scavo", unit: "m³", qty: 2 },
  { ...line, qty: "2" },
  { ...line, more: 1 },
  7,
];
const contactFields = {
  company: may("text"),
  email: may("text"),
  phone: may("text"),
  emails: may("texts"),
  phones: may("texts"),
  pec: may("text"),
  notes: may("text"),
};

export const serviceDescription: Record<string, Described> = {
  create_project: {
    permissions: ["projects:edit"],
    fields: {
      name: need("filled"),
      status: may(projectStatus, "draft"),
      type: may(projectType, "generic"),
      description: may("text"),
      address: may("text"),
      municipality: may("text"),
      clientContactId: may("text"),
    },
  },
  update_project_status: {
    permissions: ["projects:edit"],
    fields: { projectId: need("text"), status: need(projectStatus) },
  },
  update_project: {
    permissions: ["projects:edit"],
    fields: {
      projectId: need("text"),
      name: may("filled"),
      type: may(projectType),
      description: may("text"),
      address: may("text"),
      municipality: may("text"),
      clientContactId: may("text"),
    },
  },
  update_project_stage: {
    permissions: ["projects:edit"],
    fields: {
      projectId: need("text"),
      stage: need(stage),
      protocolNumber: may("text"),
      submittedAt: may("date"),
      decisionDeadline: may("date"),
      authorityNotes: may("text"),
    },
  },
  connect_contact: { permissions: ["projects:edit"], fields: { projectId: need("text"), contactId: need("text") } },
  disconnect_contact: { permissions: ["projects:edit"], fields: { projectId: need("text"), contactId: need("text") } },
  delete_project: { permissions: ["projects:delete"], fields: { projectId: need("text") } },
  share_project: {
    permissions: ["projects:edit"],
    fields: { projectId: need("text"), userId: need("text"), role: need(["viewer", "editor"]) },
  },
  record_submission: {
    permissions: ["projects:edit"],
    fields: {
      projectId: need("text"),
      kind: may(["submission", "integration", "reminder", "outcome"], "submission"),
      protocolNumber: may("text"),
      submittedAt: may("date"),
      decisionDeadline: may("date"),
      notes: may("text"),
      advanceStage: may(stage),
    },
  },
  set_submission_outcome: {
    permissions: ["projects:edit"],
    fields: { submissionId: need("text"), outcome: need(["approved", "rejected", "suspended"]), notes: may("text") },
  },

  create_task: {
    permissions: ["tasks:edit"],
    fields: { projectId: need("text"), title: need("filled"), dueAt: may("date"), assigneeId: may("text") },
  },
  update_task_status: {
    permissions: ["tasks:edit"],
    fields: { taskId: need("text"), status: need(["todo", "in_progress", "done", "cancelled"]) },
  },
  update_task_checklist: {
    permissions: ["tasks:edit"],
    fields: { taskId: need("text") },
    lists: {
      checklist: {
        required: true,
        entry: { text: "Foto", done: true },
        invalid: [{ done: true }, { text: 1 }, { text: "Foto", done: "yes" }, { text: "Foto", more: 1 }, "Foto"],
      },
    },
  },

  file_thread: {
    permissions: ["inbox:edit"],
    fields: {
      threadId: need("text"),
      projectId: may("text"),
      contactId: may("text"),
      summary: may("text"),
      status: may(threadStatus, "waiting"),
    },
  },
  set_thread_status: { permissions: ["inbox:edit"], fields: { threadId: need("text"), status: need(threadStatus) } },
  send_message: {
    permissions: ["inbox:edit"],
    fields: {
      body: need("filled"),
      threadId: may("text"),
      contactId: may("text"),
      to: may("text"),
      subject: may("text"),
      projectId: may("text"),
      channel: may(["email", "whatsapp", "pec", "sms"]),
      attachmentFileIds: may("texts"),
    },
  },
  reply_to_thread: {
    permissions: ["inbox:edit"],
    fields: { threadId: need("text"), body: need("filled"), attachmentFileIds: may("texts") },
  },

  create_bill_of_quantities: {
    permissions: ["bills_of_quantities:edit"],
    fields: { projectId: need("text"), name: need("filled") },
  },
  save_bill_of_quantities_lines: {
    permissions: ["bills_of_quantities:edit"],
    fields: { computoId: need("text") },
    lists: {
      lines: {
        required: true,
        entry: {
          type: "section",
          title: "Scavi",
          own: { any: 1 },
          children: [
            {
              type: "line",
              desc: "Scavo",
              unit: "m³",
              qty: 1,
              price: 2,
              code: "01",
              listPrice: 3,
              priceBook: "Lombardia",
              measurements: [{ desc: "a", count: 1, length: 2, width: 3, height: 4, own: "x" }],
              own: true,
            },
          ],
        },
        invalid: [
          { desc: "no type" },
          { type: "chapter" },
          { type: "line", qty: "2" },
          { type: "line", measurements: [{ count: "1" }] },
          7,
        ],
      },
    },
  },
  add_bill_of_quantities_section: {
    permissions: ["bills_of_quantities:edit"],
    fields: { computoId: need("text"), title: need("filled") },
    lists: { lines: { required: false, entry: line, invalid: badLines } },
  },
  link_quote_line: {
    permissions: ["bills_of_quantities:edit"],
    fields: {
      computoId: need("text"),
      docId: need("text"),
      computoLineIndex: need("integerOrNull"),
      docLineIndex: need("integerOrNull"),
    },
  },
  unlink_quote_line: { permissions: ["bills_of_quantities:edit"], fields: { linkId: need("text") } },

  create_contact: {
    permissions: ["contacts:edit"],
    fields: { name: need("filled"), role: may(contactRole, "client"), ...contactFields },
  },
  update_contact: {
    permissions: ["contacts:edit"],
    fields: { contactId: need("text"), name: may("filled"), role: may(contactRole), ...contactFields },
  },
  delete_contact: { permissions: ["contacts:delete"], fields: { contactId: need("text") } },
  merge_contacts: {
    permissions: ["contacts:edit", "contacts:delete"],
    fields: { targetId: need("text"), sourceId: need("text") },
  },

  create_reminder: {
    permissions: ["reminders:edit"],
    fields: {
      title: need("filled"),
      dueAt: need("date"),
      kind: may(reminderKind, "generic"),
      projectId: may("text"),
      notes: may("text"),
    },
  },
  complete_reminder: {
    permissions: ["reminders:edit"],
    fields: { reminderId: need("text"), status: may(["done", "cancelled"], "done") },
  },

  create_document: {
    permissions: ["documents:edit"],
    fields: {
      title: need("filled"),
      kind: may(documentKind, "preventivo"),
      projectId: may("text"),
      contactId: may("text"),
      body: may("text"),
    },
  },
  draft_quote_from_bill_of_quantities: {
    permissions: ["documents:edit"],
    fields: {
      computoId: need("text"),
      title: may("text"),
      contactId: may("text"),
      discountPct: may("number"),
      vatPct: may("number", 22),
    },
  },
  update_document: {
    permissions: ["documents:edit"],
    fields: {
      docId: need("text"),
      title: may("filled"),
      body: may("text"),
      discountPct: may("number"),
      vatPct: may("number"),
      notes: may("text"),
      validUntil: may("date"),
      contactId: may("text"),
    },
    lists: { lineItems: { required: false, entry: { ...line, code: "01.A" }, invalid: badLines } },
  },
  delete_document: { permissions: ["documents:delete"], fields: { docId: need("text") } },
  issue_document: { permissions: ["documents:edit"], fields: { docId: need("text") } },
  set_document_status: {
    permissions: ["documents:edit"],
    fields: { docId: need("text"), status: need(documentStatus) },
  },
  send_issued_document: {
    permissions: ["documents:edit"],
    fields: { docId: need("text"), message: may("text"), followUpDays: may("number", 14) },
  },
  save_as_template: { permissions: ["documents:edit"], fields: { docId: need("text"), title: may("filled") } },
  create_document_from_template: {
    permissions: ["documents:edit"],
    fields: { templateId: need("text"), title: may("filled"), projectId: may("text"), contactId: may("text") },
  },
  draft_document_from_instructions: {
    permissions: ["documents:edit"],
    fields: { docId: need("text"), instructions: need("filled") },
  },
  review_document: { permissions: ["documents:view"], fields: { docId: need("text") } },

  search_records: { permissions: ["projects:view"], fields: { query: need("filled") } },
  create_price_book: {
    permissions: ["price_books:edit"],
    fields: {
      name: need("filled"),
      description: may("text"),
      source: may("text"),
      year: may("integer"),
      projectId: may("text"),
    },
  },
  add_price_book_entries: {
    permissions: ["price_books:edit"],
    fields: { bookId: need("text") },
    lists: {
      entries: {
        required: true,
        entry: { code: "01", category: "Scavi", description: "Scavo", unit: "m³", price: 10.5, notes: "a mano" },
        invalid: [
          { unit: "m³", price: 1 },
          { description: "Scavo", price: 1 },
          { description: "Scavo", unit: "m³" },
          { description: "", unit: "m³", price: 1 },
          { description: "Scavo", unit: "", price: 1 },
          { description: "Scavo", unit: "m³", price: "1" },
          { description: "Scavo", unit: "m³", price: 1, more: 1 },
        ],
      },
    },
  },
  update_price_book: {
    permissions: ["price_books:edit"],
    fields: {
      bookId: need("text"),
      name: may("filled"),
      description: may("text"),
      source: may("text"),
      year: may("integerOrNull"),
      projectId: may("textOrNull"),
    },
  },
  delete_price_book: { permissions: ["price_books:delete"], fields: { bookId: need("text") } },
  search_price_book: {
    permissions: ["price_books:view"],
    fields: { query: need("filled"), category: may("text"), limit: may("integer", 10) },
  },
};

interface Addition {
  permission: string | string[];
  required: string[];
  /** whether it changes something */
  writes?: true;
  /** the required fields that aren't texts */
  sample?: Record<string, unknown>;
  /** whether it keeps further properties, as the lines of a bill do */
  keepsMore?: true;
}

/** Of these, one suffices: that of the deleted record's area. */
export const anyDelete = [
  "projects:delete",
  "tasks:delete",
  "inbox:delete",
  "bills_of_quantities:delete",
  "contacts:delete",
  "reminders:delete",
  "documents:delete",
  "price_books:delete",
];

/** Of these, too: files are for documents and for messages. */
export const anyUpload = ["documents:edit", "inbox:edit"];

/** The actions beyond the 45. */
export const additions: Record<string, Addition> = {
  list_projects: { permission: "projects:view", required: [] },
  list_tasks: { permission: "tasks:view", required: [] },
  list_threads: { permission: "inbox:view", required: [] },
  list_bills_of_quantities: { permission: "bills_of_quantities:view", required: [] },
  list_contacts: { permission: "contacts:view", required: [] },
  list_reminders: { permission: "reminders:view", required: [] },
  list_documents: { permission: "documents:view", required: [] },
  list_templates: { permission: "documents:view", required: [] },
  list_price_books: { permission: "price_books:view", required: [] },
  list_members: { permission: "projects:view", required: [] },
  get_project: { permission: "projects:view", required: ["projectId"] },
  get_task: { permission: "tasks:view", required: ["taskId"] },
  get_thread: { permission: "inbox:view", required: ["threadId"] },
  get_bill_of_quantities: { permission: "bills_of_quantities:view", required: ["computoId"] },
  get_contact: { permission: "contacts:view", required: ["contactId"] },
  get_reminder: { permission: "reminders:view", required: ["reminderId"] },
  get_document: { permission: "documents:view", required: ["docId"] },
  get_price_book: { permission: "price_books:view", required: ["bookId"] },
  set_contact_details: { permission: "contacts:edit", required: ["contactId"], writes: true },
  update_price_book_entry: { permission: "price_books:edit", required: ["entryId"], writes: true },
  update_quote_lines: {
    permission: "documents:edit",
    required: ["docId", "changes"],
    writes: true,
    sample: { changes: [] },
  },
  move_document: { permission: "documents:edit", required: ["docId"], writes: true },
  update_template: { permission: "documents:edit", required: ["templateId", "title"], writes: true },
  update_bill_of_quantities: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "name"],
    writes: true,
  },
  update_bill_line: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "index"],
    writes: true,
    sample: { index: 0 },
    keepsMore: true,
  },
  insert_bill_lines: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "lines"],
    writes: true,
    sample: { lines: [{ desc: "Scavo", qty: 1 }] },
  },
  move_bill_lines: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "indexes"],
    writes: true,
    sample: { indexes: [0] },
  },
  delete_bill_lines: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "indexes"],
    writes: true,
    sample: { indexes: [0] },
  },
  update_bill_section: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "section"],
    writes: true,
    sample: { section: ["Scavi"] },
  },
  delete_bill_section: {
    permission: "bills_of_quantities:edit",
    required: ["computoId", "section"],
    writes: true,
    sample: { section: ["Scavi"] },
  },
  fill_bill_prices: {
    permission: ["bills_of_quantities:edit", "price_books:view"],
    required: ["computoId"],
    writes: true,
  },
  reprice_bill_of_quantities: {
    permission: ["bills_of_quantities:edit", "price_books:view"],
    required: ["computoId", "bookId"],
    writes: true,
  },
  import_price_book: { permission: "price_books:edit", required: ["fileId"], writes: true },
  compare_price_books: { permission: "price_books:view", required: ["bookId", "otherBookId"] },
  export_bill_of_quantities: {
    permission: "bills_of_quantities:view",
    required: ["computoId", "format"],
    writes: true,
    sample: { format: "csv" },
  },
  compare_quotes: { permission: "bills_of_quantities:view", required: ["computoId"] },
  export_quote_comparison: {
    permission: "bills_of_quantities:view",
    required: ["computoId", "format"],
    writes: true,
    sample: { format: "xlsx" },
  },
  unshare_project: { permission: "projects:edit", required: ["projectId", "userId"], writes: true },
  update_reminder: { permission: "reminders:edit", required: ["reminderId"], writes: true },
  update_submission: { permission: "projects:edit", required: ["submissionId"], writes: true },
  import_bill_of_quantities: {
    permission: "bills_of_quantities:edit",
    required: ["projectId", "fileId"],
    writes: true,
  },
  read_file: { permission: "documents:view", required: ["fileId"] },
  reopen_submission: { permission: "projects:edit", required: ["submissionId"], writes: true },
  update_task: { permission: "tasks:edit", required: ["taskId"], writes: true },
  delete_task: { permission: "tasks:delete", required: ["taskId"], writes: true },
  reopen_reminder: { permission: "reminders:edit", required: ["reminderId"], writes: true },
  delete_reminder: { permission: "reminders:delete", required: ["reminderId"], writes: true },
  delete_submission: { permission: "projects:delete", required: ["submissionId"], writes: true },
  delete_bill_of_quantities: { permission: "bills_of_quantities:delete", required: ["computoId"], writes: true },
  delete_template: { permission: "documents:delete", required: ["templateId"], writes: true },
  delete_price_book_entries: {
    permission: "price_books:delete",
    required: ["bookId", "entryIds"],
    writes: true,
    sample: { entryIds: ["x"] },
  },
  render_document: { permission: "documents:view", required: ["docId"], writes: true },
  list_files: { permission: "documents:view", required: [] },
  update_file: { permission: "documents:edit", required: ["fileId"], writes: true },
  delete_file: { permission: "documents:delete", required: ["fileId"], writes: true },
  create_download_link: { permission: "documents:view", required: ["fileId"], writes: true },
  create_upload_link: { permission: anyUpload, required: ["name"], writes: true },
  delete_thread: { permission: "inbox:delete", required: ["threadId"], writes: true },
  list_deleted: { permission: anyDelete, required: [] },
  restore_record: { permission: anyDelete, required: ["deletionId"], writes: true },
  purge_deleted: { permission: anyDelete, required: ["deletionId"], writes: true },
};
