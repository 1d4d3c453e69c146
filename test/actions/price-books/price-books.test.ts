import { describe, expect, it } from "@jest/globals";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { deletions } from "../../support/deletions.js";
import { createProject, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaiting } from "../../support/waiting.js";
import { entries } from "./entries.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));

const createBook = (fields: object = {}) => org.ok("create_price_book", { name: "Prezzario Piemonte", ...fields });

describe("a price book", () => {
  it("is created for the organization or for a project", async () => {
    expect(await createBook({ name: " Prezzario ", description: "", source: "Regione", year: 2023 })).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      name: "Prezzario",
      description: null,
      source: "Regione",
      year: 2023,
      projectId: null,
    });
    expect(await createBook({ projectId: project.id })).toMatchObject({ projectId: project.id, year: null });
    const unknown = await org.call("create_price_book", { name: "x", projectId: unknownId });
    expect([unknown.status, unknown.detail]).toEqual([404, expect.stringContaining("projectId")]);
  });

  it("keeps what an update leaves out; null clears the year and makes it the whole organization's", async () => {
    const book = await createBook({ year: 2 ** 53 - 1, projectId: project.id, source: "Regione" });
    expect(book.year).toBe(2 ** 53 - 1);
    const kept = await org.ok("update_price_book", { bookId: book.id, name: "Altro" });
    expect(kept).toMatchObject({ name: "Altro", year: 2 ** 53 - 1, projectId: project.id, source: "Regione" });
    const cleared = await org.ok("update_price_book", { bookId: book.id, year: null, projectId: null, source: "" });
    expect(cleared).toMatchObject({ name: "Altro", year: null, projectId: null, source: null });
  });

  it("names an integer's fault once", async () => {
    for (const year of [2 ** 53, -(2 ** 53), 2024.5]) {
      const { status, errors } = await org.call("create_price_book", { name: "Listino", year });
      expect([year, status, errors]).toEqual([year, 400, [{ pointer: "/year", detail: expect.any(String) }]]);
    }
  });

  it("is listed, and read with its entries page by page", async () => {
    const book = await createBook({ projectId: project.id });
    expect(await org.ok("add_price_book_entries", { bookId: book.id, entries })).toEqual({
      bookId: book.id,
      added: entries.length,
    });
    const first = await org.ok("get_price_book", { bookId: book.id, limit: 4 });
    expect(first).toMatchObject({ id: book.id, entryCount: entries.length, entries: entries.slice(0, 4) });
    const rest = await org.ok("get_price_book", { bookId: book.id, cursor: first.nextCursor });
    expect(rest).toMatchObject({ entries: entries.slice(4), nextCursor: null });
    const listed = await org.ok<{ items: TestRecord[] }>("list_price_books", { projectId: project.id });
    expect(listed.items[0]).toMatchObject({ id: book.id, name: "Prezzario Piemonte" });
  });

  it("takes no entry or thousands, and tells the audit log once", async () => {
    const book = await createBook();
    const add = (many: object[]) => org.ok("add_price_book_entries", { bookId: book.id, entries: many });
    expect(await add([])).toEqual({ bookId: book.id, added: 0 });
    const many = Array.from({ length: 12_001 }, (_, i) => ({
      code: i === 7 ? "" : `NP.${i}`,
      description: `Voce ${i}`,
      unit: "cad",
      price: i / 3,
    }));
    expect(await add(many)).toEqual({ bookId: book.id, added: 12_001 });
    const read = await org.ok("get_price_book", { bookId: book.id, limit: 200 });
    expect(read.entryCount).toBe(12_001);
    expect(read.entries[7]).toMatchObject({ code: null, category: null, price: 7 / 3 });
    const [, ...events] = await auditOf(api, book.id);
    expect(events.map(({ action, changes }) => ({ action, changes }))).toEqual([
      {
        action: "add_price_book_entries",
        changes: [{ record: "price_book", id: book.id, op: "update", after: { entriesAdded: 12_001 } }],
      },
    ]);
  });

  it("takes all entries or none", async () => {
    const book = await createBook();
    const answer = await org.call("add_price_book_entries", {
      bookId: book.id,
      entries: [...entries, { description: " ", unit: "", price: "3", colour: "red" }],
    });
    expect(answer.status).toBe(400);
    expect(answer.errors.map(({ pointer }) => pointer).sort()).toEqual(
      ["colour", "description", "price", "unit"].map((field) => `/entries/${entries.length}/${field}`),
    );
    expect(await org.ok("get_price_book", { bookId: book.id })).toMatchObject({ entryCount: 0 });
  });

  it("is deleted with its entries", async () => {
    const book = await createBook();
    await org.ok("add_price_book_entries", { bookId: book.id, entries });
    expect(await org.ok("delete_price_book", { bookId: book.id })).toEqual({ id: book.id, deleted: true });
    expect((await org.call("get_price_book", { bookId: book.id })).status).toBe(404);
    expect((await org.call("add_price_book_entries", { bookId: book.id, entries })).status).toBe(404);
  });

  it("outlives its project as the whole organization's", async () => {
    const villa = await createProject(org);
    const book = await createBook({ projectId: villa.id });
    await api.pool.query("delete from project where id = $1", [villa.id]);
    expect(await org.ok("get_price_book", { bookId: book.id })).toMatchObject({ projectId: null });
  });

  it("adds entries from several callers at once", async () => {
    const book = await createBook();
    await Promise.all(Array.from({ length: 8 }, () => org.ok("add_price_book_entries", { bookId: book.id, entries })));
    expect(await org.ok("get_price_book", { bookId: book.id })).toMatchObject({ entryCount: 8 * entries.length });
  });

  it("loses an entry once, where two callers delete it at the same moment", async () => {
    const book = await createBook();
    await org.ok("add_price_book_entries", { bookId: book.id, entries: entries.slice(0, 3) });
    const { rows } = await api.pool.query("select id from price_book_entry where book_id = $1 order by id", [book.id]);
    const [first, shared, last] = rows.map(({ id }) => id);
    const holder = await api.pool.connect();
    await holder.query("begin");
    await holder.query("select from price_book_entry where id = $1 for update", [shared]);
    const calls = [
      [first, shared],
      [shared, last],
    ].map((entryIds) => org.call("delete_price_book_entries", { bookId: book.id, entryIds }));
    await untilWaiting(api.pool, 2);
    await holder.query("commit");
    holder.release();
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await org.ok("get_price_book", { bookId: book.id })).toMatchObject({ entryCount: 1 });
    const kept = (await deletions(org, "price_book")).filter(({ id }) => id === book.id);
    expect(kept).toMatchObject([{ title: "Prezzario Piemonte: 2 voci", with: { entry: 2 } }]);
  });
});
