import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createGuest, createProject, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));

const createBill = (projectId = project.id) =>
  org.ok("create_bill_of_quantities", { projectId, name: " Computo metrico " });
const save = (computoId: string, lines: unknown) => org.call("save_bill_of_quantities_lines", { computoId, lines });
const line = (qty: number, price: number, extra: object = {}) => ({
  type: "line",
  desc: "Scavo",
  qty,
  price,
  ...extra,
});
const nested = (levels: number): object =>
  levels === 1 ? line(1, 1) : { type: "section", title: "t", children: [nested(levels - 1)] };

describe("create_bill_of_quantities", () => {
  it("makes an empty bill", async () => {
    expect(await createBill()).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      projectId: project.id,
      name: "Computo metrico",
      nodes: [],
      total: 0,
      lineCount: 0,
    });
  });
});

describe("save_bill_of_quantities_lines", () => {
  it("returns every node as sent, with what was computed of it, and replaces the whole", async () => {
    const bill = await createBill();
    await save(bill.id, [line(1, 1), line(2, 2)]);
    const sent = [
      {
        type: "section",
        title: "Opere murarie",
        colour: "blue",
        children: [
          {
            type: "line",
            desc: "Intonaco",
            unit: "m²",
            qty: 99,
            price: 10,
            measurements: [
              { desc: "parete", length: 0.3, width: 0.35, floor: "T" },
              { count: -1, length: 2, height: 0.5 },
            ],
            extra: { deep: [1, null] },
            computed: { amount: "forged" },
          },
          { type: "line", qty: 2, listPrice: 1.005 },
        ],
      },
      { type: "line", desc: "Trasporto", price: 3 },
    ];
    const { status, result } = await save(bill.id, sent);
    expect(status).toBe(200);
    const [section, last] = sent;
    expect(result).toMatchObject({ id: bill.id, total: -6.89, lineCount: 3 });
    expect(result.nodes).toEqual([
      {
        ...section,
        children: [
          { ...section?.children?.[0], computed: { index: 0, quantity: -0.89, unitPrice: 10, amount: -8.9 } },
          { ...section?.children?.[1], computed: { index: 1, quantity: 2, unitPrice: 1.005, amount: 2.01 } },
        ],
        computed: { total: -6.89 },
      },
      { ...last, computed: { index: 2, quantity: 0, unitPrice: 3, amount: 0 } },
    ]);
    const { removedLinks, warnings, ...saved } = result;
    expect(removedLinks).toEqual([]);
    expect(warnings).toMatchObject([{ code: "quantity_contradicted" }, { code: "zero_quantity" }]);
    expect(await org.ok("get_bill_of_quantities", { computoId: bill.id })).toEqual({ ...saved, links: [] });
  });

  it("refuses what is no node, and says where", async () => {
    const bill = await createBill();
    const { status, errors } = await save(bill.id, [
      { type: "chapter" },
      { type: "section", children: [{ type: "line", price: "x" }, { desc: "no type" }] },
      { type: "line", measurements: [{ count: "2" }], title: null },
    ]);
    expect(status).toBe(400);
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      "/lines/0/type",
      "/lines/1/children/0/price",
      "/lines/1/children/1/type",
      "/lines/2/measurements/0/count",
      "/lines/2/title",
    ]);
  });

  it("takes 64 levels and 50,000 nodes, and no more", async () => {
    const bill = await createBill();
    expect((await save(bill.id, [nested(64)])).status).toBe(200);
    const deep = await save(bill.id, [nested(65)]);
    expect([deep.status, deep.errors[0]?.pointer]).toEqual([400, `/lines/0${"/children/0".repeat(63)}/children`]);
    const many = Array.from({ length: 50_000 }, () => ({ type: "line" }));
    expect((await save(bill.id, many)).status).toBe(200);
    expect((await save(bill.id, [...many, { type: "line" }])).errors).toEqual([
      { pointer: "/lines", detail: expect.stringContaining("50000") },
    ]);
    const section = await org.call("add_bill_of_quantities_section", { computoId: bill.id, title: "Una di troppo" });
    expect([section.status, section.errors[0]?.pointer]).toEqual([400, "/lines"]);
  });

  it.each([
    ["a number", line(1e13, 1), "/lines/0/qty"],
    ["an amount", line(1e12, 1e12), "/lines/0"],
    [
      "a measurement",
      { type: "line", measurements: [{ count: 1e12, length: 1e12, width: 1e12, height: 1e12 }] },
      "/lines/0",
    ],
    ["a total", { type: "section", children: [line(1e6, 9e5), line(1e6, 9e5)] }, "/lines/0"],
  ])("refuses %s too large to be kept to the cent", async (_, node, pointer) => {
    const bill = await createBill();
    const { status, errors } = await save(bill.id, [node]);
    expect([status, errors[0]?.pointer]).toEqual([400, pointer]);
    expect(await org.ok("get_bill_of_quantities", { computoId: bill.id })).toMatchObject({ nodes: [], total: 0 });
  });

  it("names a further property that is too long as it is written", async () => {
    const long = "x".repeat(100_001);
    const { status, errors } = await save((await createBill()).id, [line(1, 1, { "foto/1~": long, "007": long })]);
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([400, ["/lines/0/foto~11~0", "/lines/0/007"]]);
  });

  it("is not found for another organization, and forbidden to a guest who may only look", async () => {
    const bill = await createBill();
    const stranger = await organization(api);
    const lines = [line(1, 1)];
    expect((await stranger.call("save_bill_of_quantities_lines", { computoId: bill.id, lines })).status).toBe(404);
    const viewer = await createGuest(org, project.id, "viewer");
    const editor = await createGuest(org, project.id, "editor");
    const as = (key: string) => org.call("save_bill_of_quantities_lines", { computoId: bill.id, lines }, key);
    expect((await as(viewer.key)).status).toBe(403);
    expect((await as(editor.key)).status).toBe(200);
    const listed = await org.ok<{ items: TestRecord[] }>("list_bills_of_quantities", {}, viewer.key);
    expect(listed.items[0]).toMatchObject({ id: bill.id, lineCount: 1, total: 1 });
    const elsewhere = await createBill((await createProject(org)).id);
    expect((await org.call("get_bill_of_quantities", { computoId: elsewhere.id }, viewer.key)).status).toBe(404);
    expect(
      (await org.ok<{ items: TestRecord[] }>("list_bills_of_quantities", {}, viewer.key)).items,
    ).not.toContainEqual(expect.objectContaining({ id: elsewhere.id }));
  });
});

describe("add_bill_of_quantities_section", () => {
  it("adds a section at the end, with its lines or none", async () => {
    const bill = await createBill();
    await save(bill.id, [line(1, 5, { own: true })]);
    const lines = [{ desc: "Tinteggiatura", unit: "m²", qty: 3, price: 2.5 }];
    await org.ok("add_bill_of_quantities_section", { computoId: bill.id, title: " Finiture ", lines });
    const result = await org.ok("add_bill_of_quantities_section", { computoId: bill.id, title: "Vuota" });
    expect(result).toMatchObject({ id: bill.id, total: 12.5, lineCount: 2 });
    expect(result.nodes).toEqual([
      line(1, 5, { own: true, computed: { index: 0, quantity: 1, unitPrice: 5, amount: 5 } }),
      {
        type: "section",
        title: "Finiture",
        children: [{ type: "line", ...lines[0], computed: { index: 1, quantity: 3, unitPrice: 2.5, amount: 7.5 } }],
        computed: { total: 7.5 },
      },
      { type: "section", title: "Vuota", children: [], computed: { total: 0 } },
    ]);
  });

  it("loses none of several that are added at once", async () => {
    const bill = await createBill();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        org.ok("add_bill_of_quantities_section", { computoId: bill.id, title: `Sezione ${i}` }),
      ),
    );
    expect((await org.ok("get_bill_of_quantities", { computoId: bill.id })).nodes).toHaveLength(12);
  });

  it("refuses lines that come to too much, or lack a field", async () => {
    const bill = await createBill();
    const add = (lines: object[]) =>
      org.call("add_bill_of_quantities_section", { computoId: bill.id, title: "x", lines });
    const full = { desc: "d", unit: "cad", qty: 1e12, price: 1e12 };
    expect((await add([{ ...full, qty: 1 }, full])).errors.map(({ pointer }) => pointer)).toEqual([
      "/lines/1",
      "/lines",
    ]);
    expect((await add([{ desc: "d" }])).errors.map(({ pointer }) => pointer)).toEqual([
      "/lines/0/unit",
      "/lines/0/qty",
      "/lines/0/price",
    ]);
  });
});

describe("list_bills_of_quantities", () => {
  it("reads page by page, newest first, without nodes", async () => {
    const own = await createProject(org);
    const bills = [await createBill(own.id), await createBill(own.id), await createBill(own.id)];
    type Page = { items: TestRecord[]; nextCursor: string };
    const first = await org.ok<Page>("list_bills_of_quantities", { projectId: own.id, limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual([bills[2]?.id, bills[1]?.id]);
    expect(first.items[0]).not.toHaveProperty("nodes");
    const rest = await org.ok<Page>("list_bills_of_quantities", { projectId: own.id, cursor: first.nextCursor });
    expect(rest).toMatchObject({ items: [{ id: bills[0]?.id }], nextCursor: null });
    expect((await org.call("list_bills_of_quantities", { projectId: unknownId })).status).toBe(404);
  });
});
