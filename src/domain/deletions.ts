/** The kinds of records that can be deleted, and brought back, with their tables. */
export const deletedKinds = {
  project: "project",
  task: "task",
  reminder: "reminder",
  submission: "submission",
  bill: "bill_of_quantities",
  contact: "contact",
  thread: "thread",
  document: "document",
  template: "template",
  price_book: "price_book",
  file: "stored_file",
} as const;
export type DeletedKind = keyof typeof deletedKinds;

/** How long a deletion can be undone. */
export const keptDeletionDays = 30;

/** What goes with records, and is none of its own. */
const partKinds: Record<string, string> = {
  price_book_entry: "entry",
  price_book_import: "import",
  document_revision: "revision",
  project_share: "share",
};
const kindsByTable = new Map<string, string>(Object.entries(deletedKinds).map(([kind, table]) => [table, kind]));

/** What callers call the rows of a table. */
export const kindOfTable = (table: string): string => kindsByTable.get(table) ?? partKinds[table] ?? table;
