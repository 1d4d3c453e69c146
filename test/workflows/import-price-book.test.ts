import { beforeAll, expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import { activitiesWithoutListThreads } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { restoreLast } from "../support/deletions.js";
import { eventually } from "../support/eventually.js";
import { organization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import { listOf, uploadList } from "../support/price-list.js";
import { startWorkers } from "../support/worker.js";

const rows = ["P.1", "P.2", "P.3"].map((code) => ({ code, text: `Lavorazione ${code}`, price: "1.5" }));
const temporal = forAllTests(createNamespace);
const native = forAllTests(() => NativeConnection.connect({ address: temporal.address }));
const api = forAllTests(() => startApi({ relay: true, waitLimitMs: 0, through: { temporal } }));
const org = forAllTests(() => organization(api));
let fileId: string;

beforeAll(async () => {
  fileId = await uploadList(api, org, listOf(rows));
});

const read = (bookId: string) => org.ok("get_price_book", { bookId });
const ended = (bookId: string): Promise<TestRecord> =>
  eventually(async () => {
    const book = await read(bookId);
    return book.import.status === "running" ? undefined : book;
  });

/** Until then orders wait in Temporal. */
async function withWorkers(work: () => Promise<void>): Promise<void> {
  const { database } = api.app;
  const none = "smtp://127.0.0.1:1";
  const workers = await startWorkers(native, temporal.namespace, database, none, {}, activitiesWithoutListThreads);
  await work().finally(workers.close);
}

it("ends with its book, and goes on when that is restored; nothing else is read into the book meanwhile", async () => {
  const { book, report } = await org.ok("import_price_book", { fileId });
  expect(report).toBeNull();
  expect((await read(book.id)).import).toMatchObject({ status: "running", format: null, read: 0, written: 0 });
  expect(await org.call("import_price_book", { fileId, bookId: book.id })).toMatchObject({ status: 409 });
  await org.ok("delete_price_book", { bookId: book.id });
  await withWorkers(async () => {
    const { id } = await lastImport();
    expect(await temporal.client.workflow.getHandle(`import-price-book:${id}`).result()).toBe("withdrawn");
    await restoreLast(org, "price_book");
    expect(await ended(book.id)).toMatchObject({
      entryCount: rows.length,
      import: { status: "done", written: rows.length },
    });
  });
});

it("is not begun by two at once: a second one into the same book waits its turn", async () => {
  const { id: bookId } = await org.ok("create_price_book", { name: "Prezzario" });
  const [one, other] = await Promise.all([0, 1].map(() => org.call("import_price_book", { fileId, bookId })));
  expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  await withWorkers(async () => {
    expect(await ended(bookId)).toMatchObject({ entryCount: rows.length });
  });
});

async function lastImport(): Promise<{ id: string }> {
  const sql =
    "select id from price_book_import union all select row_id from deleted_row where table_name = 'price_book_import' order by id desc";
  return (await api.pool.query(sql)).rows[0];
}
