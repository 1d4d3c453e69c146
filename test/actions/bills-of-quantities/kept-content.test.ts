import { beforeEach, expect, it } from "@jest/globals";
import { actions } from "../../../src/actions/index.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { deletions, restoreLast } from "../../support/deletions.js";
import {
  createGuest,
  createProject,
  createUnlinkedQuote,
  organization,
  type TestRecord,
} from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
let bill: TestRecord;
let quote: TestRecord;
beforeEach(async () => {
  const project = await createProject(org);
  bill = await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo facciata" });
  await save("Scavo", "Getto", "Posa");
  quote = await createUnlinkedQuote(org, bill.id);
});

it("is promised to whom may restore it, and to no others: not to all who may lose it", async () => {
  const member = await org.member("member");
  const guest = await createGuest(org, bill.projectId, "editor");
  for (const { key } of [member, guest]) await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [0] }, key);
  const [{ deletionId } = { deletionId: "" }] = await kept();
  for (const { key } of [member, guest]) {
    expect((await org.call("list_deleted", {}, key)).status).toBe(403);
    expect((await org.call("restore_record", { deletionId }, key)).status).toBe(403);
  }
  const admin = await org.member("admin");
  expect((await org.call("restore_record", { deletionId }, admin.key)).status).toBe(200);

  const promising = actions.filter(
    ({ description, permissions }) => description.includes("restore_record") && !/:delete/.test(permissions.join()),
  );
  expect(promising.map(({ name }) => name)).toEqual(expect.arrayContaining(["delete_bill_lines", "update_document"]));
  for (const { name, area, description } of promising)
    expect([name, description]).toEqual([name, expect.stringContaining(`${area}:delete`)]);
});

const nodesOf = (texts: string[]) =>
  texts.map((desc) => ({ type: "line", desc, unit: "m²", qty: 1, price: 10, zz: "ä" }));
const save = (...texts: string[]): Promise<TestRecord> =>
  org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: nodesOf(texts) });
const link = (computoLineIndex: number | null, docLineIndex: number | null): Promise<TestRecord> =>
  org.ok("link_quote_line", { computoId: bill.id, docId: quote.id, computoLineIndex, docLineIndex });
const kept = () => deletions(org, "bill");
const restoreNewest = () => restoreLast(org, "bill");
const current = () => org.ok("get_bill_of_quantities", { computoId: bill.id });
const texts = async (): Promise<string[]> => (await current()).nodes.map(({ desc }: TestRecord) => desc);
/** `1>0` for each link, by the bill's line; `1>0*` where it is stale. */
const links = async (): Promise<string[]> =>
  ((await current()).links as TestRecord[])
    .map(({ computoLineIndex, docLineIndex, stale }) => `${computoLineIndex}>${docLineIndex}${stale ? "*" : ""}`)
    .sort();

it("what a save lost comes back with its links, and the restore can be undone", async () => {
  await Promise.all([link(0, 0), link(1, 1), link(2, 2), link(null, null)]);
  const [before, linksBefore] = [(await current()).nodes, await links()];
  await save("Intonaco");
  expect(await links()).toEqual(["0>0*", "null>null"]);
  const [deletion] = await kept();
  expect(deletion).toMatchObject({ kind: "bill", id: bill.id, with: {} });
  expect(deletion?.title).toMatch(/^Computo facciata: 3 voci prima del salvataggio delle ore \d\d:\d\d$/);

  const { restored } = await restoreNewest();
  expect(restored[0]).toEqual({ kind: "bill", id: bill.id });
  expect(restored.filter(({ kind }: TestRecord) => kind === "quote_link")).toHaveLength(2);
  expect((await current()).nodes).toEqual(before);
  expect(await current()).toMatchObject({ total: 30, lineCount: 3 });
  expect(await links()).toEqual(linksBefore);

  expect((await kept()).map(({ title }) => title.replace(/\d\d:\d\d/, ""))).toEqual([
    "Computo facciata: 1 voce prima del ripristino delle ore ",
  ]);
  await restoreNewest();
  expect([await texts(), await links()]).toEqual([["Intonaco"], ["0>0*", "null>null"]]);
});

it("lines that were deleted come back between the others, with the links that had followed", async () => {
  await Promise.all([link(0, 0), link(1, 0), link(2, 0)]);
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [0] });
  expect([await texts(), await links()]).toEqual([
    ["Getto", "Posa"],
    ["0>0", "1>0"],
  ]);
  // It says what the one says that moves back, of the line that comes back.
  await org.ok("insert_bill_lines", { computoId: bill.id, lines: nodesOf(["Nolo"]) });
  await link(2, 0);
  expect((await kept())[0]?.title).toContain(": 3 voci prima dell'eliminazione delle ore ");
  await restoreNewest();
  expect([await texts(), await links()]).toEqual([
    ["Scavo", "Getto", "Posa"],
    ["0>0", "1>0", "2>0"],
  ]);
});

it("a link comes back only to a quote that still has its line, and says whether that changed", async () => {
  await Promise.all([link(1, 1), link(2, 2)]);
  await save("Scavo");
  const [scavo, getto] = ["Scavo", "Getto"].map((desc) => ({ desc, unit: "m²", qty: 1, price: 10 }));
  await org.ok("update_document", { docId: quote.id, lineItems: [scavo, { ...getto, qty: 12 }] });
  await restoreNewest();
  expect(await links()).toEqual(["1>1*"]);
});

it("a link comes back neither to a quote of another project, nor to what is no quote any more", async () => {
  const { id: projectId } = await createProject(org);
  for (const moved of [{ projectId }, { kind: "report", projectId: bill.projectId }]) {
    await link(1, 1);
    await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
    await org.ok("move_document", { docId: quote.id, ...moved });
    await restoreNewest();
    expect([await texts(), await links()]).toEqual([["Scavo", "Getto", "Posa"], []]);
    await org.ok("move_document", { docId: quote.id, kind: "preventivo", projectId: bill.projectId });
  }
});

it("what comes back has its shares of labour and safety", async () => {
  const [scavo, ponteggio] = nodesOf(["Scavo", "Ponteggio"]);
  const lines = [
    { ...scavo, labourPct: 30 },
    { ...ponteggio, safety: true },
  ];
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines });
  await save("Getto");
  expect((await current()).computed).toBeUndefined();
  await restoreNewest();
  expect((await current()).computed).toEqual({ labour: 3, safety: 10 });
});

it("a link that comes back follows the quote's line, wherever that stands now", async () => {
  await Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
  const nolo = { desc: "Nolo", unit: "cad", qty: 1, price: 1 };
  await org.ok("update_quote_lines", { docId: quote.id, changes: [{ insert: 0, lines: [nolo] }] });
  await restoreNewest();
  expect(await links()).toEqual(["0>1", "1>2", "2>3"]);
});

it.each([
  ["price", { price: 12 }, ""],
  ["quantity", { qty: 2 }, "*"],
])(
  "a link that comes back follows the quote's line also where that had got another %s before",
  async (_, set, stale) => {
    await Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
    await org.ok("update_quote_lines", { docId: quote.id, changes: [0, 1, 2].map((at) => ({ at, set })) });
    await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [0, 1, 2] });
    const nolo = { desc: "Nolo", unit: "cad", qty: 1, price: 1 };
    await org.ok("update_quote_lines", { docId: quote.id, changes: [{ insert: 0, lines: [nolo] }] });
    await restoreNewest();
    expect(await links()).toEqual(["0>1", "1>2", "2>3"].map((pair) => pair + stale));
  },
);

it.each([
  ["price", { price: 12 }, ""],
  ["quantity", { qty: 2 }, "*"],
])(
  "a link that comes back, alone or with its bill, says whether the quote got another %s meanwhile",
  async (_, set, stale) => {
    await Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
    await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
    await org.ok("update_quote_lines", { docId: quote.id, changes: [{ at: 1, set }] });
    await restoreNewest();
    expect(await links()).toEqual(["0>0", `1>1${stale}`, "2>2"]);
    await org.ok("delete_bill_of_quantities", { computoId: bill.id });
    await org.ok("update_quote_lines", { docId: quote.id, changes: [{ at: 2, set }] });
    await restoreNewest();
    expect(await links()).toEqual(["0>0", `1>1${stale}`, `2>2${stale}`]);
  },
);

it("a link doesn't come back to a line that another one knows, where its own is gone", async () => {
  await Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
  await org.ok("update_quote_lines", { docId: quote.id, changes: [{ remove: 1 }] });
  await restoreNewest();
  expect(await links()).toEqual(["0>0", "2>1"]);
});

it("a link doesn't come back where its line was put in and linked again meanwhile", async () => {
  await link(1, 1);
  const { nodes } = await current();
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
  await org.ok("insert_bill_lines", { computoId: bill.id, lines: [nodes[1]] });
  const { linkId } = await link(2, 1);
  await restoreNewest();
  expect((await current()).links).toMatchObject([{ linkId, computoLineIndex: 1, docLineIndex: 1 }]);
});

it("links follow their lines into a content from before later changes", async () => {
  await save("Scavo", "Getto", "Posa", "Nolo");
  for (const index of [0, 1, 2]) await link(index, index);
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [1] });
  await org.ok("insert_bill_lines", { computoId: bill.id, before: 0, lines: nodesOf(["Trasporto"]) });
  expect(await links()).toEqual(["1>0", "2>2"]);
  await restoreNewest();
  expect([await texts(), await links()]).toEqual([
    ["Scavo", "Getto", "Posa", "Nolo"],
    ["0>0", "1>1", "2>2"],
  ]);
});

it.each([
  ["before", ["0>0*", "1>1*", "2>2*"]],
  ["after", ["0>0", "1>1", "2>2"]],
])("links follow their lines where these got other prices %s the content was lost", async (when, expected) => {
  const reprice = async () => {
    for (const index of [0, 1, 2]) await org.ok("update_bill_line", { computoId: bill.id, index, price: 12 });
  };
  await save("Scavo", "Getto", "Posa", "Nolo");
  for (const index of [0, 1, 2]) await link(index, index);
  if (when === "before") await reprice();
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [3] });
  if (when === "after") await reprice();
  await org.ok("insert_bill_lines", { computoId: bill.id, before: 0, lines: nodesOf(["Trasporto"]) });
  await restoreNewest();
  expect(await texts()).toEqual(["Scavo", "Getto", "Posa", "Nolo"]);
  expect(await links()).toEqual(expected);
});

it.each([
  ["a copy was put in before it", ["Scavo", "Getto", "Posa", "Nolo"], 3, "Posa", ["0>0", "1>1", "2>2"]],
  ["its equal comes back", ["Scavo", "Scavo", "Posa"], 1, "Trasporto", ["0>0", "1>1", "2>2"]],
])("a link stays at its line where %s", async (_, lines, lost, putIn, expected) => {
  await save(...lines);
  for (const index of [0, 1, 2]) await link(index, index);
  await org.ok("delete_bill_lines", { computoId: bill.id, indexes: [lost] });
  await org.ok("insert_bill_lines", { computoId: bill.id, before: 0, lines: nodesOf([putIn]) });
  await restoreNewest();
  expect([await texts(), await links()]).toEqual([lines, expected]);
});

it("a link whose line isn't in the content that comes back leaves the line of one that comes back with it", async () => {
  await Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
  for (const indexes of [[0], [0]]) await org.ok("delete_bill_lines", { computoId: bill.id, indexes });
  const [, older] = await kept();
  await org.ok("restore_record", { deletionId: older?.deletionId });
  expect([await texts(), await links()]).toEqual([
    ["Scavo", "Getto", "Posa"],
    ["0>0", "2>2"],
  ]);
  await restoreNewest();
  expect([await texts(), await links()]).toEqual([
    ["Getto", "Posa"],
    ["0>1", "1>2"],
  ]);
  await restoreNewest();
  expect(await links()).toEqual(["0>0", "1>1", "2>2"]);
});

it("nothing is kept where nothing is lost: lines are added, moved, priced or corrected one by one", async () => {
  await save("Posa", "Scavo", "Getto", "Nolo");
  await org.ok("update_bill_line", { computoId: bill.id, index: 0, qty: 2 });
  await org.ok("insert_bill_lines", { computoId: bill.id, lines: nodesOf(["Trasporto"]) });
  await org.ok("move_bill_lines", { computoId: bill.id, indexes: [4], before: 0 });
  expect(await kept()).toEqual([]);
  await save("Posa", "Scavo", "Getto", "Nolo", "Trasporto");
  expect(await kept()).toHaveLength(1);
});

it("a section's title that is lost is kept as well", async () => {
  const lines = nodesOf(["Scavo", "Getto", "Posa"]);
  const inSection = (title: string) => ({
    computoId: bill.id,
    lines: [{ type: "section", title, children: lines }],
  });
  await org.ok("save_bill_of_quantities_lines", inSection("Opere edili"));
  expect(await kept()).toEqual([]);
  await save("Scavo", "Getto", "Posa");
  await restoreNewest();
  expect((await current()).nodes[0]).toMatchObject({ title: "Opere edili", computed: { total: 30 } });
});

it("a section that was deleted comes back with its lines and links, an empty one too; a new title keeps nothing", async () => {
  const lines = nodesOf(["Scavo", "Getto", "Posa"]);
  const sections = ["Opere", "Opere"].map((title) => ({ type: "section", title, children: lines }));
  const empty = { type: "section", title: "Varie" };
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: [...sections, empty] });
  await Promise.all([link(1, 1), link(5, 2)]);
  await org.ok("update_bill_section", { computoId: bill.id, section: ["Opere"], occurrence: 0, title: "Opere edili" });
  expect(await kept()).toEqual([]);
  const before = (await current()).nodes;
  await org.ok("delete_bill_section", { computoId: bill.id, section: ["Varie"] });
  await org.ok("delete_bill_section", { computoId: bill.id, section: ["Opere edili"] });
  expect(await links()).toEqual(["2>2"]);
  expect((await kept())[0]?.title).toContain(": 6 voci prima dell'eliminazione delle ore ");
  await restoreNewest();
  expect(await links()).toEqual(["1>1", "5>2"]);
  expect((await current()).nodes).toEqual(before.slice(0, 2));
  await org.ok("restore_record", { deletionId: (await kept()).at(-1)?.deletionId });
  expect((await current()).nodes).toEqual(before);
});

it("of a bill that is saved all day the newest 20 contents are kept", async () => {
  for (let n = 0; n < 22; n++) await save(`Voce ${n}`);
  expect(await kept()).toHaveLength(20);
  await restoreNewest();
  expect(await texts()).toEqual(["Voce 20"]);
  expect(await kept()).toHaveLength(20);
});

it("it needs its bill, which is restored first; what is purged with the bill is gone, and of no other bill", async () => {
  await save("Intonaco");
  const [content] = await kept();
  await org.ok("delete_bill_of_quantities", { computoId: bill.id });
  const [whole] = await kept();
  const refused = await org.call("restore_record", { deletionId: content?.deletionId });
  expect([refused.status, refused.detail]).toEqual([
    409,
    `The content belongs to the bill ${bill.id}, which was deleted; restore that first, with restore_record and the deletionId ${whole?.deletionId}.`,
  ]);
  await org.ok("restore_record", { deletionId: whole?.deletionId });
  await org.ok("restore_record", { deletionId: content?.deletionId });
  expect(await texts()).toEqual(["Scavo", "Getto", "Posa"]);

  const { id: other } = await org.ok("create_bill_of_quantities", { projectId: bill.projectId, name: "Computo tetto" });
  for (const desc of ["Tegole", "Coppi"])
    await org.ok("save_bill_of_quantities_lines", { computoId: other, lines: nodesOf([desc]) });
  for (const computoId of [other, bill.id]) await org.ok("delete_bill_of_quantities", { computoId });
  await org.ok("purge_deleted", { deletionId: (await kept())[0]?.deletionId });
  expect((await kept()).map(({ id }) => id)).toEqual([other, other]);
});

it("a large bill of which one line changes keeps what it was, and the audit log its length before and after", async () => {
  const names = Array.from({ length: 300 }, (_, n) => `Voce ${n}`);
  await save(...names);
  const before = await current();
  const changed = names.with(150, "Un'altra");
  expect((await save(...changed)).nodes).toEqual((await current()).nodes);
  expect((await auditOf(api, bill.id)).at(-1)?.changes[0]).toMatchObject({
    before: { nodes: { length: JSON.stringify(before.nodes).length } },
    after: { nodes: { length: JSON.stringify((await current()).nodes).length } },
  });
  await restoreNewest();
  expect((await current()).nodes).toEqual(before.nodes);
});

it("a save that changes nothing writes nothing, whichever order the properties of a line have", async () => {
  const names = Array.from({ length: 300 }, (_, n) => `Voce ${n}`);
  await save(...names);
  const [{ updatedAt, nodes }, keptBefore] = [await current(), (await kept()).length];
  const turned = (line: object) => Object.fromEntries(Object.entries({ ...line, yy: 1, xx: 2 }).reverse());
  await save(...names);
  expect(await current()).toMatchObject({ updatedAt, nodes });
  const own = nodesOf(names).map((line) => ({ ...line, yy: 1, xx: 2 }));
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: own });
  const stored = await current();
  expect(stored.updatedAt).not.toBe(updatedAt);
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: nodesOf(names).map(turned) });
  expect((await current()).updatedAt).toBe(stored.updatedAt);
  expect((await kept()).length).toBe(keptBefore + 1);
});
