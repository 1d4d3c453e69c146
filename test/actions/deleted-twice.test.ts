import { beforeEach, expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { createProject, createUnlinkedQuote, organization, type TestRecord } from "../support/factories.js";
import { forAllTests, forEachTest } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
let computoId: string;
let docId: string;
beforeEach(async () => {
  const project = await createProject(org);
  computoId = (await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" })).id;
  const [first, ...others] = ["Scavo", "Getto", "Posa", "Posa", "Tinta", "Nolo"].map((desc) => ({
    type: "line",
    desc,
    unit: "m²",
    qty: 1,
    price: 10,
  }));
  const repeating = { ...first, desc: "Rinterro", measurements: [{ sameAs: { line: 5 } }] };
  const lines = [first, { type: "section", title: "Opere", children: others }, repeating];
  await org.ok("save_bill_of_quantities_lines", { computoId, lines });
  docId = (await createUnlinkedQuote(org, computoId)).id;
});

const ways = {
  delete_bill_lines: {
    pointer: "/indexes",
    deletes: (...indexes: number[]) => ({ computoId, indexes }),
    edit: () => org.ok("update_bill_line", { computoId, index: 0, qty: 3 }),
  },
  update_quote_lines: {
    pointer: "/changes",
    deletes: (...indexes: number[]) => ({ docId, changes: indexes.map((remove) => ({ remove })) }),
    edit: () => org.ok("update_quote_lines", { docId, changes: [{ at: 0, set: { qty: 3 } }] }),
  },
};

const told = async (operation: string, body: object, key?: string) => {
  const { warnings } = await org.ok<{ warnings: TestRecord[] }>(operation, body, key);
  return warnings.filter(({ code }) => code === "duplicate").map(({ pointer }) => pointer);
};

it.each(Object.entries(ways))("%s warns where the same call has just deleted lines", async (name, way) => {
  expect(await told(name, way.deletes(2, 1))).toEqual([]);
  expect(await told(name, way.deletes(2, 1))).toEqual([way.pointer]);
  // The same number of others; then the same, after something else was done.
  expect(await told(name, way.deletes(0))).toEqual([]);
  await way.edit();
  expect(await told(name, way.deletes(0))).toEqual([]);
});

it.each(Object.entries(ways))("%s knows a call by its lines and its caller", async (name, way) => {
  expect(await told(name, way.deletes(5))).toEqual([]);
  expect(await told(name, way.deletes(4))).toEqual([]);
  expect(await told(name, way.deletes(4), (await org.member("member")).key)).toEqual([]);
});

it("a save that took the line away is another call", async () => {
  const { nodes } = await org.ok("delete_bill_lines", { computoId, indexes: [6] });
  await org.ok("save_bill_of_quantities_lines", { computoId, lines: nodes.slice(1) });
  expect(await told("delete_bill_lines", { computoId, indexes: [0] })).toEqual([]);
});
