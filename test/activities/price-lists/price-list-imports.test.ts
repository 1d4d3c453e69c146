import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { activitiesOver, activitiesWithoutListThreads } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { organization, type TestRecord } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { listOf, uploadList } from "../../support/price-list.js";
import { untilWaitedFor } from "../../support/waiting.js";

const maxTries = 20;
const api = forAllTests(() => startApi({ waitLimitMs: 0 }));
const org = forEachTest(() => organization(api));
let bookId: string;
let input: { organizationId: string; importId: string };
let importPriceList: ReturnType<typeof activitiesOver>["importPriceList"];

beforeAll(async () => {
  ({ importPriceList } = activitiesOver(api.app.database, api.app.config));
});
beforeEach(async () => {
  const fileId = await uploadList(api, org, listOf([{ code: "P.1", text: "Scavo", price: "1.5" }]));
  bookId = (await org.ok("import_price_book", { fileId })).book.id;
  const { rows } = await api.pool.query("select id from price_book_import where book_id = $1", [bookId]);
  input = { organizationId: org.organizationId, importId: rows[0].id };
});

it("goes on however often its worker stops", async () => {
  let told: unknown;
  for (let n = 0; n <= maxTries; n++) {
    const stopped = attempt(importPriceList, input, told);
    stopped.stopWorker();
    await expect(stopped.result).rejects.toMatchObject({ type: "import_gave_way", nonRetryable: false });
    told = stopped.heartbeatDetails();
  }
  expect(await attempt(importPriceList, input, told).result).toEqual({ outcome: "done" });
  expect(await org.ok("get_price_book", { bookId })).toMatchObject({ entryCount: 1, import: { status: "done" } });
});

it("is given up once so many attempts have failed, or have ended with a worker that was killed", async () => {
  let told: unknown;
  for (let n = 0; n < maxTries; n++) {
    const killed = attempt(importPriceList, input, told);
    // Of one that is killed, nothing but its heartbeats is known.
    told = killed.heartbeatDetails();
    killed.stopWorker();
    await killed.result.catch(() => undefined);
  }
  await expect(attempt(importPriceList, input, told).result).rejects.toMatchObject({ nonRetryable: true });
});

it("fails with words once it has given way again and again", async () => {
  const last = attempt(importPriceList, input, undefined, 500);
  last.stopWorker();
  expect(await last.result).toEqual({ outcome: "failed" });
  const { import: ended } = await org.ok("get_price_book", { bookId });
  expect(ended).toMatchObject({ status: "failed", error: expect.stringContaining("changed again and again") });
});

it.each([
  ["another code", "update price_book_entry set code = 'NP.1', price = 44 where id = $1", ["NP.1 44", "P.1 1.5"]],
  ["no code any more", "update price_book_entry set code = null, price = 44 where id = $1", ["P.1 1.5", "null 44"]],
  ["been deleted", "delete from price_book_entry where id = $1", ["P.1 1.5"]],
])("begins anew where an entry that it was to replace has %s since", async (_, change, expected) => {
  await org.ok("add_price_book_entries", {
    bookId,
    entries: [{ code: "P.1", description: "Scavo", unit: "mq", price: 9 }],
  });
  const [entry] = (await org.ok("get_price_book", { bookId })).entries;
  const here = activitiesWithoutListThreads(api.app.database, api.app.config);
  const person = await api.pool.connect();
  await person.query("begin");
  await person.query(change, [entry.id]);
  const importing = here.importPriceList(input).catch(String);
  await untilWaitedFor(api.pool, person);
  await person.query("commit");
  person.release();
  expect(await importing).toBe("Error: it gave way");
  expect(await here.importPriceList(input)).toEqual({ outcome: "done" });
  const { entries } = await org.ok("get_price_book", { bookId });
  expect(entries.map(({ code, price }: TestRecord) => `${code} ${price}`).sort()).toEqual(expected);
});
