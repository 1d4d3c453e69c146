import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import { createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let projectId: string;
let computoId: string;

beforeAll(async () => {
  projectId = (await createProject(org)).id;
});
beforeEach(async () => {
  computoId = (await org.ok("create_bill_of_quantities", { projectId, name: "Computo" })).id;
});

type Bill = TestRecord & { nodes: TestRecord[] };
const line = (desc: string, ...measurements: object[]) => ({ type: "line", desc, unit: "m²", price: 10, measurements });
const same = (index: number, factor?: number) => ({ sameAs: { line: index, ...(factor !== undefined && { factor }) } });
const section = (title: string, ...children: object[]) => ({ type: "section", title, children });
const call = (operation: string, body: object) => org.call<Bill>(operation, { computoId, ...body });
const save = (...lines: object[]) => call("save_bill_of_quantities_lines", { lines });
const saved = async (...lines: object[]): Promise<Bill> => (await save(...lines)).result as Bill;
const get = () => org.ok<Bill>("get_bill_of_quantities", { computoId });
const linesIn = (nodes: TestRecord[]): TestRecord[] =>
  nodes.flatMap((node) => (node.type === "line" ? node : linesIn(node.children)));
/** `desc quantity` of each line, and `>n` for each line that it repeats. */
const briefly = async (): Promise<string[]> =>
  linesIn((await get()).nodes).map(({ desc, computed, measurements }) =>
    [
      desc,
      computed.quantity,
      ...measurements.flatMap((row: TestRecord) => (row.sameAs ? `>${row.sameAs.line}` : [])),
    ].join(" "),
  );
const refused = async (answer: Promise<{ status: number; errors: { pointer: string }[] }>) => {
  const { status, errors } = await answer;
  return [status, ...errors.map(({ pointer }) => pointer)];
};

describe("a saved measurement", () => {
  it("may be an expression, repeat a line, deduct, or show a total", async () => {
    const { nodes, total } = await saved(
      section(
        "Murature",
        line("Muro", { lengthExpression: "3,20+1,15", length: 9, height: 2 }, { length: 1, negative: true }),
      ),
      line("Intonaco", same(0, 2), { kind: "partial" }, { desc: "vedi tavola", kind: "note" }),
    );
    expect(total).toBe(231);
    expect(nodes[0]?.children[0].measurements).toEqual([
      { lengthExpression: "3,20+1,15", length: 9, height: 2, computed: { quantity: 8.7 } },
      { length: 1, negative: true, computed: { quantity: -1 } },
    ]);
    expect(nodes[1]?.measurements).toEqual([
      { ...same(0, 2), computed: { quantity: 15.4 } },
      { kind: "partial", computed: { quantity: 0, runningTotal: 15.4 } },
      { desc: "vedi tavola", kind: "note", computed: { quantity: 0 } },
    ]);
  });

  it("is the same when it is sent back as it was answered", async () => {
    const { nodes } = await saved(line("A", { lengthExpression: "2*3" }), line("B", same(0), { kind: "partial" }));
    expect((await saved(...nodes)).nodes).toEqual(nodes);
  });

  it.each([
    ["an expression that can't be read", { lengthExpression: "3 m" }, "lengthExpression"],
    ["an expression that is too large", { countExpression: "1000000*10000000" }, "countExpression"],
    ["an expression of another type", { widthExpression: 3 }, "widthExpression"],
    ["an expression as a number", { length: "3,20+1,15" }, "length"],
    ["a repeat of a line that there is not", same(2), "sameAs/line"],
    ["a repeat of no line", { sameAs: {} }, "sameAs/line"],
    ["a repeat of itself", same(1), "sameAs/line"],
    ["a factor that is too large", { sameAs: { line: 0, factor: 1e13 } }, "sameAs/factor"],
    ["a kind of row that there is not", { kind: "vedi" }, "kind"],
    ["a deduction of another type", { negative: "sì" }, "negative"],
  ])("is refused with its pointer: %s", async (_, row, key) => {
    const answer = save(line("A", { count: 1 }), section("S", line("B", { count: 1 }, row)));
    expect(await refused(answer)).toEqual([400, `/lines/1/children/0/measurements/1/${key}`]);
  });

  it("is refused in each row of a circle, and stored where a row only leads to a line that repeats others", async () => {
    expect(await refused(save(line("A", same(1)), line("B", { count: 1 }, same(2)), line("C", same(0))))).toEqual([
      400,
      "/lines/0/measurements/0/sameAs/line",
      "/lines/1/measurements/1/sameAs/line",
      "/lines/2/measurements/0/sameAs/line",
    ]);
    expect((await saved(line("A", same(1)), line("B", same(2)), line("C", { count: 4 }))).total).toBe(120);
  });
});

describe("a line", () => {
  it.each([{ labourPct: -1 }, { labourPct: 100.1 }, { labourPct: "30" }, { safetyPct: 101 }, { safety: "si" }])(
    "with %j is refused",
    async (share) => {
      expect(await refused(save({ ...line("A"), ...share }))).toEqual([400, `/lines/0/${Object.keys(share)[0]}`]);
    },
  );

  it("that says what labour and safety cost lets the bill say so, everywhere", async () => {
    const shared = { ...line("A", { count: 3.333 }), labourPct: 40.5 };
    const { computed } = await saved(shared, { ...line("Ponteggio", { count: 2 }), safety: true });
    expect(computed).toEqual({ labour: 13.49, safety: 20 });
    expect((await get()).computed).toEqual(computed);
    const { items } = await org.ok<{ items: TestRecord[] }>("list_bills_of_quantities", { projectId });
    expect(items.find(({ id }) => id === computoId)?.computed).toEqual(computed);
    const { billsOfQuantities } = await org.ok<{ billsOfQuantities: TestRecord[] }>("get_project", { projectId });
    expect(billsOfQuantities.find(({ id }) => id === computoId)?.computed).toEqual(computed);
    const cleared = (await call("update_bill_line", { index: 0, labourPct: null })).result as Bill;
    expect(cleared.computed).toEqual({ labour: 0, safety: 20 });
  });

  it("that says nothing of them leaves the bill as it was", async () => {
    const bill = await saved(line("A", { count: 1 }));
    expect(Object.keys(bill)).not.toContain("computed");
    expect(Object.keys(bill)).not.toContain("quantityDecimals");
    const { items } = await org.ok<{ items: TestRecord[] }>("list_bills_of_quantities", { projectId });
    expect(Object.keys(items.find(({ id }) => id === computoId) ?? {})).not.toContain("computed");
  });
});

describe("update_bill_line", () => {
  beforeEach(() => saved(line("A", { count: 1 }), line("B", same(0)), line("C", same(1, 3))));

  it("changes the lines that repeat it, and makes their links stale", async () => {
    const docId = (await org.ok("draft_quote_from_bill_of_quantities", { computoId })).id;
    await call("link_quote_line", { docId, computoLineIndex: 2, docLineIndex: 2 });
    await call("update_bill_line", { index: 0, measurements: [{ count: 2 }] });
    expect(await briefly()).toEqual(["A 2", "B 2 >0", "C 6 >1"]);
    const link = (await get()).links.find((each: TestRecord) => each.computoLineIndex === 2);
    expect(link).toMatchObject({ docLineIndex: 2, stale: true });
  });

  it("refuses a circle, a line that there is not, and what can't be read, at the sent row", async () => {
    const update = (...measurements: object[]) => refused(call("update_bill_line", { index: 0, measurements }));
    expect(await update({ count: 1 }, same(2))).toEqual([400, "/measurements/1/sameAs/line"]);
    expect(await update(same(3))).toEqual([400, "/measurements/0/sameAs/line"]);
    expect(await update({ heightExpression: "1/0" })).toEqual([400, "/measurements/0/heightExpression"]);
    expect(await refused(call("update_bill_line", { index: 0, labourPct: 200 }))).toEqual([400, "/labourPct"]);
  });
});

describe("insert_bill_lines", () => {
  beforeEach(() => saved(line("A", { count: 1 }), line("B", same(2)), line("C", { count: 3 })));

  it("lets repeats follow their lines", async () => {
    await call("insert_bill_lines", { before: 1, lines: [line("X", { count: 9 }), line("Y", { count: 8 })] });
    expect(await briefly()).toEqual(["A 1", "X 9", "Y 8", "B 3 >4", "C 3"]);
  });

  it("takes the indexes of before the call, and those of the new lines after them", async () => {
    await call("insert_bill_lines", { before: 0, lines: [line("X", same(2)), line("Y", same(3), same(0))] });
    expect(await briefly()).toEqual(["X 3 >4", "Y 4 >0 >2", "A 1", "B 3 >4", "C 3"]);
  });

  it("refuses a repeat of no line and a circle, at the sent row", async () => {
    const insert = (...lines: object[]) => refused(call("insert_bill_lines", { before: 1, lines }));
    expect(await insert(section("S", line("X", { count: 1 }, same(4))))).toEqual([
      400,
      "/lines/0/children/0/measurements/1/sameAs/line",
    ]);
    expect(await insert(line("X", { count: 1 }), line("Y", same(4)))).toEqual([
      400,
      "/lines/1/measurements/0/sameAs/line",
    ]);
    expect(await insert(line("X", { lengthExpression: "?" }))).toEqual([
      400,
      "/lines/0/measurements/0/lengthExpression",
    ]);
  });
});

describe("move_bill_lines", () => {
  it("lets repeats follow their lines, of lines that move and of others", async () => {
    await saved(
      line("A", { count: 1 }),
      line("B", same(0)),
      section("S", line("C", same(3), same(1))),
      line("D", same(0)),
    );
    await call("move_bill_lines", { indexes: [0, 2] });
    expect(await briefly()).toEqual(["B 1 >2", "D 1 >2", "A 1", "C 2 >1 >0"]);
  });

  it("moves a line that repeats none, which stays as faulty as it was", async () => {
    await saved(line("A", { count: 1 }), line("B", { count: 1 }));
    await api.pool.query("update bill_of_quantities set nodes = $1 where id = $2", [
      JSON.stringify([line("A", { count: 1 }), line("B", same(9))]),
      computoId,
    ]);
    await call("move_bill_lines", { indexes: [1], before: 0 });
    expect(await briefly()).toEqual(["B 0 >9", "A 1"]);
  });
});

describe("delete_bill_lines", () => {
  it("keeps what rows counted that repeated a deleted line, and says so", async () => {
    await saved(line("A", { count: 2 }), line("B", same(0, 2)), line("C", same(1)), line("D", same(3 - 1)));
    const { result } = await call("delete_bill_lines", { indexes: [0] });
    expect(await briefly()).toEqual(["B 4", "C 4 >0", "D 4 >1"]);
    expect(result?.warnings).toEqual([
      expect.objectContaining({ code: "repeated_line_deleted", pointer: "/indexes/0" }),
    ]);
  });

  it("comes back with its repeats when the content is restored", async () => {
    const { nodes } = await saved({ ...line("A", { count: 2 }), labourPct: 50 }, line("B", same(0, 2)));
    await call("delete_bill_lines", { indexes: [0] });
    expect((await get()).computed).toBeUndefined();
    await restoreLast(org, "bill");
    expect(await get()).toMatchObject({ nodes, computed: { labour: 10, safety: 0 } });
  });
});

describe("a section", () => {
  beforeEach(() =>
    saved(
      line("A", same(2)),
      section("S", line("B", { count: 2 }), line("C", same(1, 3))),
      section("T", line("D", same(1))),
    ),
  );

  it("is moved together with its repeats", async () => {
    await call("update_bill_section", { section: ["T"], before: "S" });
    expect(await briefly()).toEqual(["A 6 >3", "D 2 >2", "B 2", "C 6 >2"]);
  });

  it("is deleted, and rows elsewhere that repeated its lines keep what they counted", async () => {
    const { result } = await call("delete_bill_section", { section: ["S"] });
    expect(await briefly()).toEqual(["A 6", "D 2"]);
    expect(result?.warnings).toEqual([
      expect.objectContaining({
        code: "repeated_line_deleted",
        pointer: "/section",
        detail: expect.stringMatching(/of line 0/),
      }),
      expect.objectContaining({
        code: "repeated_line_deleted",
        pointer: "/section",
        detail: expect.stringMatching(/of line 1/),
      }),
    ]);
  });
});

describe("a stored circle", () => {
  const rows = [line("A", { count: 1 }, same(1)), line("B", same(0))];
  beforeEach(async () => {
    await saved(line("A", { count: 1 }), line("B", { count: 1 }));
    await api.pool.query("update bill_of_quantities set nodes = $1, quantity_decimals = 3 where id = $2", [
      JSON.stringify(rows),
      computoId,
    ]);
  });

  it("counts 0 and is warned of, and its other lines can be changed", async () => {
    const { result } = await call("update_bill_line", { index: 0, price: 5 });
    expect(await briefly()).toEqual(["A 1 >1", "B 0 >0"]);
    expect(result?.warnings).toContainEqual(expect.objectContaining({ code: "circle", pointer: "/measurements/1" }));
  });

  it("is computed with the decimals that its file said", async () => {
    const { result } = await call("update_bill_line", { index: 1, measurements: [{ length: 1.23456 }] });
    expect(result?.quantityDecimals).toBe(3);
    expect(await briefly()).toEqual(["A 2.235 >1", "B 1.235"]);
  });
});
