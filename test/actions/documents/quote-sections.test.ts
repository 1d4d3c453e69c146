import { beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { restoreDeleted } from "../../support/deletions.js";
import { createGuest, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
let computoId: string;

const voce = (desc: string, price: number, fields: object = {}) => ({
  type: "line",
  desc,
  unit: "m²",
  qty: 1,
  price,
  ...fields,
});
const nodes = [
  voce("Allestimento del cantiere", 7),
  {
    type: "section",
    title: "Piano terra",
    children: [
      { type: "section", title: "Demolizioni", children: [voce("Scavo", 10), voce("Rimozione", 20.005)] },
      { type: "section", title: "Murature", children: [voce("Tramezzo", 30)] },
    ],
  },
  { type: "section", title: "Sicurezza", children: [voce("Ponteggio", 100, { safety: true })] },
];
const sections = [
  { title: "Piano terra – Demolizioni", firstLine: 1, lines: 2, subtotal: 30.01 },
  { title: "Piano terra – Murature", firstLine: 3, lines: 1, subtotal: 30 },
  { title: "Sicurezza", firstLine: 4, lines: 1, subtotal: 100 },
];
const draft = (fields: object = {}): Promise<TestRecord> =>
  org.ok("draft_quote_from_bill_of_quantities", { computoId, ...fields });
const linesOf = ({ lineItems }: TestRecord): object[] =>
  lineItems.map(({ code, ...line }: { code: string | null }) => (code ? { ...line, code } : line));
const links = async (docId: string): Promise<string[]> =>
  ((await org.ok("get_bill_of_quantities", { computoId })).links as TestRecord[])
    .filter((link) => link.docId === docId)
    .map(({ computoLineIndex, docLineIndex, stale }) => `${computoLineIndex}>${docLineIndex}${stale ? "*" : ""}`)
    .sort();
beforeEach(async () => {
  computoId = (await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" })).id;
  await org.ok("save_bill_of_quantities_lines", { computoId, lines: nodes });
});

describe("a quote drafted from a bill", () => {
  it("has the bill's sections beside its lines, nested titles joined, with their subtotals", async () => {
    expect((await draft()).sections).toEqual(sections);
  });

  it("is linked to the bill line by line, in the same commit", async () => {
    const { id } = await draft();
    expect(await links(id)).toEqual(["0>0", "1>1", "2>2", "3>3", "4>4"]);
  });

  it("follows the bill's lines from then on: a changed one makes its link stale", async () => {
    const { id } = await draft();
    await org.ok("update_bill_line", { computoId, index: 1, price: 11 });
    expect(await links(id)).toEqual(["0>0", "1>1*", "2>2", "3>3", "4>4"]);
  });

  it("of a bill without lines has neither lines, sections nor links", async () => {
    await org.ok("save_bill_of_quantities_lines", { computoId, lines: [] });
    const quote = await draft();
    expect(quote).toMatchObject({ lineItems: [], sections: [] });
    expect(await links(quote.id)).toEqual([]);
  });

  it("names costs of safety, and leaves them out of the discount", async () => {
    const quote = await draft({ discountPct: 10 });
    expect(quote).toMatchObject({ subtotal: 167.01, safety: 100, discount: 6.7, taxable: 160.31, vat: 35.27 });
    expect(quote.lineItems.map(({ safety }: TestRecord) => safety ?? null)).toEqual([null, null, null, null, true]);
  });

  it("is linked for a guest who may edit the project, too", async () => {
    const guest = await createGuest(org, project.id, "editor");
    const quote = await org.ok("draft_quote_from_bill_of_quantities", { computoId }, guest.key);
    expect(await links(quote.id)).toHaveLength(5);
  });

  it("can have thousands of lines, all linked", async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => voce(`Voce ${n}`, n));
    await org.ok("save_bill_of_quantities_lines", {
      computoId,
      lines: [{ type: "section", title: "Opere", children: lines }],
    });
    const quote = await draft();
    expect(quote.sections).toMatchObject([{ title: "Opere", firstLine: 0, lines: 3_000 }]);
    expect(await links(quote.id)).toHaveLength(3_000);
  });
});

describe("the sections of a quote", () => {
  it("stay when its lines are replaced by the same at other prices", async () => {
    const quote = await draft();
    const lineItems = linesOf(quote).map((line) => ({ ...line, price: 1 }));
    const { sections: kept } = await org.ok("update_document", { docId: quote.id, lineItems });
    expect(kept).toEqual(sections.map((section) => ({ ...section, subtotal: section.lines })));
  });

  it("go when its lines are replaced by others", async () => {
    const quote = await draft();
    const lineItems = [{ desc: "A corpo", unit: "corpo", qty: 1, price: 1000 }];
    expect((await org.ok("update_document", { docId: quote.id, lineItems })).sections).toEqual([]);
  });

  it("follow single lines that are added, removed and moved", async () => {
    const { id: docId } = await draft();
    const lines = [{ desc: "Nolo", unit: "h", qty: 1, price: 1 }];
    const changes = [{ insert: 0, lines }, { insert: 2, lines }, { remove: 3 }];
    const { sections: now } = await org.ok("update_quote_lines", { docId, changes });
    expect(now).toEqual([
      { title: "Piano terra – Demolizioni", firstLine: 2, lines: 3, subtotal: 31.01 },
      { title: "Sicurezza", firstLine: 5, lines: 1, subtotal: 100 },
    ]);
  });

  it("take in no line of no section that one of theirs is moved past", async () => {
    const { id: docId } = await draft();
    const moved = await org.ok("update_quote_lines", { docId, changes: [{ move: 1, to: 0 }] });
    expect(moved.lineItems.slice(0, 3).map(({ desc }: TestRecord) => desc)).toEqual([
      "Scavo",
      "Allestimento del cantiere",
      "Rimozione",
    ]);
    expect(moved.sections[0]).toEqual({
      title: "Piano terra – Demolizioni",
      firstLine: 2,
      lines: 1,
      subtotal: 20.01,
    });
  });

  it("are frozen with the revision, and absent from one without any", async () => {
    const { id: docId } = await draft();
    await org.ok("issue_document", { docId });
    const { id: plainId } = await org.ok("create_document", { title: "Lettera", kind: "letter" });
    await org.ok("issue_document", { docId: plainId });
    const contentOf = async (id: string) => (await org.ok("get_document", { docId: id })).revisions[0].content;
    expect((await contentOf(docId)).sections).toEqual(sections);
    expect(await contentOf(plainId)).not.toHaveProperty("sections");
  });

  it("go into a template and the documents made from it", async () => {
    const { id: docId } = await draft();
    const template = await org.ok("save_as_template", { docId });
    expect(template.sections).toEqual(sections);
    const copy = await org.ok("create_document_from_template", { templateId: template.id });
    expect(copy).toMatchObject({ sections, safety: 100 });
    const { items } = await org.ok<{ items: TestRecord[] }>("list_templates", {});
    expect(items.find(({ id }) => id === template.id)).toMatchObject({ sections: [], lineCount: 5 });
  });

  it("come back with a deleted quote", async () => {
    const { id: docId } = await draft();
    await org.ok("delete_document", { docId });
    await restoreDeleted(org, docId);
    expect((await org.ok("get_document", { docId })).sections).toEqual(sections);
    expect(await links(docId)).toHaveLength(5);
  });
});

describe("a line's mark as a cost of safety", () => {
  it("stays with its line when lines are replaced, and can be given and taken", async () => {
    const quote = await draft();
    const plain = linesOf(quote).map((line) => ({ ...line, safety: undefined }));
    const update = (lineItems: object[]) => org.ok("update_document", { docId: quote.id, lineItems });
    expect((await update(plain.toReversed())).safety).toBe(100);
    expect((await update(plain.map((line) => ({ ...line, safety: true })))).safety).toBe(167.01);
    expect(await update(plain.map((line) => ({ ...line, safety: false })))).not.toHaveProperty("safety");
  });

  it("doesn't go over to another line in its place, which a warning says", async () => {
    const quote = await draft();
    const lineItems = [...linesOf(quote).slice(0, 4), { desc: "Massetto", unit: "m²", qty: 80, price: 12 }];
    const other = await org.ok("update_document", { docId: quote.id, lineItems });
    expect(other).not.toHaveProperty("safety");
    expect(other.warnings.map(({ code }: TestRecord) => code)).toEqual(["line_marks_lost"]);
  });

  it("is set by changes of single lines", async () => {
    const { id: docId } = await draft();
    const change = (...changes: object[]) => org.ok("update_quote_lines", { docId, changes });
    expect((await change({ at: 0, set: { safety: true } })).safety).toBe(107);
    expect((await change({ at: 0, set: { safety: false } })).safety).toBe(100);
    const lines = [{ desc: "Recinzione", unit: "m", qty: 1, price: 3, safety: true }];
    expect((await change({ insert: 5, lines })).safety).toBe(103);
  });
});
