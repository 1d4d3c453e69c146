import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { startApi, type TestApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization, type TestOrganization, type TestRecord } from "../support/factories.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { listOf, uploadList } from "../support/price-list.js";

const program = fileURLToPath(new URL("../../dist/worker/main.js", import.meta.url));
const count = 6_000;
let temporal: TestNamespace;
let api: TestApi;
let org: TestOrganization;
let fileId: string;
/** As good as the long one where nothing happens while it is read. */
let shortFileId: string;
const shortCount = 3;
const workers: ChildProcess[] = [];
/** Of the first tests, until one kills it. */
let first: ChildProcess;

beforeAll(async () => {
  temporal = await createNamespace();
  api = await startApi({ relay: true, waitLimitMs: 0, through: { temporal } });
  org = await organization(api);
  const rows = Array.from({ length: count }, (_, n) => ({ code: `P.${n}`, text: `Lavorazione ${n}`, price: "1.5" }));
  fileId = await uploadList(api, org, listOf(rows));
  shortFileId = await uploadList(api, org, listOf(rows.slice(0, shortCount)));
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await api?.close();
  await temporal?.close();
});

/** The product's worker, as a process of its own that can be killed. */
async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: api.app.config.DATABASE_URL,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  };
  const worker = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  workers.push(worker);
  await new Promise<void>((ready, failed) => {
    worker.stdout?.on("data", (line: Buffer) => line.includes("worker ready") && ready());
    worker.once("exit", (code) => failed(new Error(`the worker ended with ${code}`)));
  });
  return worker;
}

const order = (fields: object = {}) => org.ok("import_price_book", { fileId, ...fields });
const read = (bookId: string) => org.ok("get_price_book", { bookId });
const ended = (bookId: string): Promise<TestRecord> =>
  eventually(async () => {
    const book = await read(bookId);
    return book.import.status === "running" ? undefined : book;
  });

it("ends with its book, and goes on when that is restored; nothing else is read into the book meanwhile", async () => {
  const { book, report } = await order({ fileId: shortFileId });
  expect(report).toBeNull();
  expect((await read(book.id)).import).toMatchObject({ status: "running", format: null, read: 0, written: 0 });
  expect(await org.call("import_price_book", { fileId: shortFileId, bookId: book.id })).toMatchObject({ status: 409 });
  await org.ok("delete_price_book", { bookId: book.id });
  first = await startWorker();
  const { id } = await lastImport();
  expect(await temporal.client.workflow.getHandle(`import-price-book:${id}`).result()).toBe("withdrawn");
  const { items } = await org.ok("list_deleted", { kind: "price_book" });
  await org.ok("restore_record", { deletionId: items[0].deletionId });
  expect(await ended(book.id)).toMatchObject({
    entryCount: shortCount,
    import: { status: "done", written: shortCount },
  });
});

it("is done once, with all entries, by the next worker after one was killed while it wrote them", async () => {
  // Who writes entries counts their words last, under this lock: so everything is written, and nothing committed.
  const client = new pg.Client({ connectionString: api.app.config.DATABASE_URL });
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended('price words ' || $1, 0))", [org.organizationId]);
  const { book } = await order();
  await eventually(async () => (await read(book.id)).import.written === count || undefined);
  expect(await read(book.id)).toMatchObject({ entryCount: 0, import: { status: "running", read: count } });
  first.kill("SIGKILL");
  await client.end();
  await startWorker();
  expect(await ended(book.id)).toMatchObject({ entryCount: count, import: { status: "done", written: count } });
  const { rows } = await api.pool.query(
    "select count(*)::int as entries, count(distinct code)::int as codes from price_book_entry where book_id = $1",
    [book.id],
  );
  expect(rows).toEqual([{ entries: count, codes: count }]);
  const events = "select from audit_event where action = 'import_price_book' and via = 'workflow' and record_id = $1";
  expect((await api.pool.query(events, [book.id])).rowCount).toBe(1);
});

it("is not begun by two at once: a second one into the same book waits its turn", async () => {
  const { book } = await order({ fileId: shortFileId });
  await ended(book.id);
  const [one, other] = await Promise.all([0, 1].map(() => org.call("import_price_book", { fileId, bookId: book.id })));
  expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  expect(await ended(book.id)).toMatchObject({ entryCount: count });
});

async function lastImport(): Promise<{ id: string }> {
  const sql =
    "select id from price_book_import union all select row_id from deleted_row where table_name = 'price_book_import' order by id desc";
  return (await api.pool.query(sql)).rows[0];
}
