import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Client } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { parseApiKey } from "../../src/accounts/keys/api-key.js";
import type { Finding } from "../../src/admin/doctor/check.js";
import { startApi } from "../support/caller.js";
import { openConnection } from "../support/database.js";
import { inDays } from "../support/days.js";
import { eventually } from "../support/eventually.js";
import { createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import { uploadList } from "../support/price-list.js";
import { testServers } from "../support/servers.js";
import { startWorkers } from "../support/worker.js";
import { admin } from "./command.js";

const directory = mkdtempSync(path.join(tmpdir(), "pratica-admin-"));
const temporal = forAllTests(createNamespace);
const api = forAllTests(() => startApi({ relay: true, through: { temporal } }));
const org = forAllTests(() => organization(api));
const connection = forAllTests(() => NativeConnection.connect({ address: temporal.address }));
forAllTests(() => startWorkers(connection, temporal.namespace, api.app.database, "smtp://127.0.0.1:9"));
afterAll(() => rmSync(directory, { recursive: true }));

const run = (...args: string[]) =>
  admin(args, {
    DATABASE_URL: api.app.config.DATABASE_URL as string,
    DATA_DIR: directory,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  });

/** What is read, once it is as it should be. */
const once = <T>(read: () => Promise<T>, isSo: (value: T) => boolean) =>
  eventually(async () => {
    const value = await read();
    return isSo(value) ? value : undefined;
  });

it("lists what runs for a project, in words, and gives back what was lost", async () => {
  const { id: projectId } = await createProject(org);
  const { id, reminder } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(60) });
  const listed = () => run("workflows", "list", "--project", projectId, "--json");
  const ids = ({ json }: Awaited<ReturnType<typeof listed>>) =>
    json.workflows
      .filter((w: { status: string }) => w.status === "running")
      .map((w: { workflowId: string }) => w.workflowId)
      .sort();
  const expected = [`watch-reminder:${reminder.id}`, `watch-submission:${id}`];

  const before = await once(
    listed,
    (found) => ids(found).length === 2 && found.json.workflows.every((w: { details: string }) => w.details),
  );
  expect(ids(before)).toEqual(expected);
  expect(before.json.workflows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: "watchSubmission",
        summary: "Watches the decision deadline of a submission",
        details: expect.stringMatching(
          /^The clock is running: the authority has time until \d+ \w+ 20\d\d at \d\d:\d\d \(Europe\/Rome\)/,
        ),
        closedAt: null,
      }),
    ]),
  );
  expect((await run("workflows", "list", "--project", projectId)).stdout).toContain("details: The clock is running");
  expect((await run("workflows", "repair", "--json")).json).toEqual({ watched: 2, missing: 0, ordered: 0 });

  const client = new Client({ connection: api.app.temporal, namespace: temporal.namespace });
  for (const workflowId of expected) await client.workflow.getHandle(workflowId).terminate("lost");
  const repaired = await once(
    () => run("workflows", "repair", "--json"),
    ({ json }) => json.missing > 0,
  );
  expect(repaired.json).toEqual({ watched: 2, missing: 2, ordered: 2 });
  expect(ids(await once(listed, (found) => ids(found).length === 2))).toEqual(expected);
  for (const workflowId of expected) await client.workflow.getHandle(workflowId).terminate("end of the test");
});

it("tells why a run doesn't get on", async () => {
  const { id: projectId } = await createProject(org);
  const { id } = await org.ok("create_reminder", { title: "Saldo", projectId, dueAt: Date.now() + 86_400_000 });
  const client = new Client({ connection: api.app.temporal, namespace: temporal.namespace });
  const watcher = client.workflow.getHandle(`watch-reminder:${id}`);
  await once(
    () => watcher.describe().catch(() => null),
    (found) => found !== null,
  );
  await watcher.terminate("lost");
  await api.pool.query("update organization set timezone = 'Nowhere/None'");
  await once(
    () => run("workflows", "repair", "--json"),
    ({ json }) => json.missing > 0,
  );
  const [workflow] = await once(
    async () => (await run("workflows", "list", "--project", projectId, "--json")).json.workflows,
    (found) => found[0]?.failing,
  );
  expect(workflow).toMatchObject({
    workflowId: `watch-reminder:${id}`,
    failing: expect.stringMatching(/^lookAtReminder, attempt \d+: .*Nowhere\/None/i),
  });
  await api.pool.query("update organization set timezone = 'Europe/Rome'");
});

it("says so when the project's id is none", async () => {
  const { status, json } = await run("workflows", "list", "--project", "x' or 1", "--json");
  expect([status, json.error.code]).toEqual([1, "not_found"]);
});

describe("doctor", () => {
  const doctor = async (settings: Record<string, string> = {}) => {
    const { DATABASE_URL, SECRET_KEY } = api.app.config as { DATABASE_URL: string; SECRET_KEY: string };
    const at = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace, DATA_DIR: directory };
    const { status, json } = await admin(["doctor", "--json"], { ...at, DATABASE_URL, SECRET_KEY, ...settings });
    const of = (check: string) => (json.findings as Finding[]).find((finding) => finding.check === check);
    return { status, healthy: json.healthy, of };
  };
  const saying = (state: string, words: RegExp) =>
    expect.objectContaining({ state, says: expect.stringMatching(words) });

  it("finds nothing wrong where nothing is", async () => {
    await api.pool.query("insert into worker_seen values ($1, now(), now())", [randomUUID()]);
    const { status, healthy, of } = await doctor();
    expect([status, healthy]).toEqual([0, true]);
    expect(of("database")).toEqual(saying("ok", /has all its tables/));
    expect(of("task queues")).toEqual(saying("ok", /all of them/));
    expect(of("disk")).toEqual(saying("ok", /MB are free/));
    expect(of("files")).toEqual(saying("ok", /took a byte/));
    for (const check of ["secret key", "clock", "worker", "mail server", "first password", "Temporal"])
      expect(of(check)).toMatchObject({ state: "ok" });
  });

  it("tells of a storage of files that is out of reach", async () => {
    const s3 = { FILE_STORE: "s3", S3_ENDPOINT: "http://127.0.0.1:9", S3_BUCKET: "fascicoli" };
    const { of } = await doctor({ ...s3, S3_ACCESS_KEY_ID: "x", S3_SECRET_ACCESS_KEY: "x" });
    expect(of("files")).toEqual(saying("problem", /^The bucket fascicoli can't be written and read: /));
  });

  it("tells of files whose bytes stayed elsewhere, as after a restore without the bucket", async () => {
    const id = await uploadList(api, org, "x", { name: "pianta.txt" });
    expect((await doctor()).of("files")).toEqual(saying("ok", /took a byte/));
    const foundWith = async (change: string) => {
      await api.pool.query(`${change} where file_id = $1`, [id]);
      return (await doctor()).of("files");
    };
    const unset = new RegExp(`^The newest file in S3, ${id}, can't be read: .*S3_BUCKET with its keys is not set`);
    expect(await foundWith("update file_place set store = 's3'")).toEqual(saying("problem", unset));
    await foundWith("update file_place set store = 'database'");
    const lost = new RegExp(`^The newest file in the database, ${id}, can't be read: `);
    expect(await foundWith("delete from file_content")).toEqual(saying("problem", lost));
    await api.pool.query("delete from stored_file where id = $1", [id]);
  });

  it("says where mail goes without SMTP_URL", async () => {
    expect((await doctor()).of("mail server")).toEqual(saying("ok", /stays in the local mailbox/));
    const { of } = await doctor({ BASE_URL: "https://pratica.example.it" });
    expect(of("mail server")).toEqual(saying("warning", /waits. Set SMTP_URL/));
  });

  it("names each mailbox that can't be read", async () => {
    expect((await doctor()).of("mailboxes")).toEqual(saying("ok", /All mailboxes that are set can be read/));
    await api.pool.query(
      `with channel as (insert into mail_channel (organization_id, channel, settings, updated_at) values ($1, 'pec', '', now()))
       insert into mailbox_reading (organization_id, channel, mailbox, error) values ($1, 'pec', '', 'the login is refused')`,
      [org.organizationId],
    );
    const named = new RegExp(`arrive: pec of ${org.organizationId} \\(the login is refused\\)`);
    expect((await doctor()).of("mailboxes")).toEqual(saying("warning", named));
    await api.pool.query("delete from mail_channel where organization_id = $1", [org.organizationId]);
  });

  it("names each organization whose time zone is an abbreviation, which has no summer", async () => {
    expect((await doctor()).of("time zones")).toEqual(saying("ok", /is named/));
    const set = (zone: string) =>
      api.pool.query("update organization set timezone = $2 where id = $1", [org.organizationId, zone]);
    await set("CET");
    const named = new RegExp(`in summer: ${org.organizationId} \\(CET\\)\\. Give each a name`);
    expect((await doctor()).of("time zones")).toEqual(saying("warning", named));
    await set("Europe/Rome");
  });

  it("warns of the first key only as long as it opens something", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "pratica-first-run-"));
    const apiKey = await org.keyWith("projects:view");
    const facts = { userId: randomUUID(), password: "unknown", apiKey };
    writeFileSync(path.join(dataDir, "first-run.json"), JSON.stringify(facts));
    const found = async () => (await doctor({ DATA_DIR: dataDir })).of("first password");
    expect(await found()).toEqual(saying("ok", /^These still work from first-run.json: .*API key/));
    await api.pool.query("update api_key set expires_at = now() - interval '1 day' where id = $1", [
      parseApiKey(apiKey)?.keyId,
    ]);
    expect(await found()).toEqual(saying("ok", /no longer work/));
    rmSync(dataDir, { recursive: true });
  });

  it("names each queue that no worker asks for work", async () => {
    const idle = await createNamespace();
    const { of } = await doctor({ TEMPORAL_NAMESPACE: idle.namespace });
    await idle.close();
    const all = /No worker is polling pratica, pratica-email, pratica-ai, pratica-imports: start one/;
    expect(of("task queues")).toEqual(saying("problem", all));
  });

  it("says in words what is wrong", async () => {
    await api.pool.query("update installation set secret_key_fingerprint = 'another'");
    await api.pool.query("delete from worker_seen");
    await api.pool.query(
      `insert into outbox (organization_id, workflow_id, created_at, attempts, leased_until)
       values ($1, 'w', now() - interval '3 hours', 4, now() + interval '9 minutes')`,
      [org.organizationId],
    );
    const { status, healthy, of } = await doctor({ SMTP_URL: "smtp://127.0.0.1:9" });
    expect([status, healthy]).toEqual([1, false]);
    expect(of("secret key")).toEqual(saying("problem", /isn't this database's key/));
    expect(of("worker")).toEqual(saying("problem", /never seen/));
    expect(of("orders")).toEqual(saying("warning", /^Waiting for Temporal: 1, the oldest for 3 h; refused: 1/));
    expect(of("mail server")).toEqual(saying("problem", /127.0.0.1:9 can't be reached/));
    const { pathname } = new URL(String(api.app.config.DATABASE_URL));
    const administrator = await openConnection(testServers().adminUrl);
    try {
      await administrator.query(`alter database ${pathname.slice(1)} set temp_file_limit = 64`);
      expect((await doctor()).of("database")).toEqual(saying("problem", /its disk is full/));
    } finally {
      await administrator.query(`alter database ${pathname.slice(1)} reset temp_file_limit`);
      await administrator.end();
    }
    const absent = await doctor({ DATABASE_URL: "postgres://x:y@127.0.0.1:9/none" });
    expect(absent.of("database")).toEqual(saying("problem", /can't be used: .*ECONNREFUSED/));
  });
});
