import { beforeEach, describe, expect, it } from "@jest/globals";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createBill, createGuest, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
let computoId: string;
let docId: string;

const line = (desc: string, extra: object = {}) => ({ type: "line", desc, unit: "m³", qty: 1, price: 10, ...extra });
const section = (title: string, ...children: object[]) => ({ type: "section", title, children });
/** Lines 0 Scavo, 1 Reinterro, 2 Getto, 3 Trasporto, each linked to the quote's line of the same index. */
beforeEach(async () => {
  computoId = (
    await createBill(org, { projectId: project.id, name: "Computo" }, [
      section("Terreno", line("Scavo", { note: "a mano", measurements: [{ length: 2, width: 3 }] }), line("Reinterro")),
      section("Opere", section("Fondazioni", line("Getto"))),
      line("Trasporto"),
    ])
  ).id;
  docId = (await org.ok("draft_quote_from_bill_of_quantities", { computoId })).id;
  for (const index of [0, 1, 2, 3])
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: index, docLineIndex: index });
});

type Bill = TestRecord & { nodes: TestRecord[] };
const get = () => org.ok<Bill>("get_bill_of_quantities", { computoId });
const change = (operation: string, body: object) => org.call<Bill>(operation, { computoId, ...body });
/** Where each of the quote's lines stands in the bill now: `quote line > bill line`, with ! where it is stale. */
const links = async () =>
  ((await get()).links as TestRecord[]).map(
    ({ docLineIndex, computoLineIndex, stale }) => `${docLineIndex}>${computoLineIndex}${stale ? "!" : ""}`,
  );
const descriptions = (nodes: TestRecord[]): unknown[] =>
  nodes.map(({ type, desc, title, children }) => (type === "line" ? desc : [title, ...descriptions(children)]));
const pointers = ({ status, errors }: { status: number; errors: { pointer: string }[] }) => [
  status,
  ...errors.map(({ pointer }) => pointer),
];

describe("a bill that somebody else has just changed", () => {
  it("is changed all the same, with a warning that indexes may be others now", async () => {
    const codes = (answer: TestRecord) => answer.warnings.map(({ code }: TestRecord) => code);
    const colleague = await org.keyWith("bills_of_quantities:edit", "bills_of_quantities:view", "projects:view");
    const priced = { computoId, index: 2, price: 99 };
    expect(codes(await org.ok("update_bill_line", priced))).toEqual([]);
    await org.ok("delete_bill_lines", { computoId, indexes: [0] }, colleague);
    const { warnings } = await org.ok("update_bill_line", priced);
    expect(warnings).toMatchObject([
      { code: "changed_by_another", detail: expect.stringContaining("less than a minute") },
    ]);
    expect(codes(await org.ok("update_bill_line", priced))).toEqual([]);
    await org.ok("update_bill_line", { ...priced, price: 98 }, colleague);
    expect(codes(await org.ok("delete_bill_lines", { computoId, indexes: [0] }))).toEqual(["changed_by_another"]);
    await org.ok("update_bill_line", { ...priced, index: 0 }, colleague);
    await api.pool.query("update bill_of_quantities set updated_at = now() - interval '11 minutes' where id = $1", [
      computoId,
    ]);
    expect(codes(await org.ok("insert_bill_lines", { computoId, lines: [line("Posa")] }))).toEqual([]);
  });
});

describe("update_bill_of_quantities", () => {
  it("renames the bill and nothing else", async () => {
    const before = await get();
    expect((await change("update_bill_of_quantities", { name: " Variante " })).result).toMatchObject({
      name: "Variante",
      nodes: before.nodes,
    });
    expect(await links()).toEqual(["0>0", "1>1", "2>2", "3>3"]);
    expect(pointers(await change("update_bill_of_quantities", { name: " " }))).toEqual([400, "/name"]);
  });
});

describe("update_bill_line", () => {
  it("changes the given fields of one line, and computes the bill", async () => {
    const { result } = await change("update_bill_line", { index: 2, qty: 4.5, price: 140, colour: "grey" });
    const now = { ...line("Getto"), qty: 4.5, price: 140, colour: "grey" };
    expect(result).toMatchObject({ total: 60 + 10 + 630 + 10, lineCount: 4, warnings: [], removedLinks: [] });
    expect(result.line).toEqual({ ...now, computed: { index: 2, quantity: 4.5, unitPrice: 140, amount: 630 } });
    expect((await get()).nodes).toEqual(result.nodes);
    expect(await links()).toEqual(["0>0", "1>1", "2>2!", "3>3"]);
    await change("update_bill_line", { index: 2, qty: 1, price: 10 });
    expect(await links()).toEqual(["0>0", "1>1", "2>2", "3>3"]);
  });

  it("takes a line as it was read, and clears texts and numbers", async () => {
    const [{ children }] = (await get()).nodes as [TestRecord];
    const same = await change("update_bill_line", { index: 0, ...children[0] });
    expect(same.result.line).toEqual(children[0]);
    const { result } = await change("update_bill_line", {
      index: 0,
      note: "",
      unit: "",
      price: null,
      measurements: [],
    });
    expect(result.line).toEqual({
      type: "line",
      desc: "Scavo",
      qty: 1,
      note: "",
      measurements: [],
      computed: { index: 0, quantity: 1, unitPrice: 0, amount: 0 },
    });
  });

  it("warns of what was sent, with pointers into the body", async () => {
    const { result } = await change("update_bill_line", { index: 1, quantita: 7, measurements: [{ altezza: 2 }] });
    const found = (result.warnings as TestRecord[]).map(({ code, pointer }) => `${code} ${pointer}`);
    expect(found).toEqual([
      "unknown_key /quantita",
      "unknown_key /measurements/0/altezza",
      "quantity_contradicted /qty",
      "zero_quantity /measurements",
    ]);
  });

  it("refuses what no line is, and an index that there is not", async () => {
    for (const index of [4, -1])
      expect(pointers(await change("update_bill_line", { index, qty: 1 }))).toEqual([400, "/index"]);
    expect(pointers(await change("update_bill_line", { index: 0, type: "section" }))).toEqual([400, "/type"]);
    expect(pointers(await change("update_bill_line", { index: 0, children: [] }))).toEqual([400, "/children"]);
    expect(pointers(await change("update_bill_line", { index: 0, qty: 1e13 }))).toEqual([400, "/qty"]);
    expect(pointers(await change("update_bill_line", { index: 0, qty: "3" }))).toEqual([400, "/qty"]);
    expect(pointers(await change("update_bill_line", { index: 3, qty: 1e12, price: 1e9 }))[1]).toBe("");
    expect(pointers(await change("update_bill_line", { index: 0, $cut: "part" }))).toEqual([400, "/$cut"]);
  });
});

describe("insert_bill_lines", () => {
  it("puts lines before a line, beside it, and links follow their lines", async () => {
    const { result } = await change("insert_bill_lines", {
      before: 1,
      lines: [{ desc: "Sbancamento", unit: "m³", qty: 2, price: 5 }, section("Drenaggi", line("Tubo"))],
    });
    expect(descriptions(result.nodes)).toEqual([
      ["Terreno", "Scavo", "Sbancamento", ["Drenaggi", "Tubo"], "Reinterro"],
      ["Opere", ["Fondazioni", "Getto"]],
      "Trasporto",
    ]);
    expect(result).toMatchObject({ lineCount: 6, total: 60 + 10 + 10 + 10 + 10 + 10 });
    expect(result.nodes[0]?.children[1]).toMatchObject({ type: "line", computed: { index: 1, amount: 10 } });
    expect(await links()).toEqual(["0>0", "1>3", "2>4", "3>5"]);
  });

  it("puts lines at the end of the bill or of a section, or before what holds a line", async () => {
    await change("insert_bill_lines", { lines: [line("Fine")] });
    await change("insert_bill_lines", { section: ["Opere", "Fondazioni"], lines: [line("Magrone")] });
    await change("insert_bill_lines", { section: ["Opere"], before: 2, lines: [line("Tracciamento")] });
    await change("insert_bill_lines", { section: [], before: 2, lines: [line("Cantiere")] });
    expect(descriptions((await get()).nodes)).toEqual([
      ["Terreno", "Scavo", "Reinterro"],
      "Cantiere",
      ["Opere", "Tracciamento", ["Fondazioni", "Getto", "Magrone"]],
      "Trasporto",
      "Fine",
    ]);
    expect(await links()).toEqual(["0>0", "1>1", "2>4", "3>6"]);
  });

  it("warns of what was inserted, also where it repeats a line", async () => {
    const lines = [line("Nuova", { qty: undefined, misure: [{ length: 2 }] }), line("Trasporto")];
    const { result } = await change("insert_bill_lines", { before: 3, lines });
    expect((result.warnings as TestRecord[]).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "unknown_key /lines/0/misure",
      "zero_quantity /lines/0",
      "repeated_line /lines/1",
    ]);
    const again = await change("insert_bill_lines", { lines: [line("Nuova"), line("Trasporto")] });
    expect((again.result.warnings as TestRecord[]).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "repeated_line /lines/1",
    ]);
  });

  it("refuses places that there are not", async () => {
    const lines = [line("Nuova")];
    const insert = async (place: object) => pointers(await change("insert_bill_lines", { ...place, lines }));
    expect(await insert({ before: 4 })).toEqual([400, "/before"]);
    expect(await insert({ section: ["Fondazioni"] })).toEqual([400, "/section"]);
    expect(await insert({ section: ["Terreno"], before: 2 })).toEqual([400, "/before"]);
    const refusal = async (...titles: string[]) =>
      (await change("insert_bill_lines", { section: titles, lines: [line("x")] })).errors;
    expect(await refusal("Tetto")).toMatchObject([
      { detail: expect.stringMatching(/\. The bill has "Terreno", "Opere"\.$/) },
    ]);
    expect(await refusal("Opere", "Solai")).toMatchObject([
      { detail: expect.stringMatching(/"Opere" has "Fondazioni"\.$/) },
    ]);
    expect(await refusal("Terreno", "x")).toMatchObject([
      { detail: expect.stringMatching(/"Terreno" has no sections\.$/) },
    ]);
    await change("insert_bill_lines", { lines: [section("Opere")] });
    expect(await insert({ section: ["Opere"] })).toEqual([400, "/section"]);
    expect(await insert({ section: ["Opere"], before: 2 })).toEqual([200]);
  });
});

describe("move_bill_lines", () => {
  it("moves lines before a line, in the order of the bill, and links follow their lines", async () => {
    const before = await get();
    const { result } = await change("move_bill_lines", { indexes: [3, 2, 3], before: 1 });
    expect(descriptions(result.nodes)).toEqual([
      ["Terreno", "Scavo", "Getto", "Trasporto", "Reinterro"],
      ["Opere", ["Fondazioni"]],
    ]);
    expect(result).toMatchObject({ total: before.total, lineCount: 4, warnings: [], removedLinks: [] });
    expect(result.nodes[0]).toMatchObject({ computed: { total: 90 }, children: [{ note: "a mano" }, {}, {}, {}] });
    expect((await get()).nodes).toEqual(result.nodes);
    expect(await links()).toEqual(["0>0", "1>3", "2>1", "3>2"]);
  });

  it("moves lines to the end of the bill or of a section, or before what holds a line", async () => {
    await change("move_bill_lines", { indexes: [0] });
    expect(await links()).toEqual(["0>3", "1>0", "2>1", "3>2"]);
    await change("move_bill_lines", { indexes: [2], section: ["Opere", "Fondazioni"] });
    await change("move_bill_lines", { indexes: [3], section: ["Opere"], before: 1 });
    expect(descriptions((await get()).nodes)).toEqual([
      ["Terreno", "Reinterro"],
      ["Opere", "Scavo", ["Fondazioni", "Getto", "Trasporto"]],
    ]);
    expect(await links()).toEqual(["0>1", "1>0", "2>2", "3>3"]);
  });

  it("leaves lines where they are that are put before one of themselves, or are none", async () => {
    const before = await get();
    for (const body of [{ indexes: [0, 1], before: 1 }, { indexes: [3] }, { indexes: [], before: 0 }])
      expect((await change("move_bill_lines", body)).result.nodes).toEqual(before.nodes);
    expect(await get()).toEqual(before);
  });

  it("refuses lines and places that there are not", async () => {
    const move = async (body: object) => pointers(await change("move_bill_lines", body));
    expect(await move({ indexes: [0, 4, -1] })).toEqual([400, "/indexes/1", "/indexes/2"]);
    expect(await move({ indexes: [0], before: 4 })).toEqual([400, "/before"]);
    expect(await move({ indexes: [0], section: ["Tetto"] })).toEqual([400, "/section"]);
    expect(await move({ indexes: [0], section: ["Terreno"], before: 2 })).toEqual([400, "/before"]);
    await change("insert_bill_lines", { lines: [section("Opere")] });
    expect(await move({ indexes: [0], section: ["Opere"] })).toEqual([400, "/section"]);
    expect(await links()).toEqual(["0>0", "1>1", "2>2", "3>3"]);
  });
});

describe("delete_bill_lines", () => {
  it("deletes lines, removes their links, and the others follow", async () => {
    const { result } = await change("delete_bill_lines", { indexes: [2, 0, 2] });
    expect(descriptions(result.nodes)).toEqual([["Terreno", "Reinterro"], ["Opere", ["Fondazioni"]], "Trasporto"]);
    expect(result).toMatchObject({ lineCount: 2, total: 20, warnings: [] });
    const removed = (result.removedLinks as TestRecord[]).map(({ computoLineIndex }) => computoLineIndex);
    expect(removed).toEqual([0, 2]);
    expect(await links()).toEqual(["1>0", "3>1"]);
    const event = (await auditOf(api, computoId)).find(({ action }) => action === "delete_bill_lines");
    expect(event?.changes.find(({ after }) => "computoLineIndex" in (after ?? {}))).toMatchObject({
      before: { computoLineIndex: 1, stale: false },
      after: { computoLineIndex: 0, stale: false },
    });
  });

  it("deletes all or nothing", async () => {
    expect(pointers(await change("delete_bill_lines", { indexes: [0, 9, -1] }))).toEqual([
      400,
      "/indexes/1",
      "/indexes/2",
    ]);
    expect((await get()).lineCount).toBe(4);
  });
});

/** Refusals of a path of titles that no section has, or several. */
const refusesSections = async (operation: string): Promise<void> => {
  const refusal = async (body: object) => pointers(await change(operation, body));
  expect(await refusal({ section: [] })).toEqual([400, "/section"]);
  expect(await refusal({ section: ["Fondazioni"] })).toEqual([400, "/section"]);
  expect(await refusal({ section: ["Opere"], occurrence: 1 })).toEqual([400, "/occurrence"]);
  await change("insert_bill_lines", { lines: [section("Opere", line("Fine"))] });
  const several = await change(operation, { section: ["Opere"] });
  expect(several.errors).toMatchObject([{ pointer: "/section", detail: expect.stringMatching(/^2 .*"occurrence"/) }]);
  expect(await refusal({ section: ["Opere"], occurrence: 2 })).toEqual([400, "/occurrence"]);
};

describe("update_bill_section", () => {
  it("gives a section another title, and all else stays", async () => {
    const before = await get();
    const { result } = await change("update_bill_section", { section: ["Opere", " Fondazioni "], title: " Plinti " });
    expect(descriptions(result.nodes)).toEqual([
      ["Terreno", "Scavo", "Reinterro"],
      ["Opere", ["Plinti", "Getto"]],
      "Trasporto",
    ]);
    expect(result).toMatchObject({ total: before.total, warnings: [], removedLinks: [] });
    expect((await get()).nodes).toEqual(result.nodes);
    expect(await links()).toEqual(["0>0", "1>1", "2>2", "3>3"]);
  });

  it("moves a section before another beside it, or to the end, and links follow their lines", async () => {
    await change("update_bill_section", { section: ["Opere"], title: "Opere edili", before: "Terreno" });
    expect(descriptions((await get()).nodes)).toEqual([
      ["Opere edili", ["Fondazioni", "Getto"]],
      ["Terreno", "Scavo", "Reinterro"],
      "Trasporto",
    ]);
    expect(await links()).toEqual(["0>1", "1>2", "2>0", "3>3"]);
    await change("update_bill_section", { section: ["Terreno"], before: null });
    expect(await links()).toEqual(["0>2", "1>3", "2>0", "3>1"]);
    const before = await get();
    await change("update_bill_section", { section: ["Terreno"], before: "Terreno" });
    expect(await get()).toEqual(before);
  });

  it("refuses a section that there is not, and asks which where there are several", async () => {
    await refusesSections("update_bill_section");
    const { result } = await change("update_bill_section", { section: ["Opere"], occurrence: 1, title: "Finiture" });
    expect(descriptions(result.nodes).at(-1)).toEqual(["Finiture", "Fine"]);
  });

  it("refuses a blank title, and a place that there is not just once", async () => {
    const update = async (body: object) =>
      pointers(await change("update_bill_section", { section: ["Opere"], ...body }));
    expect(await update({ title: " " })).toEqual([400, "/title"]);
    expect(await update({ before: "Fondazioni" })).toEqual([400, "/before"]);
    await change("insert_bill_lines", { lines: [section("Terreno")] });
    expect(await update({ before: "Terreno" })).toEqual([400, "/before"]);
  });
});

describe("delete_bill_section", () => {
  it("deletes a section with all in it, removes links of its lines, and the others follow", async () => {
    const { result } = await change("delete_bill_section", { section: ["Terreno"] });
    expect(descriptions(result.nodes)).toEqual([["Opere", ["Fondazioni", "Getto"]], "Trasporto"]);
    expect(result).toMatchObject({ lineCount: 2, total: 20, warnings: [] });
    const removed = (result.removedLinks as TestRecord[]).map(({ computoLineIndex }) => computoLineIndex);
    expect(removed).toEqual([0, 1]);
    expect(await links()).toEqual(["2>0", "3>1"]);
    await change("delete_bill_section", { section: ["Opere", "Fondazioni"] });
    expect(descriptions((await get()).nodes)).toEqual([["Opere"], "Trasporto"]);
    expect(await links()).toEqual(["3>0"]);
  });

  it("refuses a section that there is not, and asks which where there are several", async () => {
    await refusesSections("delete_bill_section");
    await change("delete_bill_section", { section: ["Opere"], occurrence: 0 });
    expect(descriptions((await get()).nodes)).toEqual([
      ["Terreno", "Scavo", "Reinterro"],
      "Trasporto",
      ["Opere", "Fine"],
    ]);
  });
});

describe("the corrections", () => {
  const corrections: [string, object][] = [
    ["update_bill_of_quantities", { name: "x" }],
    ["update_bill_line", { index: 0, qty: 2 }],
    ["insert_bill_lines", { lines: [line("x")] }],
    ["move_bill_lines", { indexes: [0] }],
    ["delete_bill_lines", { indexes: [0] }],
    ["update_bill_section", { section: ["Terreno"], before: null }],
    ["delete_bill_section", { section: ["Terreno"] }],
  ];

  it("are open to a guest who may edit the project, and to no other", async () => {
    const [viewer, editor] = [
      await createGuest(org, project.id, "viewer"),
      await createGuest(org, project.id, "editor"),
    ];
    for (const [operation, body] of corrections) {
      const as = async (key: string) => (await org.call(operation, { computoId, ...body }, key)).status;
      expect([operation, await as(viewer.key), await as(editor.key)]).toEqual([operation, 403, 200]);
    }
  });

  it("that come at once lose nothing of each other", async () => {
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => change("insert_bill_lines", { before: 0, lines: [line(`Prima ${n}`)] })),
      change("insert_bill_lines", { section: ["Terreno"], lines: [line("Ultima")] }),
    ]);
    expect((await get()).lineCount).toBe(11);
    expect(await links()).toEqual(["0>6", "1>7", "2>9", "3>10"]);
  });
});

describe("a part of a bill", () => {
  it("can be read, and is refused where it is saved as a whole", async () => {
    const part = await org.ok<Bill>("get_bill_of_quantities", { computoId, section: ["Opere", "Fondazioni"] });
    expect(part).toMatchObject({ lineCount: 4, nodes: [{ title: "Fondazioni", children: [{ desc: "Getto" }] }] });
    const late = await org.ok<Bill>("get_bill_of_quantities", { computoId, fromLine: 2 });
    expect(descriptions(late.nodes)).toEqual([["Opere", ["Fondazioni", "Getto"]], "Trasporto"]);
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: null, docLineIndex: null });
    const linksOf = async (shown: object) =>
      (await org.ok<Bill>("get_bill_of_quantities", { computoId, ...shown })).links.map(
        ({ computoLineIndex }: TestRecord) => computoLineIndex,
      );
    expect(await linksOf({})).toEqual([0, 1, 2, 3, null]);
    expect(await linksOf({ section: ["Terreno"] })).toEqual([0, 1, null]);
    expect(await linksOf({ fromLine: 3 })).toEqual([3, null]);
    for (const { nodes } of [part, late]) {
      const saved = await change("save_bill_of_quantities_lines", { lines: nodes });
      expect([saved.status, saved.errors[0]?.pointer]).toEqual([400, "/lines/0/$cut"]);
      expect(saved.errors[0]?.detail).toContain("update_bill_line");
      expect((await change("insert_bill_lines", { lines: nodes })).status).toBe(400);
    }
    expect(pointers(await change("get_bill_of_quantities", { section: ["Tetto"] }))).toEqual([400, "/section"]);
    expect((await get()).lineCount).toBe(4);
  });
});
