import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { recordAccountEvent } from "../../src/accounts/security/security-events.js";
import { createUser } from "../../src/admin/provision.js";
import { startApi } from "../support/caller.js";
import { openAsOwner, ownerUrlOf } from "../support/database.js";
import { inDays } from "../support/days.js";
import { eventually } from "../support/eventually.js";
import { organization, type TestOrganization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import { recordsOf } from "../support/records.js";
import { startS3 } from "../support/s3.js";
import { admin } from "./command.js";

const directory = mkdtempSync(path.join(tmpdir(), "pratica-removal-"));
afterAll(() => rmSync(directory, { recursive: true }));
const temporal = forAllTests(createNamespace);
const s3 = forAllTests(startS3);
const api = forAllTests(() => startApi({ relay: true, settings: s3.settings, through: { temporal } }));

/** Those whose rows belong to a person, an app, a machine or the installation. */
const ofNoOrganization = [
  "idempotency_key",
  "installation",
  "known_device",
  "mailbox_message",
  "migrations",
  "oauth_artifact",
  "oauth_key",
  "organization",
  "passkey",
  "rate_count",
  "recovery_code",
  "second_factor",
  "second_step",
  "user_account",
  "worker_seen",
];
let kept: TestOrganization;
let gone: TestOrganization;

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await api.pool.query(text, values)).rows as T[];

const tables = async (having: string): Promise<string[]> => {
  const found = await query<{ name: string }>(
    `select table_name as name from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
     and ${having} (select from information_schema.columns c where c.table_name = t.table_name and c.column_name = 'organization_id')
     order by 1`,
  );
  return found.map(({ name }) => name);
};

/** An organization's rows, by the tables that have any. */
async function rowsOf({ organizationId }: TestOrganization): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of await tables("exists")) {
    const found = await query<{ row: string }>(
      `select md5(t::text) as row from ${table} t where organization_id = $1 order by 1`,
      organizationId,
    );
    if (found.length > 0) rows[table] = found.map(({ row }) => row);
  }
  return rows;
}

const workflowsOf = async ({ organizationId }: TestOrganization): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { workflowId } of temporal.client.workflow.list({
    query: `PraticaOrganization = "${organizationId}"`,
  }))
    ids.push(workflowId);
  return ids;
};

const remove = (name: string, env: Record<string, string> = {}, { organizationId } = gone) =>
  admin(["organization", "remove", "--id", organizationId, "--name", name, "--json"], {
    ...s3.settings,
    DATABASE_URL: ownerUrlOf(api.app.database.url),
    DATA_DIR: directory,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...env,
  });

/** The bytes that the S3 server keeps for an organization. */
const storedBytes = async ({ organizationId }: TestOrganization): Promise<number> =>
  (await readdir(s3.directory, { recursive: true })).filter(
    (name) => name.includes(organizationId) && name.endsWith("_object"),
  ).length;

beforeAll(async () => {
  [kept, gone] = [await organization(api, "Studio Che Resta"), await organization(api, "Studio Che Va")];
  for (const org of [kept, gone]) {
    const { project } = await recordsOf(org);
    await org.ok("record_submission", { projectId: project.id, decisionDeadline: inDays(20) });
    const { id: docId } = await org.ok("create_document", { title: "Offerta", projectId: project.id });
    await org.ok("issue_document", { docId });
    await api.app.files.put(org.organizationId, Buffer.from("planimetria"));
    await eventually(async () => (await workflowsOf(org)).length > 0);
  }
});

/** A person, by the address, in these organizations. */
async function person(email: string, ...firms: TestOrganization[]): Promise<string> {
  let userId = "";
  for (const { organizationId } of firms) {
    const made = { organizationId, email, name: "Anna", password: "una frase molto lunga", role: "member" };
    userId = (await createUser(api.app.database, made)).userId;
  }
  return userId;
}

it("asks for the organization's name, and for the owner's address", async () => {
  const before = await rowsOf(gone);
  const misnamed = await remove("Studio Che Resta");
  expect(misnamed).toMatchObject({ status: 1, json: { error: { code: "invalid_input" } } });
  expect(misnamed.stderr).toContain('is called "Studio Che Va"');
  const byApplication = await remove("Studio Che Va", { DATABASE_URL: api.app.database.url });
  expect(byApplication.stderr).toContain("the owner's address");
  expect(await rowsOf(gone)).toEqual(before);
});

it("removes all that is an organization's, and nothing of another", async () => {
  const own = await person("sua@studio.test", gone);
  const shared = await person("di-entrambi@studio.test", gone, kept);
  const named = await person("una-volta@studio.test", gone, kept);
  await query("delete from membership where organization_id = $1 and user_id = $2", kept.organizationId, named);
  await query(
    `insert into audit_event (organization_id, id, at, user_id, via, action, record_type, record_id, changes)
     values ($1, gen_random_uuid(), now(), $2, 'rest', 'create_task', 'task', gen_random_uuid(), '{}')`,
    kept.organizationId,
    named,
  );
  await query(
    `insert into web_session (id_sha256, id, user_id, organization_id, created_at, last_seen_at, expires_at)
     values ('x', gen_random_uuid(), $1, $2, now(), now(), now() + interval '1 day')`,
    own,
    gone.organizationId,
  );
  for (const [grant, firm, userId] of [
    ["ihr", gone, own],
    ["unser", kept, shared],
  ] as const) {
    await query(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values ($1, $2, $3, 'read', 'c', 'App', 'app.test', now())`,
      grant,
      firm.organizationId,
      userId,
    );
    await query(
      "insert into oauth_artifact (model, id_sha256, payload, grant_id, created_at) values ('Grant', $1, '{}', $2, now())",
      grant,
      grant,
    );
  }
  const former = await person("non-piu@studio.test", gone);
  const formerElsewhere = await person("gia-altrove@studio.test", gone, kept);
  await query("delete from membership where organization_id = $1 and user_id = $2", gone.organizationId, former);
  await query(
    "delete from membership where organization_id = $1 and user_id = $2",
    kept.organizationId,
    formerElsewhere,
  );
  await recordAccountEvent(api.app.database, "reset_second_factor", shared);
  await query("update security_event set user_id = $2 where organization_id = $1", kept.organizationId, own);
  const before = await rowsOf(kept);
  expect(before.security_event).toHaveLength(1);
  expect(Object.keys(await rowsOf(gone))).toEqual(expect.arrayContaining(Object.keys(before)));
  expect(await storedBytes(gone)).toBe(1);
  const running = (await workflowsOf(gone)).length;
  const between = new EventEmitter();
  const late = (async function* () {
    await once(between, "removed");
    yield Buffer.from("sezione");
  })();
  const coming = api.app.files.put(gone.organizationId, late);
  await eventually(async () => (await query("select from file_place where store = 's3'")).length === 3);

  expect(await remove("Studio Che Va")).toMatchObject({
    status: 0,
    json: { organizationId: gone.organizationId, removed: true, users: 3, workflows: running },
  });
  between.emit("removed");
  await expect(coming).rejects.toThrow("was removed");
  expect(await rowsOf(gone)).toEqual({});
  expect(await rowsOf(kept)).toEqual(before);
  expect(await tables("not exists")).toEqual(ofNoOrganization);
  expect(await query("select from organization where id = $1", gone.organizationId)).toEqual([]);
  expect(await query("select grant_id from oauth_artifact")).toEqual([{ grant_id: "unser" }]);
  const everybody = [own, shared, named, former, formerElsewhere];
  const people = await query<{ id: string }>("select id from user_account where id = any($1)", everybody);
  expect(people.map(({ id }) => id).sort()).toEqual([shared, named, formerElsewhere].sort());
  expect([await storedBytes(gone), await storedBytes(kept)]).toEqual([0, 1]);
  await eventually(async () => (await workflowsOf(gone)).length === 0);
  expect((await workflowsOf(kept)).length).toBeGreaterThan(0);
  expect((await gone.call("list_projects", {})).status).toBe(401);

  expect(await remove("Studio Che Va")).toMatchObject({ status: 1, json: { error: { code: "not_found" } } });
});

it("begins again where a change under way stands in its way", async () => {
  const org = await organization(api, "Studio Che Lavora");
  const { document, task } = await recordsOf(org);
  const client = await openAsOwner(api.app.database.url);
  // The other side finds out first that both wait for each other.
  await client.query("set deadlock_timeout = '1min'; begin");
  await client.query("update document set valid_until = now() where id = $1", [document.id]);
  const removal = remove("Studio Che Lavora", {}, org);
  const [{ pid } = { pid: 0 }] = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
  const waiting = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
  await eventually(async () => (await query(waiting, pid)).length > 0);
  await client.query(
    `insert into audit_event (organization_id, id, at, via, action, record_type, record_id, changes)
     values ($1, gen_random_uuid(), now(), 'rest', 'update_task', 'task', $2, '[]')`,
    [org.organizationId, task.id],
  );
  await client.query("commit");
  await client.end();
  expect(await removal).toMatchObject({ status: 0 });
  expect(await rowsOf(org)).toEqual({});
});

it("leaves audit events to nobody else", async () => {
  const client = await openAsOwner(api.app.database.url);
  const remaining = "delete from audit_event where organization_id = $1";
  await expect(client.query(remaining, [kept.organizationId])).rejects.toThrow("never changed");
  await client.end();
});
