import { beforeEach, describe, expect, it } from "@jest/globals";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import {
  createGuest,
  createProject,
  createUnlinkedQuote,
  organization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
const bill = forEachTest(() => org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" }));
let quote: TestRecord;

const voci = ["Scavo", "Getto", "Muratura"];
const section = (descriptions: string[]) => [
  {
    type: "section",
    title: "Opere",
    children: descriptions.map((desc) => ({ type: "line", desc, qty: 1, price: 10 })),
  },
];
const save = (descriptions: string[]) =>
  org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines: section(descriptions) });
const pair = (computoLineIndex: number | null, docLineIndex: number | null) => ({
  computoId: bill.id,
  docId: quote.id,
  computoLineIndex,
  docLineIndex,
});
const link = (computoLineIndex: number | null, docLineIndex: number | null, key?: string) =>
  org.call("link_quote_line", pair(computoLineIndex, docLineIndex), key);
const links = async (): Promise<TestRecord[]> =>
  (await org.ok("get_bill_of_quantities", { computoId: bill.id })).links as TestRecord[];
beforeEach(async () => {
  await save(voci);
  quote = await createUnlinkedQuote(org, bill.id);
});

describe("link_quote_line", () => {
  it("links lines, or a whole with null", async () => {
    for (const [line, docLine] of [
      [2, 0],
      [2, 1],
      [1, 0],
      [null, 1],
      [0, null],
      [null, null],
    ] as const) {
      const { status, result } = await link(line, docLine);
      expect([status, result]).toEqual([200, { linkId: expect.any(String), ...pair(line, docLine) }]);
    }
    expect(await links()).toHaveLength(6);
    expect((await links())[0]).toEqual({ linkId: expect.any(String), ...pair(2, 0), stale: false });
  });

  it("gives the same pair the same link, also at once", async () => {
    for (const [line, docLine] of [
      [1, 1],
      [null, null],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => link(line, docLine)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(({ result }) => result.linkId)).size).toBe(1);
    }
    expect(await links()).toHaveLength(2);
  });

  it("refuses an index that no line has, naming it", async () => {
    for (const index of [3, -1, 2 ** 53 - 1]) {
      const { status, code, errors } = await link(index, index);
      expect([status, code]).toEqual([400, "invalid_input"]);
      expect(errors.map(({ pointer }) => pointer)).toEqual(["/computoLineIndex", "/docLineIndex"]);
    }
    expect((await link(0, 3)).errors.map(({ pointer }) => pointer)).toEqual(["/docLineIndex"]);
  });

  it("refuses what isn't a quote, and a quote for another project", async () => {
    const other = await createProject(org);
    for (const [values, words] of [
      [{ kind: "letter", projectId: project.id }, "kind letter"],
      [{ projectId: other.id }, "another project"],
    ] as const) {
      const document = await org.ok("create_document", { title: "Lettera", ...values });
      const { status, code, detail } = await org.call("link_quote_line", { ...pair(0, null), docId: document.id });
      expect([status, code, detail]).toEqual([422, "unprocessable", expect.stringContaining(words)]);
    }
    const unfiled = await org.ok("create_document", { title: "Senza pratica" });
    expect((await org.call("link_quote_line", { ...pair(0, null), docId: unfiled.id })).status).toBe(200);
  });

  it("looks for both records before it looks at an index", async () => {
    for (const missing of [{ computoId: unknownId }, { docId: unknownId }, { docId: "no id" }]) {
      const answer = await org.call("link_quote_line", { ...pair(99, 99), ...missing });
      expect([answer.status, answer.detail]).toEqual([404, expect.stringContaining(Object.keys(missing)[0] as string)]);
    }
  });

  it("needs the project's share for editing, on both sides", async () => {
    const viewer = await createGuest(org, project.id, "viewer");
    const editor = await createGuest(org, project.id, "editor");
    expect((await link(0, 0, viewer.key)).status).toBe(403);
    const { status, result } = await link(0, 0, editor.key);
    expect(status).toBe(200);
    expect((await org.call("unlink_quote_line", { linkId: result.linkId }, viewer.key)).status).toBe(403);
    expect((await org.call("unlink_quote_line", { linkId: result.linkId }, editor.key)).status).toBe(200);
    const elsewhere = await org.ok("create_document", { title: "Altrove" });
    const body = { ...pair(0, null), docId: elsewhere.id };
    expect((await org.call("link_quote_line", body, editor.key)).status).toBe(404);
  });
});

describe("the links of a bill", () => {
  it("show a guest only quotes within the shares", async () => {
    const guest = await createGuest(org, project.id, "editor");
    const readable = await link(2, 0);
    await link(2, 1);
    const unfiled = await org.ok("create_document", { title: "Concorrente" });
    await org.ok("link_quote_line", { ...pair(2, null), docId: unfiled.id });
    const seenBy = async (key?: string) =>
      ((await org.ok("get_bill_of_quantities", { computoId: bill.id }, key)).links as TestRecord[]).map((l) => l.docId);
    expect(await seenBy()).toEqual([quote.id, quote.id, unfiled.id]);
    expect(await seenBy(guest.key)).toEqual([quote.id, quote.id]);
    const { removedLinks } = await org.ok(
      "save_bill_of_quantities_lines",
      { computoId: bill.id, lines: section(["Scavo", "Getto"]) },
      guest.key,
    );
    expect((removedLinks as TestRecord[]).map((l) => l.docId)).toEqual([quote.id, quote.id]);
    expect((removedLinks as TestRecord[])[0]?.linkId).toBe(readable.result.linkId);
    expect(await seenBy()).toEqual([]);
  });
});

describe("unlink_quote_line", () => {
  it("deletes the link", async () => {
    const { result } = await link(0, 0);
    const linkId = result.linkId as string;
    expect(await org.ok("unlink_quote_line", { linkId: linkId.toUpperCase() })).toEqual({ linkId, deleted: true });
    expect((await org.call("unlink_quote_line", { linkId })).status).toBe(404);
    expect(await links()).toEqual([]);
  });
});

describe("saving lines", () => {
  it("keeps links in range, removes the others, and marks those whose line changed", async () => {
    for (const index of [0, 1, 2, null]) await link(index, 0);
    await save(["Scavo", "Getto di fondazione"]);
    const kept = (await links()).map(({ computoLineIndex, stale }) => [computoLineIndex, stale]);
    expect(kept).toEqual([
      [0, false],
      [1, true],
      [null, false],
    ]);
    await save(voci);
    expect((await links()).map(({ stale }) => stale)).toEqual([false, false, false]);
    expect((await auditOf(api, bill.id)).at(-1)?.changes).toEqual([
      expect.objectContaining({ record: "bill_of_quantities", id: bill.id }),
      expect.objectContaining({ record: "quote_link", op: "update", before: { stale: true }, after: { stale: false } }),
    ]);
  });

  it("is answered by linking again: the link covers the line as it is now", async () => {
    await link(1, 0);
    await save(["Scavo", "Altro"]);
    await link(1, 0);
    expect((await links()).map(({ stale }) => stale)).toEqual([false]);
    await save(["Scavo", "Altro"]);
    expect((await links()).map(({ stale }) => stale)).toEqual([false]);
  });

  it("goes with deleting the bill's project or the document", async () => {
    await link(0, 0);
    await org.ok("delete_document", { docId: quote.id });
    expect(await links()).toEqual([]);
  });

  it("leaves no link out of range when lines are linked and saved at once", async () => {
    await Promise.all([link(2, 0), save(["Scavo"]), link(1, 0), link(0, 1), link(2, 1), save(["Scavo", "Getto"])]);
    const { lineCount } = await org.ok("get_bill_of_quantities", { computoId: bill.id });
    const linked = (await links()).map(({ computoLineIndex }) => computoLineIndex);
    // The first line is in each of them.
    expect(linked).toContain(0);
    expect(Math.max(...linked)).toBeLessThan(lineCount);
  });
});
