import { beforeAll, describe, expect, it } from "@jest/globals";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createPriceBook, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let bookId: string;
let entryId: string;

beforeAll(async () => {
  bookId = (
    await createPriceBook(org, { name: "Prezzario", year: 2026 }, [
      {
        code: "NP.001",
        category: "Murature",
        description: "Muratura in laterizio",
        unit: "m³",
        price: 210.5,
        notes: "x",
      },
      { code: "NP.002", description: "Intonaco civile", unit: "m²", price: 21 },
    ])
  ).id;
  entryId = (await org.ok("get_price_book", { bookId })).entries[0].id;
});

const update = (fields: object) => org.ok("update_price_book_entry", { entryId, ...fields });
const found = async (query: string): Promise<string[]> =>
  (await org.ok<{ entries: TestRecord[] }>("search_price_book", { query })).entries.map(({ id }) => id);

describe("update_price_book_entry", () => {
  it("changes the given fields, clears empty ones and leaves the others", async () => {
    const before = (await org.ok("get_price_book", { bookId })).entries[0];
    expect(await update({ price: 228.75, notes: "" })).toEqual({ ...before, bookId, price: 228.75, notes: null });
    expect((await org.ok("get_price_book", { bookId })).entries[0]).toEqual({ ...before, price: 228.75, notes: null });
  });

  it("is followed by the search: new words find it, old ones and codes no more", async () => {
    expect(await found("laterizio")).toEqual([entryId]);
    await update({ code: "NP.009", description: "Muratura in calcestruzzo cellulare", category: "Tamponamenti" });
    for (const query of ["cellulare", "NP.009", "tamponamenti"])
      expect([query, await found(query)]).toEqual([query, [entryId]]);
    for (const query of ["laterizio", "NP.001"]) expect([query, await found(query)]).not.toContain(entryId);
    const { rows } = await api.pool.query(
      "select lexeme, entries from search_word where organization_id = $1 and area = 'prices' and lexeme in ('', 'laterizi', 'murat')",
      [org.organizationId],
    );
    expect(rows.find(({ lexeme }) => lexeme === "")?.entries).toBe(2);
    expect(rows.some(({ lexeme }) => lexeme === "laterizi")).toBe(false);
  });

  it("is audited before and after, and writes nothing where nothing changes", async () => {
    await update({ price: 230 });
    await update({ price: 230 });
    const events = await auditOf(api, entryId);
    expect(events.at(-1)?.changes).toEqual([
      { record: "price_book_entry", id: entryId, op: "update", before: { price: 228.75 }, after: { price: 230 } },
    ]);
    expect(events).toHaveLength(3);
  });

  it("has the bounds of new entries, and finds no other organization's", async () => {
    const refused = await org.call("update_price_book_entry", {
      entryId,
      unit: " ",
      price: "1",
      code: "x".repeat(301),
      book: 1,
    });
    expect([refused.status, refused.errors.map(({ pointer }) => pointer).sort()]).toEqual([
      400,
      ["/book", "/code", "/price", "/unit"],
    ]);
    const other = await organization(api, "Altro Studio");
    for (const id of [entryId, unknownId, "x"]) {
      const { status, detail } = await other.call("update_price_book_entry", { entryId: id, price: 1 });
      expect([status, detail]).toEqual([404, `entryId: there is no such record: ${id}`]);
    }
  });
});
