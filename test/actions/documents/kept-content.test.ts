import { beforeEach, expect, it } from "@jest/globals";
import { replacesContent } from "../../../src/actions/documents/kept-content.js";
import { startApi } from "../../support/caller.js";
import { deletions, restoreLast } from "../../support/deletions.js";
import { createProject, createUnlinkedQuote, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { expectProportional } from "../../support/growth.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
let bill: TestRecord;
let docId: string;
beforeEach(async () => {
  const project = await createProject(org);
  bill = await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" });
  const nodes = ["Scavo", "Getto", "Posa"].map((desc) => ({ type: "line", desc, unit: "m²", qty: 1, price: 10 }));
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: nodes });
  docId = (await createUnlinkedQuote(org, bill.id)).id;
  await update({ title: "Offerta facciata", body: letter });
});

const letter = Array.from({ length: 60 }, (_, n) => `parola${n}`).join(" ");
const update = (fields: object): Promise<TestRecord> => org.ok("update_document", { docId, ...fields });
const kept = (kind = "document") => deletions(org, kind);
const restoreNewest = () => restoreLast(org, "document");
const current = () => org.ok("get_document", { docId });
const texts = async (): Promise<string[]> => (await current()).lineItems.map(({ desc }: TestRecord) => desc);
const links = async (): Promise<string[]> =>
  ((await org.ok("get_bill_of_quantities", { computoId: bill.id })).links as TestRecord[])
    .map(({ computoLineIndex, docLineIndex, stale }) => `${computoLineIndex}>${docLineIndex}${stale ? "*" : ""}`)
    .sort();

it("lines and text that an update emptied come back with their links, and the restore can be undone", async () => {
  for (const [from, to] of [
    [0, 0],
    [2, 2],
  ])
    await org.ok("link_quote_line", { computoId: bill.id, docId, computoLineIndex: from, docLineIndex: to });
  const before = await current();
  const { warnings } = await update({ lineItems: [], body: "" });
  expect(warnings).toMatchObject([{ code: "text_lost", pointer: "/body" }]);
  expect(await links()).toEqual([]);
  const [deletion] = await kept();
  expect(deletion).toMatchObject({ kind: "document", id: docId });
  expect(deletion?.title).toMatch(/^Offerta facciata: 3 voci e testo prima della modifica delle ore \d\d:\d\d$/);

  await update({ body: `${letter} altro`, lineItems: [{ desc: "Nolo", unit: "cad", qty: 1, price: 1 }] });
  const { restored } = await restoreNewest();
  expect(restored.map(({ kind }: TestRecord) => kind)).toEqual(["document", "quote_link", "quote_link"]);
  const { lineItems, body, total } = await current();
  expect({ lineItems, body, total }).toEqual({ lineItems: before.lineItems, body: letter, total: before.total });
  expect(await links()).toEqual(["0>0", "2>2"]);

  expect((await kept())[0]?.title).toContain(": 1 voce e testo prima del ripristino delle ore ");
  await restoreNewest();
  expect(await texts()).toEqual(["Nolo"]);
});

it("so does what a colleague had just written, which an update from an older reading replaced", async () => {
  const colleague = (await org.member("member")).key;
  const by = (fields: object, key: string) => org.ok("update_document", { docId, ...fields }, key);
  const codes = ({ warnings }: TestRecord) => warnings.map(({ code }: TestRecord) => code);
  const theirs = `${letter} Fessure al secondo piano.`;
  expect(codes(await by({ body: theirs }, colleague))).toEqual([]);
  expect(await kept()).toEqual([]);

  expect(codes(await update({ body: `${letter} Corretto.` }))).toEqual(["changed_by_another"]);
  await restoreNewest();
  expect((await current()).body).toBe(theirs);

  await by({ title: "Offerta facciata nord" }, colleague);
  expect(codes(await update({ body: `${theirs} Aggiunto.`, notes: "A 30 giorni" }))).toEqual([]);
  const [first, ...others] = (await current()).lineItems.map(({ code: _, ...item }: TestRecord) => item);
  await by({ lineItems: [{ ...first, price: 12 }, ...others] }, colleague);
  expect(codes(await update({ lineItems: [first, ...others] }))).toEqual(["changed_by_another"]);
  await restoreNewest();
  expect((await current()).lineItems[0].price).toBe(12);
});

it("a restore keeps all that it replaces, however little that is", async () => {
  const colleague = (await org.member("member")).key;
  await org.ok("update_document", { docId, body: `${letter} Fessure al secondo piano.` }, colleague);
  await update({ body: `${letter} Corretto.` });
  await restoreNewest();
  expect((await current()).body).toBe(`${letter} Fessure al secondo piano.`);
  await restoreNewest();
  expect((await current()).body).toBe(`${letter} Corretto.`);
});

it("nothing is kept or warned of where a colleague had changed something else", async () => {
  const colleague = (await org.member("member")).key;
  await org.ok("update_document", { docId, title: "Offerta facciata nord" }, colleague);
  expect((await update({ body: letter.replace("parola3 ", ""), notes: "A 30 giorni" })).warnings).toEqual([]);
  expect(await kept()).toEqual([]);
});

it("so do lines that were removed one by one, but not where nothing much is lost", async () => {
  const line = { unit: "m²", qty: 1, price: 10 };
  await update({ notes: "Pagamento a 30 giorni", body: letter.replace("parola3 ", "") });
  await update({ lineItems: ["Posa", "Scavo", "Getto", "Nolo"].map((desc) => ({ desc, ...line })) });
  await org.ok("update_quote_lines", {
    docId,
    changes: [
      { at: 0, set: { price: 12 } },
      { move: 1, to: 0 },
    ],
  });
  expect(await kept()).toEqual([]);
  await org.ok("update_quote_lines", { docId, changes: [{ remove: 3 }, { remove: 0 }] });
  await restoreNewest();
  expect(await texts()).toEqual(["Scavo", "Posa", "Getto", "Nolo"]);
});

it("a link that comes back follows the bill's line, wherever that stands now", async () => {
  for (const index of [0, 1, 2])
    await org.ok("link_quote_line", { computoId: bill.id, docId, computoLineIndex: index, docLineIndex: index });
  await org.ok("update_quote_lines", { docId, changes: [{ remove: 1 }] });
  const nolo = { desc: "Nolo", unit: "cad", qty: 1, price: 1 };
  await org.ok("insert_bill_lines", { computoId: bill.id, before: 0, lines: [nolo] });
  await restoreNewest();
  expect(await links()).toEqual(["1>0", "2>1", "3>2"]);
});

it("a link doesn't come back to a line that another one knows, where its own is gone", async () => {
  for (const index of [0, 1, 2])
    await org.ok("link_quote_line", { computoId: bill.id, docId, computoLineIndex: index, docLineIndex: index });
  await org.ok("update_quote_lines", { docId, changes: [{ remove: 1 }] });
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
  await restoreNewest();
  expect(await links()).toEqual(["0>0", "1>2"]);
});

it("it comes back only into a draft that is there", async () => {
  await update({ lineItems: [{ desc: "Nolo", unit: "cad", qty: 1, price: 1 }] });
  const [content] = await kept();
  const restore = () => org.call("restore_record", { deletionId: content?.deletionId });
  await org.ok("issue_document", { docId });
  expect(await restore()).toMatchObject({
    status: 409,
    detail: "The document is issued; set it back to draft with set_document_status first.",
  });
  const draft = (await org.ok("create_document", { title: "Lettera", kind: "letter", body: letter })).id;
  await org.ok("update_document", { docId: draft, body: "Altro" });
  expect((await kept())[0]?.title).toContain("Lettera: il testo prima della modifica");
  const deletionId = (await kept())[0]?.deletionId;
  await org.ok("delete_document", { docId: draft });
  const [whole] = await kept();
  expect(await org.call("restore_record", { deletionId })).toMatchObject({
    status: 409,
    detail: `The content belongs to the document ${draft}, which was deleted; restore that first, with restore_record and the deletionId ${whole?.deletionId}.`,
  });
  await org.ok("purge_deleted", { deletionId: whole?.deletionId });
  expect((await kept()).map(({ id }) => id)).toEqual([docId]);
});

it("measurements that a line of a bill loses are kept with it", async () => {
  const computoId = bill.id;
  const measurements = [{ count: 2 }, { count: 3 }];
  const line = (fields: object) => org.ok("update_bill_line", { computoId, index: 1, ...fields });
  await line({ measurements });
  await line({ desc: "Getto di calcestruzzo" });
  expect(await kept("bill")).toEqual([]);
  await line({ measurements: [] });
  const [deletion] = await kept("bill");
  expect(deletion?.title).toMatch(/: 3 voci prima della modifica delle ore /);
  await org.ok("restore_record", { deletionId: deletion?.deletionId });
  const { nodes } = await org.ok("get_bill_of_quantities", { computoId });
  expect(nodes[1]).toMatchObject({ desc: "Getto di calcestruzzo", measurements });
});

it("the chapters and the marks of safety costs come back with their lines", async () => {
  const nodes = [
    { type: "line", desc: "Scavo", unit: "m³", qty: 1, price: 10 },
    {
      type: "section",
      title: "Sicurezza",
      children: [{ type: "line", desc: "Ponteggio", qty: 1, price: 5, safety: true }],
    },
  ];
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: nodes });
  docId = (await org.ok("draft_quote_from_bill_of_quantities", { computoId: bill.id })).id;
  const { sections, lineItems, safety } = await current();
  expect([sections.length, safety]).toEqual([1, 5]);
  const emptied = await update({ lineItems: [] });
  expect(emptied.sections).toEqual([]);
  expect(emptied).not.toHaveProperty("safety");
  await restoreNewest();
  expect(await current()).toMatchObject({ sections, lineItems, safety });
  expect(await links()).toEqual(["0>0", "1>1"]);
});

it("the former text is looked for in the new one in a time that grows with them, whatever they are", async () => {
  await expectProportional({
    input: (size) => ["a".repeat(size / 4), "a".repeat(size)] as const,
    work: ([part, body]) => replacesContent({ body: `${part}b${part}`, lineItems: [] }, { body, lineItems: [] }),
    small: 16_000,
    large: 256_000,
  });
});
