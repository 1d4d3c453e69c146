import { beforeEach, expect, it } from "@jest/globals";
import { readComparison } from "../../../src/activities/exports/comparison/read-comparison.js";
import { startApi } from "../../support/caller.js";
import { createBill, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let computoId: string;
let docId: string;

const line = (desc: string, price: number) => ({ type: "line", desc, unit: "m²", qty: 1, price });
beforeEach(async () => {
  const { id: projectId } = await createProject(org);
  computoId = (await createBill(org, { projectId, name: "Computo" }, [line("Scavo", 10), line("Getto", 20)])).id;
  docId = (await org.ok("draft_quote_from_bill_of_quantities", { computoId })).id;
});

/** What is read while another one exchanges the bill's two lines, between the reading of the bill and that of its links. */
const readDuringMove = <T>(reading: () => Promise<T>): Promise<T> =>
  readDuring(reading, [
    [`update bill_of_quantities set nodes = ${exchangedNodes}, version = version + 1 where id = $1`, computoId],
    ["update quote_link set computo_line_index = 1 - computo_line_index where computo_id = $1", computoId],
  ]);

const exchangedNodes = `json_build_array(jsonb_set((nodes -> 1)::jsonb, '{computed,index}', '0'), jsonb_set((nodes -> 0)::jsonb, '{computed,index}', '1'))`;

/** What is read while another one changes rows and links, before the links are read. */
async function readDuring<T>(reading: () => Promise<T>, changes: [sql: string, id: string][]): Promise<T> {
  const other = await api.pool.connect();
  await other.query("begin");
  await other.query("lock table quote_link in access exclusive mode");
  const read = reading();
  await untilWaitedFor(api.pool, other).finally(async () => {
    for (const [sql, id] of changes) await other.query(sql, [id]);
    await other.query("commit");
    other.release();
  });
  return read;
}

it("shows a bill's links at their lines, whoever moves these meanwhile", async () => {
  const { nodes, links } = await readDuringMove(() => org.ok("get_bill_of_quantities", { computoId }));
  const quoted = links.map((link: { computoLineIndex: number; docLineIndex: number }) => [
    nodes[link.computoLineIndex].desc,
    link.docLineIndex,
  ]);
  expect(quoted).toEqual([
    ["Scavo", 0],
    ["Getto", 1],
  ]);
});

it("compares each offer with its line", async () => {
  const { lines } = await readDuringMove(() => org.ok("compare_quotes", { computoId }));
  expect(lines).toMatchObject([
    { desc: "Scavo", offers: [{ unitPrice: 10 }] },
    { desc: "Getto", offers: [{ unitPrice: 20 }] },
  ]);
});

it("exports each offer beside its line", async () => {
  const shows = { project: true, client: true, contacts: true };
  const order = { kind: "quote_comparison" as const, computoId, format: "xlsx" as const, docIds: [docId], shows };
  const { bill, links } = await readDuringMove(() => readComparison(api.app, org.organizationId, order));
  const descs = (JSON.parse(bill.nodes) as { desc: string }[]).map(({ desc }) => desc);
  expect(links.map((link) => [descs[link.computoLineIndex ?? -1], link.docLineIndex])).toEqual([
    ["Scavo", 0],
    ["Getto", 1],
  ]);
});

it("reviews a quote beside the bill's lines that it was linked to then", async () => {
  const review = () => org.ok("review_document", { docId });
  const before = await review();
  const during = await readDuring(review, [
    [
      "update document set line_items = jsonb_build_array(line_items -> 1, line_items -> 0), version = version + 1 where id = $1",
      docId,
    ],
    ["update quote_link set doc_line_index = 1 - doc_line_index where doc_id = $1", docId],
  ]);
  expect(during.findings).toEqual(before.findings);
});
