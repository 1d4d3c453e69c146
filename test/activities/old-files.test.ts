import { expect, it, jest } from "@jest/globals";
import { loadConfig } from "../../src/config.js";
import { transact } from "../../src/db/transact.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { addFile, Files } from "../../src/files/files.js";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const files = forAllTests(() => new Files(api.app.database, loadConfig({})));
const activities = forAllTests(() => activitiesOver(api.app.database));
/** Longer than any upload takes. */
const age = (ids: readonly string[]) =>
  api.pool.query("update file_place set created_at = now() - interval '25 hours' where file_id = any($1)", [ids]);
/** Which of these bytes are kept. */
async function kept(ids: readonly string[]): Promise<string[]> {
  const { rows } = await api.pool.query("select file_id as id from file_place where file_id = any($1)", [ids]);
  return rows.map(({ id }) => id);
}

it("removes files whose day is over, and bytes that no file and no deletion has, and nothing else", async () => {
  const { organizationId } = org;
  const keep = async (name: string, more: { expiresAt?: Date } = {}) => {
    const put = await files.put(organizationId, Buffer.from(name));
    const file = { organizationId, name, contentType: "text/plain", source: "export" as const, ...more };
    await transact(api.app.database, null, async (unit) => addFile(unit, put, file));
    return put.id;
  };
  const yesterday = new Date(Date.now() - dayMs);
  const stays = [await keep("resta"), await keep("non ancora", { expiresAt: new Date(Date.now() + dayMs) })];
  const attached = await keep("allegato", { expiresAt: yesterday });
  await org.ok("send_message", { to: "a@example.test", body: "A", attachmentFileIds: [attached] });
  const deleted = await keep("eliminato");
  await org.ok("delete_file", { fileId: deleted });
  const [gone, loose] = [
    await keep("scaduto", { expiresAt: yesterday }),
    (await files.put(organizationId, Buffer.from("x"))).id,
  ];
  const places = async () => {
    const { rows } = await api.pool.query("select file_id as id from file_place order by file_id");
    return rows.map(({ id }) => id);
  };
  await activities.forgetDeletions();
  expect(await places()).toEqual([...stays, attached, deleted, gone, loose].sort());
  await api.pool.query("update file_place set created_at = created_at - interval '25 hours'");
  await activities.forgetDeletions();
  expect(await places()).toEqual([...stays, attached, deleted].sort());
  await api.pool.query("delete from deletion");
  await activities.forgetDeletions();
  expect(await places()).toEqual([...stays, attached].sort());
  expect((await org.call("create_download_link", { fileId: gone })).status).toBe(404);
});

/** A file whose day is over. */
async function expiredFile(): Promise<string> {
  const { organizationId } = org;
  const { id } = await transact(api.app.database, null, async (unit) =>
    addFile(unit, await files.put(organizationId, Buffer.from("a")), {
      organizationId,
      name: "bozza.pdf",
      contentType: "application/pdf",
      source: "export",
      expiresAt: new Date(Date.now() - dayMs),
    }),
  );
  return id;
}

const isThere = async (fileId: string): Promise<boolean> =>
  (await org.call("create_download_link", { fileId })).status === 200;

it("keeps a file that a message took since the look for those whose day is over", async () => {
  const fileId = await expiredFile();
  const { database } = api.app;
  const { query } = database;
  const spy = jest.spyOn(database, "query").mockImplementation(async (...given) => {
    const rows = await query.apply(database, given);
    if (given[0].includes("f.expires_at <= now()")) {
      spy.mockRestore();
      await org.ok("send_message", { to: "a@example.test", body: "La bozza", attachmentFileIds: [fileId] });
    }
    return rows as never;
  });
  await activities.forgetDeletions();
  expect(await isThere(fileId)).toBe(true);
});

it("keeps what a message has that was deleted and can be restored", async () => {
  const fileId = await expiredFile();
  const message = { to: "a@example.test", body: "La bozza", attachmentFileIds: [fileId] };
  const { thread } = await org.ok("send_message", message);
  await org.ok("delete_thread", { threadId: thread.id });
  await activities.forgetDeletions();
  expect(await isThere(fileId)).toBe(true);
  await api.pool.query("delete from deletion where organization_id = $1", [org.organizationId]);
  await activities.forgetDeletions();
  expect(await isThere(fileId)).toBe(false);
});

it("removes links a day after their time, and orders of files a day after they were given, and no others", async () => {
  const { organizationId } = await organization(api);
  const ages = ["-1 hour", "23 hours", "25 hours"];
  await api.pool.query(
    `insert into file_link (organization_id, id, kind, secret_sha256, file_id, name, expires_at)
     select $1, gen_random_uuid(), 'download', sha256(age::bytea), gen_random_uuid(), age, now() - age::interval
     from unnest($2::text[]) age`,
    [organizationId, ages],
  );
  await api.pool.query(
    `insert into rendering (organization_id, id, document_id, error, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), age, now() - age::interval from unnest($2::text[]) age`,
    [organizationId, ages],
  );
  await activities.forgetDeletions();
  const { rows } = await api.pool.query(
    `select 'link' as what, name as age from file_link where organization_id = $1
     union all select 'order', error from rendering where organization_id = $1 order by what, age`,
    [organizationId],
  );
  expect(rows.map(({ what, age }) => `${what} ${age}`)).toEqual([
    "link -1 hour",
    "link 23 hours",
    "order -1 hour",
    "order 23 hours",
  ]);
});

it("removes the bytes that it can reach where others are in a storage that is no longer set", async () => {
  const [elsewhere, here] = [
    await files.put(org.organizationId, Buffer.from("a")),
    await files.put(org.organizationId, Buffer.from("b")),
  ];
  await age([elsewhere.id, here.id]);
  await api.pool.query("update file_place set store = 's3' where file_id = $1", [elsewhere.id]);
  expect(await activities.forgetDeletions()).toMatchObject({ failed: 1 });
  expect(await kept([elsewhere.id, here.id])).toEqual([elsewhere.id]);
});

it("removes bytes, in another storage and in the same, beside more that can't be removed than it tries in a row", async () => {
  const put = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push((await files.put(org.organizationId, Buffer.from("a"))).id);
    await age(ids);
    return ids;
  };
  const left = async (ids: string[]) => (await kept(ids)).length;
  const [unset, refused] = [await put(11), await put(11)];
  await api.pool.query("update file_place set store = 's3' where file_id = any($1)", [unset]);
  const here = await put(2);
  const { discard } = Files.prototype;
  const spy = jest.spyOn(Files.prototype, "discard").mockImplementation(function (this: Files, organizationId, id) {
    return refused.includes(id) ? Promise.reject(new Error("locked")) : discard.call(this, organizationId, id);
  });
  // Which come first is by chance: each sweep meets one of the two in most cases.
  for (let n = 0; n < 50 && (await left(here)) > 0; n++) await activities.forgetDeletions();
  spy.mockRestore();
  expect([await left(unset), await left(refused), await left(here)]).toEqual([11, 11, 0]);
});

it("goes on behind a whole page of files whose day is over and that can't be removed", async () => {
  const firm = await organization(api);
  const last = "ffffffff-ffff-4fff-bfff-ffffffffffff";
  await api.pool.query(
    `insert into stored_file (id, organization_id, name, content_type, size_bytes, sha256, source, created_at, updated_at, expires_at)
     select case n when 501 then $2 else gen_random_uuid() end, $1, 'esportazione', 'text/plain', 1, '', 'export', now(), now(),
       now() - interval '1 day' / n from generate_series(1, 501) n`,
    [firm.organizationId, last],
  );
  const { lock } = UnitOfWork.prototype;
  const spy = jest.spyOn(UnitOfWork.prototype, "lock").mockImplementation(function (this: UnitOfWork, ...given) {
    if (given[1] === firm.organizationId && given[2] !== last) return Promise.reject(new Error("refused"));
    return lock.apply(this, given) as Promise<never>;
  });
  await activities.forgetDeletions();
  spy.mockRestore();
  const { rows } = await api.pool.query("select id from stored_file where organization_id = $1", [firm.organizationId]);
  expect(rows).toHaveLength(500);
  expect(rows.map(({ id }) => id)).not.toContain(last);
});
