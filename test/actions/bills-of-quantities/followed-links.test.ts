import { beforeEach, describe, expect, it } from "@jest/globals";
import { quoteLineFingerprint } from "../../../src/domain/documents/quote-line.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import {
  createGuest,
  createProject,
  createUnlinkedQuote,
  organization,
  type TestRecord,
} from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forEachTest(() => createProject(org));
const bill = forEachTest(() => org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" }));
let quote: TestRecord;

const line = (desc: string, qty = 1) => ({ desc, unit: "m²", qty, price: 10 });
const lines = (...texts: string[]) => texts.map((text) => line(text));

/** Saves the bill with these lines. */
const save = (...texts: string[]): Promise<TestRecord> =>
  org.ok("save_bill_of_quantities_lines", {
    computoId: bill.id,
    lines: lines(...texts).map((node) => ({ type: "line", ...node })),
  });
beforeEach(async () => {
  await save("Scavo", "Getto", "Posa");
  quote = await createUnlinkedQuote(org, bill.id);
});

const link = (computoLineIndex: number | null, docLineIndex: number | null): Promise<TestRecord> =>
  org.ok("link_quote_line", { computoId: bill.id, docId: quote.id, computoLineIndex, docLineIndex });
const linkEach = () => Promise.all([link(0, 0), link(1, 1), link(2, 2)]);
const links = async (): Promise<TestRecord[]> =>
  (await org.ok("get_bill_of_quantities", { computoId: bill.id })).links as TestRecord[];
/** `1>0` for each link, by the bill's line; `1>0*` where it is stale. */
const shown = async (): Promise<string[]> =>
  (await links())
    .map(({ computoLineIndex, docLineIndex, stale }) => `${computoLineIndex}>${docLineIndex}${stale ? "*" : ""}`)
    .sort();
const replace = (lineItems: object[], key?: string): Promise<TestRecord> =>
  org.ok("update_document", { docId: quote.id, lineItems }, key);
const stored = async () =>
  (
    await api.pool.query<{
      id: string;
      fingerprint: string | null;
      stale: boolean;
      docLineStale: boolean;
      index: number;
    }>(
      `select id, doc_line_fingerprint as fingerprint, stale, doc_line_stale as "docLineStale", doc_line_index as index
       from quote_link where doc_id = $1 order by id`,
      [quote.id],
    )
  ).rows;

describe("links of a quote whose lines are replaced", () => {
  it("follow a line that says the same to its new place", async () => {
    await linkEach();
    const { removedLinks } = await replace(lines("Nolo", "Scavo", "Getto", "Posa"));
    expect([removedLinks, await shown()]).toEqual([[], ["0>1", "1>2", "2>3"]]);
    await replace(lines("Posa", "Getto", "Scavo"));
    expect(await shown()).toEqual(["0>2", "1>1", "2>0"]);
  });

  it("may take each other's places, also of one bill line", async () => {
    await Promise.all([link(0, 0), link(0, 1), link(0, 2), link(null, 0), link(null, 1), link(0, null)]);
    await replace(lines("Getto", "Posa", "Scavo"));
    expect(await shown()).toEqual(["0>0", "0>1", "0>2", "0>null", "null>0", "null>2"].sort());
    expect((await stored()).filter(({ docLineStale }) => docLineStale)).toEqual([]);
  });

  it("stay and are stale where their line was changed in place, until it says again what it said", async () => {
    await linkEach();
    const { removedLinks } = await replace([line("Scavo"), line("Getto", 12), line("Parquet")]);
    expect([removedLinks, await shown()]).toEqual([[], ["0>0", "1>1*", "2>2*"]]);
    await replace(lines("Scavo", "Getto", "Parquet"));
    expect(await shown()).toEqual(["0>0", "1>1", "2>2*"]);
    await replace(lines("Parquet", "Scavo", "Getto"));
    expect(await shown()).toEqual(["0>1", "1>2", "2>0*"]);
  });

  it("are as good as before at another price, which is what builders differ in, but not of another quantity", async () => {
    await linkEach();
    await replace([{ ...line("Scavo"), price: 12 }, line("Getto"), { ...line("Posa", 2), price: 12 }]);
    expect(await shown()).toEqual(["0>0", "1>1", "2>2*"]);
    await replace([line("Getto"), { ...line("Scavo"), price: 9 }, line("Posa")]);
    expect(await shown()).toEqual(["0>1", "1>0", "2>2"]);
    await replace([line("Getto"), { ...line("Scavo", 3), price: 9 }, line("Posa")]);
    expect(await shown()).toEqual(["0>1*", "1>0", "2>2"]);
  });

  it("are good again in the old quantity, whatever became of the price meanwhile", async () => {
    await linkEach();
    for (const [qty, price, stale] of [
      [1, 12, ""],
      [2, 12, "*"],
      [2, 10, "*"],
      [1, 10, ""],
      [2, 11, "*"],
      [1, 13, ""],
    ] as const) {
      await replace([{ ...line("Scavo", qty), price }, line("Getto"), line("Posa")]);
      expect(await shown()).toEqual([`0>0${stale}`, "1>1", "2>2"]);
    }
  });

  it("are as good as before at another price also where an earlier release linked them", async () => {
    await linkEach();
    await api.pool.query(
      "update quote_link set doc_line_fingerprint = substring(doc_line_fingerprint from '^[^:]*:[^:]*') where doc_id = $1",
      [quote.id],
    );
    for (const price of [12, 13]) {
      await replace([{ ...line("Scavo"), price }, line("Getto"), { ...line("Posa", 2), price }]);
      expect(await shown()).toEqual(["0>0", "1>1", "2>2*"]);
    }
  });

  it("go where their line is gone, and are named as they were", async () => {
    const [, second, third] = await linkEach();
    await link(null, 2);
    await link(1, null);
    const { removedLinks } = await replace(lines("Posa"));
    expect(removedLinks).toHaveLength(2);
    expect(removedLinks).toContainEqual(second);
    expect(await shown()).toEqual(["1>null", "2>0", "null>0"]);
    expect((await replace([])).removedLinks).toContainEqual({ ...third, docLineIndex: 0 });
    expect(await shown()).toEqual(["1>null"]);
  });

  it("are in the audit event of the document's change", async () => {
    const [first, second, third] = await linkEach();
    await replace([line("Posa"), line("Scavo", 12)]);
    const event = (await auditOf(api, quote.id)).at(-1);
    expect(event?.record_type).toBe("document");
    const of = ({ linkId }: TestRecord) => event?.changes.find(({ id }) => id === linkId);
    const places = (docLineIndex: number, docLineStale: boolean) => ({ docLineIndex, docLineStale });
    expect(of(first)).toMatchObject({ op: "update", before: places(0, false), after: places(1, true) });
    expect(of(second)).toMatchObject({
      op: "delete",
      before: { computoId: bill.id, computoLineIndex: 1, docLineIndex: 1 },
    });
    expect(of(third)).toMatchObject({ op: "update", before: places(2, false), after: places(0, false) });
  });

  it("are left alone by an edit of something else, or of lines that stay the same", async () => {
    await linkEach();
    const before = await stored();
    expect((await org.ok("update_document", { docId: quote.id, title: "Altro titolo" })).removedLinks).toEqual([]);
    const { lineItems } = await org.ok("get_document", { docId: quote.id });
    const same = lineItems.map(({ code, ...item }: TestRecord) => (code ? { ...item, code } : item));
    expect((await replace(same)).removedLinks).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it("are as they should be again by linking again, on both sides", async () => {
    const { linkId } = await link(1, 1);
    await save("Scavo", "Getto armato", "Posa");
    await replace([line("Scavo"), line("Getto", 12), line("Posa")]);
    expect(await stored()).toMatchObject([{ id: linkId, stale: true, docLineStale: true }]);
    expect(await shown()).toEqual(["1>1*"]);
    expect((await link(1, 1)).linkId).toBe(linkId);
    expect(await stored()).toMatchObject([{ id: linkId, stale: false, docLineStale: false }]);
    await replace([line("Nolo"), line("Scavo"), line("Getto", 12), line("Posa")]);
    expect(await shown()).toEqual(["1>2"]);
  });

  it("from before they knew what their line said learn it from the line they point at; behind the end they go", async () => {
    const [, , third] = await linkEach();
    await api.pool.query("update quote_link set doc_line_fingerprint = null where doc_id = $1", [quote.id]);
    await api.pool.query("update quote_link set doc_line_index = 7 where id = $1", [third?.linkId]);
    const { removedLinks } = await replace([line("Nolo"), line("Scavo"), line("Getto", 12), line("Posa")]);
    expect(removedLinks).toEqual([{ ...third, docLineIndex: 7 }]);
    expect(await shown()).toEqual(["0>1", "1>2*"]);
    const known = [line("Scavo"), line("Getto")].map(quoteLineFingerprint);
    expect((await stored()).map(({ fingerprint }) => fingerprint).sort()).toEqual(known.sort());
  });

  it("are not in the audit event where they learn what their line said and nothing else changes", async () => {
    const { linkId } = await link(0, 0);
    const known = await stored();
    await api.pool.query("update quote_link set doc_line_fingerprint = null where id = $1", [linkId]);
    await replace(lines("Scavo", "Getto", "Posa", "Nolo"));
    expect(await stored()).toEqual(known);
    expect((await auditOf(api, quote.id)).at(-1)?.changes).toMatchObject([{ record: "document", id: quote.id }]);
  });

  it("have another version wherever they went, so that who has read them before can't delete them unseen", async () => {
    await linkEach();
    const versions = async () =>
      (
        await api.pool.query("select version from quote_link where doc_id = $1 order by computo_line_index", [quote.id])
      ).rows.map(({ version }) => version);
    await replace(lines("Scavo", "Nolo", "Getto", "Posa"));
    expect(await versions()).toEqual([1, 2, 2]);
    await save("Scavo", "Getto", "Posa in opera");
    expect(await versions()).toEqual([1, 2, 3]);
  });

  it("are followed whoever edits; only links to bills that the editor may see are named", async () => {
    const shared = await createProject(org);
    const guest = await createGuest(org, shared.id, "editor");
    quote = await org.ok("create_document", { title: "Offerta" });
    await replace(lines("Scavo", "Getto", "Posa"));
    await linkEach();
    // Links between two projects are of the time before they were refused.
    await api.pool.query("update document set project_id = $2 where id = $1", [quote.id, shared.id]);
    const narrow = await org.keyWith("documents:view", "documents:edit");
    expect((await replace(lines("Nolo", "Scavo", "Getto"), guest.key)).removedLinks).toEqual([]);
    expect(await shown()).toEqual(["0>1", "1>2"]);
    expect((await replace(lines("Getto"), narrow)).removedLinks).toEqual([]);
    expect(await shown()).toEqual(["1>0"]);
    await org.ok("share_project", { projectId: project.id, userId: guest.userId, role: "viewer" });
    quote = await createUnlinkedQuote(org, bill.id);
    const [first] = await linkEach();
    const editor = await createGuest(org, project.id, "editor");
    expect((await replace(lines("Getto", "Posa"), editor.key)).removedLinks).toEqual([first]);
  });

  it("say the truth also where lines are linked, replaced and saved at once", async () => {
    const texts = ["Scavo", "Getto", "Posa"];
    for (let round = 0; round < 6; round++) {
      await replace(lines(...texts));
      const more = Array.from({ length: round + 1 }, (_, n) => `Nolo ${n}`);
      await Promise.all([
        ...[0, 1, 2].map((index) =>
          org.call("link_quote_line", {
            computoId: bill.id,
            docId: quote.id,
            computoLineIndex: index,
            docLineIndex: index,
          }),
        ),
        replace(lines(...more, ...texts)),
        save(...texts, "Tetto"),
        replace(lines(...texts.toReversed())),
      ]);
      const { lineItems } = await org.ok("get_document", { docId: quote.id });
      const links = await stored();
      expect(links).not.toEqual([]);
      for (const { index, fingerprint, docLineStale } of links) {
        expect(lineItems[index]).toBeDefined();
        expect(fingerprint === quoteLineFingerprint(lineItems[index])).toBe(!docLineStale);
      }
    }
  });
});

describe("save_bill_of_quantities_lines", () => {
  it("names the links that it removes, as they were", async () => {
    const [, , third] = await linkEach();
    expect((await save("Scavo", "Getto", "Posa in opera")).removedLinks).toEqual([]);
    expect((await save("Scavo", "Getto")).removedLinks).toEqual([third]);
    expect(await shown()).toEqual(["0>0", "1>1"]);
  });
});

describe("review_document", () => {
  const codesOf = async (key?: string): Promise<string[]> =>
    (await org.ok("review_document", { docId: quote.id }, key)).findings
      .filter(({ code }: TestRecord) => /^R0[67]/.test(code))
      .map(({ code, severity, field }: TestRecord) => `${severity} ${code} ${field}`);

  it("compares a line that moved with its own bill line", async () => {
    await linkEach();
    await replace([line("Nolo", 500), line("Scavo"), line("Getto"), line("Posa")]);
    expect(await codesOf()).toEqual([]);
    await replace([{ ...line("Posa"), price: 50 }, line("Nolo", 500), line("Scavo"), line("Getto")]);
    expect(await codesOf()).toEqual(["warning R06_BILL_PRICE /lineItems/0/price"]);
  });

  it("compares no line that offers something else than when it was linked, and says so", async () => {
    await linkEach();
    await replace([line("Scavo"), { ...line("Piscina"), price: 90_000 }, line("Posa")]);
    expect(await codesOf()).toEqual(["warning R07_STALE_LINK /lineItems/1"]);
    await link(1, 1);
    expect(await codesOf()).toEqual(["warning R06_BILL_PRICE /lineItems/1/price"]);
  });

  it("tells nobody of links to bills that they may not see", async () => {
    await linkEach();
    await replace([line("Scavo"), { ...line("Piscina"), price: 90_000 }, line("Posa")]);
    expect(await codesOf(await org.keyWith("documents:view"))).toEqual([]);
  });
});
