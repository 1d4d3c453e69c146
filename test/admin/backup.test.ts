import { once } from "node:events";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import pino from "pino";
import { sealed } from "../../src/admin/backup/container.js";
import { asStream, type Part } from "../../src/admin/backup/records.js";
import { startRelay } from "../../src/api/relay/relay.js";
import { Database } from "../../src/db/database.js";
import { backedUpTables } from "../../src/db/preparation/made-tables.js";
import { readFirstRun, writeFirstRun } from "../../src/launch/data-dir/first-run.js";
import { startAnew } from "../../src/worker/start-anew.js";
import { startApi, type TestApi } from "../support/caller.js";
import { createTestDatabase, openAsOwner, openConnection } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { createContact, createProject, organization, type TestOrganization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { createNamespace } from "../support/namespace.js";
import { startSmtp } from "../support/smtp.js";
import { startWorkers } from "../support/worker.js";
import { admin, adminProgram } from "./command.js";

const folder = mkdtempSync(path.join(tmpdir(), "pratica-backup-"));
const file = path.join(folder, "pratica.backup");
const passphrase = "una frase lunga e segreta";
const previousKey = "cd".repeat(32);
const firstRun = {
  baseUrl: "https://pratica.studio.test",
  organizationId: "o",
  userId: "u",
  email: "owner@demo.local",
  password: "p",
  apiKey: "k",
  temporalUi: null,
  mailbox: null,
};
const followUpMs = 6_000;
const silent = pino({ level: "silent" });
const temporal = forAllTests(createNamespace);
const connection = forAllTests(() => NativeConnection.connect({ address: temporal.address }));
const smtp = forAllTests(startSmtp);
const target = forAllTests(createTestDatabase);
let api: TestApi;
let org: TestOrganization;
let docId: string;
let before: Record<string, string[]>;

const run = (args: string[], env: Record<string, string>) =>
  admin([...args, "--json"], {
    DATA_DIR: path.join(folder, "data"),
    SECRET_KEY: "",
    BACKUP_PASSPHRASE: passphrase,
    ...env,
  });
const backUp = (to: string, env: Record<string, string> = {}) => {
  const { DATABASE_URL, SECRET_KEY } = api.app.config as { DATABASE_URL: string; SECRET_KEY: string };
  return run(["backup", "create", "--to", to], { DATABASE_URL, SECRET_KEY, SECRET_KEY_PREVIOUS: previousKey, ...env });
};
const restore = (from: string, env: Record<string, string> = {}) =>
  run(["backup", "restore", "--from", from], { DATABASE_URL: target.ownerUrl, ...env });

/** Every row of every table, and the sequences. */
async function allRows(url: string): Promise<Record<string, string[]>> {
  const client = await openConnection(url);
  const found: Record<string, string[]> = {};
  for (const table of await backedUpTables()) {
    const { rows } = await client.query(`select md5(t::text) as row from ${table} t order by 1`);
    found[table] = rows.map(({ row }) => row);
  }
  const { rows } = await client.query(
    "select sequencename || ' ' || last_value as row from pg_sequences where sequencename <> 'migrations_id_seq' order by 1",
  );
  found.sequences = rows.map(({ row }) => row);
  await client.end();
  // Where the database is, is what a restore changes.
  return { ...found, installation: [] };
}

/** What the database itself refuses: its foreign keys and triggers, as far as they are on. */
async function refusals(url: string): Promise<string[]> {
  const client = await openConnection(url);
  const { rows } = await client.query(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as is from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  );
  await client.end();
  return rows.map((row) => row.is);
}

async function sendQuote(): Promise<void> {
  const { id: contactId } = await createContact(org);
  const { id: projectId } = await createProject(org);
  docId = (await org.ok("create_document", { title: "Preventivo", contactId, projectId })).id;
  await org.ok("issue_document", { docId });
  await org.ok("send_issued_document", { docId, followUpDays: followUpMs / 86_400_000 });
  await smtp.waitFor(1);
  const isSent = "select from message m join delivery d on d.message_id = m.id where m.status = 'sent'";
  await eventually(async () => (await api.pool.query(isSent)).rowCount);
}

beforeAll(async () => {
  mkdirSync(path.join(folder, "data"));
  writeFirstRun(path.join(folder, "data"), firstRun);
  api = await startApi({ relay: true, through: { temporal } });
  org = await organization(api);
  await org.member("owner");
  const { id: bookId } = await org.ok("create_price_book", { name: "DEI" });
  const entry = { code: "A.01", description: "Scavo a\tsezione\\ obbligata\n", unit: "m³", price: 12.345 };
  await org.ok("add_price_book_entries", { bookId, entries: [entry] });
  const workers = await startWorkers(connection, temporal.namespace, api.app.database, smtp.url);
  await sendQuote();
  await workers.close();
  // An order that was not handed over yet.
  await api.pool.query(
    "insert into outbox (organization_id, workflow_id, created_at, leased_until) values ($1, 'waits', now(), now() + interval '9 minutes')",
    [org.organizationId],
  );
  before = await allRows(api.app.config.DATABASE_URL as string);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a backup", () => {
  it("is one file that only its owner can read, and shows nothing of what is in it", async () => {
    const { status, json } = await backUp(file);
    expect([status, json]).toEqual([0, expect.objectContaining({ file, tables: expect.any(Number) })]);
    expect(statSync(file)).toMatchObject({ size: json.sizeBytes, mode: 0o100_600 });
    expect(json.rows).toBe(
      Object.entries(before).reduce((n, [, { length }]) => n + length, 1) - (before.sequences?.length ?? 0),
    );
    expect(readFileSync(file).includes("Bianchi")).toBe(false);
    expect((await backUp(file)).json.error).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/exists/),
    });
  });

  it("is refused with a key that opens nothing in it, and of a database that is newer than the program", async () => {
    const useless = path.join(folder, "useless");
    const refusal = async (env: Record<string, string> = {}) => (await backUp(useless, env)).json.error?.message;
    expect(await refusal({ SECRET_KEY: "ab".repeat(32), SECRET_KEY_PREVIOUS: "" })).toMatch(/SECRET_KEY isn't the key/);
    expect(await refusal({ SECRET_KEY: "" })).toMatch(/SECRET_KEY is not set/);
    const owner = await openAsOwner(api.app.config.DATABASE_URL as string);
    await owner.query("insert into migrations (timestamp, name) values (1999999999999, 'Future1999999999999')");
    expect(await refusal()).toMatch(/newer than this program \(Future1999999999999\)/);
    await owner.query("delete from migrations where name = 'Future1999999999999'");
    await owner.end();
    expect(readdirSync(folder).filter((name) => name.startsWith("useless"))).toEqual([]);
  });

  it("is made by one of two at once under the same name, as in two containers, whose programs have one pid", async () => {
    const twice = path.join(folder, "twice");
    const both = await Promise.all([1, 2].map(() => backUp(twice)));
    await api.close();
    const [made, refused] = both.sort((a, b) => Number(a.status) - Number(b.status));
    expect([made?.status, refused?.json.error.message]).toEqual([
      0,
      `${twice} exists already: give another file name.`,
    ]);
    expect(statSync(twice).size).toBe(made?.json.sizeBytes);
    expect(readdirSync(folder).filter((name) => name.startsWith("twice"))).toEqual(["twice"]);
  });

  it("is refused before anything is written, where it is not whole, or the passphrase is another", async () => {
    const content = readFileSync(file);
    const spoilt = path.join(folder, "spoilt");
    const refusal = async (bytes: Buffer, env: Record<string, string> = {}) => {
      writeFileSync(spoilt, bytes);
      return (await restore(spoilt, env)).json.error.message;
    };
    const flipped = Buffer.from(content);
    flipped[content.length - 100] = 255 - (flipped[content.length - 100] as number);
    expect(await refusal(flipped)).toMatch(/broken or incomplete/);
    expect(await refusal(content.subarray(0, -1))).toMatch(/broken or incomplete/);
    expect(await refusal(Buffer.from("PGDMP"))).toMatch(/a backup of Pratica/);
    expect(await refusal(content, { BACKUP_PASSPHRASE: "un'altra frase lunga" })).toMatch(/isn't the passphrase/);
    expect(await refusal(content, { BACKUP_PASSPHRASE: "" })).toMatch(/BACKUP_PASSPHRASE is not set/);
    expect(await refusal(content, { SECRET_KEY: "ab".repeat(32) })).toMatch(/SECRET_KEY is set/);
    const sameKey = api.app.config.SECRET_KEY as string;
    expect(await refusal(content, { SECRET_KEY: sameKey })).toMatch(/SECRET_KEY is set/);
    const others = path.join(folder, "others");
    mkdirSync(others);
    writeFileSync(
      path.join(others, "secrets.json"),
      JSON.stringify({ secretKey: "ab".repeat(32), postgresPassword: "x" }),
    );
    expect((await restore(file, { DATA_DIR: others })).json.error.message).toMatch(/secrets of another installation/);
    expect((await restore(path.join(folder, "nowhere"))).json.error.message).toMatch(/can't be read/);
    expect((await allRows(target.ownerUrl)).organization).toEqual([]);
  });

  it("of a newer version is refused, and one without its end", async () => {
    const manifest = { createdAt: "", migrations: ["Future1999999999999"], secretKey: "", firstRun: null };
    const refusal = async (...parts: Part[]) => {
      const made = path.join(folder, "made");
      const stream = asStream(Readable.from(parts) as AsyncIterable<Part>);
      await pipeline(stream, createGzip(), sealed(passphrase), createWriteStream(made));
      return (await restore(made)).json.error.message;
    };
    const beginning = { kind: "manifest", manifest } as const;
    expect(await refusal(beginning, { kind: "end", tableCount: 0 })).toMatch(/newer Pratica \(Future1999999999999\)/);
    expect(await refusal(beginning)).toMatch(/broken or incomplete/);
  });

  it("gives back every row of every table, and what guards them", async () => {
    const refused = await refusals(target.ownerUrl);
    const { status, json, stderr } = await restore(file);
    expect(stderr).toMatch(/SECRET_KEY of this database is in .*secrets\.json, .* as previousSecretKey/);
    expect([status, json.rows > 20]).toEqual([0, true]);
    expect(await allRows(target.ownerUrl)).toEqual(before);
    expect(await refusals(target.ownerUrl)).toEqual(refused);
    const { secretKey, previousSecretKey } = JSON.parse(readFileSync(json.secretsFile, "utf8"));
    expect([secretKey, previousSecretKey]).toEqual([api.app.config.SECRET_KEY, previousKey]);
  });

  it("has its key written down before its rows, and keeps it where what follows them fails", async () => {
    const [other, dataDir] = [await createTestDatabase(), path.join(folder, "unfinished")];
    const owner = await openConnection(other.ownerUrl);
    await owner.query(`create function refuse() returns event_trigger language plpgsql as $$ begin raise 'no'; end $$;
      create event trigger refuse on ddl_command_start when tag in ('GRANT') execute function refuse()`);
    const key = () => JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")).secretKey;
    const rows = async () => (await owner.query("select from organization").catch(() => null))?.rowCount;
    const restored = restore(file, { DATABASE_URL: other.ownerUrl, DATA_DIR: dataDir });
    await eventually(rows);
    expect(key()).toBe(api.app.config.SECRET_KEY);
    expect([(await restored).status, await rows()]).toEqual([1, before.organization?.length]);
    expect(key()).toBe(api.app.config.SECRET_KEY);
    await owner.end();
    await other.close();
  });

  const backUpTarget = (name: string, url: string, ended?: Promise<unknown>) => {
    const env = {
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, "none"),
      BACKUP_PASSPHRASE: passphrase,
      SECRET_KEY: api.app.config.SECRET_KEY as string,
      SECRET_KEY_PREVIOUS: previousKey,
    };
    return adminProgram(["backup", "create", "--to", path.join(folder, name), "--json"], env, ended);
  };
  const backupWaits = async () => {
    const waiting = `select from pg_stat_activity
      where datname = current_database() and application_name = 'pratica backup' and wait_event_type = 'Lock'`;
    const watching = await Database.open(target.ownerUrl, 1);
    await eventually(async () => (await watching.query(waiting)).length > 0);
    await watching.close();
  };
  /** Starts one that waits for a table which the owner has locked. */
  const waitingFor = async (table: string, name: string, url = target.ownerUrl) => {
    const owner = await openConnection(target.ownerUrl);
    await owner.query(`begin; lock table ${table} in access exclusive mode`);
    const made = backUpTarget(name, url);
    await backupWaits();
    return { owner, made };
  };

  it("has all rows, also where a table is laid anew meanwhile: older transactions would find it empty", async () => {
    const { owner, made } = await waitingFor("audit_event", "while migrating");
    await owner.query("alter table thread add column made text default gen_random_uuid()");
    await owner.query("commit");
    const { json } = await made;
    await owner.query("alter table thread drop column made");
    const all = Object.values(await allRows(target.ownerUrl)).flat();
    await owner.end();
    expect(json.rows).toBe(all.length + 1 - (before.sequences?.length ?? 0));
  });

  it("begins again where it and a migration wait for one another", async () => {
    // So that it is the backup which Postgres refuses, also where this asks for its second table a little late.
    const url = `${target.ownerUrl}?options=-c%20deadlock_timeout%3D4s`;
    const { owner, made } = await waitingFor("thread", "deadlock", url);
    await owner.query("set deadlock_timeout = '1min'; lock table audit_event in access exclusive mode");
    await owner.query("commit");
    await owner.end();
    expect((await made).json).toMatchObject({ rows: expect.any(Number) });
  });

  it("that is ended by a signal leaves nothing of its file", async () => {
    const { owner, made: ended } = await waitingFor("contact", "ended");
    const drafts = () => readdirSync(folder).filter((name) => name.startsWith("ended"));
    const [draft = ""] = drafts();
    // As `timeout` does: once the process, once its group.
    for (const _ of [1, 2]) process.kill(Number(/\.(\d+)\.new$/.exec(draft)?.[1]), "SIGTERM");
    expect((await ended).json.error.message).toMatch(/^Interrupted by SIGTERM/);
    await owner.end();
    expect(drafts()).toEqual([]);
  });

  it("that waits for its connection is ended by a signal", async () => {
    const url = new URL(target.ownerUrl);
    const { hostname, port } = url;
    const between = createServer((socket) => {
      socket.once("data", (start) => {
        if (start.includes("pratica backup")) return between.emit("waiting");
        const far = connect(Number(port), hostname);
        far.on("error", () => undefined);
        far.write(start);
        socket.pipe(far).pipe(socket);
      });
    });
    const { port: nearPort, close } = await listening(between);
    url.host = `127.0.0.1:${nearPort}`;
    expect((await backUpTarget("waiting", url.href, once(between, "waiting"))).status).toBeNull();
    await close();
  });

  it("whose connection breaks says so, and leaves nothing of its file", async () => {
    const owner = await openConnection(target.ownerUrl);
    await owner.query("begin");
    await owner.query("lock table contact in access exclusive mode");
    const [near, url] = [new Set<Socket>(), new URL(target.ownerUrl)];
    const { hostname, port } = url;
    const between = createServer((socket) => {
      near.add(socket);
      const far = connect(Number(port), hostname);
      socket.on("close", () => far.destroy());
      far.on("error", () => undefined).on("close", () => socket.destroy());
      socket.pipe(far).pipe(socket);
    });
    const { port: nearPort, close } = await listening(between);
    url.host = `127.0.0.1:${nearPort}`;
    const broken = backUpTarget("cut", url.href);
    await backupWaits();
    for (const socket of near) socket.resetAndDestroy();
    const { status, json } = await broken;
    await close();
    await owner.end();
    expect([status, json]).toEqual([1, { error: { code: "failed", message: expect.any(String) } }]);
    expect(readdirSync(folder).filter((name) => name.startsWith("cut"))).toEqual([]);
  });

  it("is restored into nothing that has rows", async () => {
    const dataDir = path.join(folder, "refused");
    const refused = await restore(file, { DATA_DIR: dataDir });
    expect(refused.json.error).toMatchObject({ message: expect.stringMatching(/database is not empty/) });
    expect(existsSync(path.join(dataDir, "secrets.json"))).toBe(false);
    const other = { DATABASE_URL: "", DATA_DIR: folder };
    expect((await restore(file, other)).json.error).toMatchObject({ message: expect.stringMatching(/is not empty/) });
  });

  it("lets what waited go on, though Temporal knows later things", async () => {
    const { namespace } = temporal;
    const database = await Database.open(target.ownerUrl, 4);
    const followUp = `deliver-document:${docId}:1`;
    const { runId } = await temporal.client.workflow.getHandle(followUp).describe();
    await startAnew(database, temporal.client, silent, new AbortController().signal);
    const old = await temporal.client.workflow.getHandle(followUp, runId).describe();
    expect(old.status.name).toBe("TERMINATED");
    const relay = startRelay(database, temporal.client, target.ownerUrl, silent);
    const workers = await startWorkers(connection, namespace, database, smtp.url);
    const fired = "select from reminder where document_id = $1 and status = 'due'";
    await eventually(async () => (await database.query(fired, [docId])).length > 0);
    expect(smtp.messages.filter(({ subject }) => subject.includes("Preventivo")).length).toBeGreaterThan(0);
    // Once is enough: what runs by now stays.
    const again = await temporal.client.workflow.getHandle(followUp).describe();
    await startAnew(database, temporal.client, silent, new AbortController().signal);
    expect((await temporal.client.workflow.getHandle(followUp, again.runId).describe()).status.name).not.toBe(
      "TERMINATED",
    );
    await workers.close();
    await relay.stop();
    await database.close();
  });

  it("is restored into an empty DATA_DIR, with its secrets, by one of two at once, and the other leaves it alone", async () => {
    const dataDir = path.join(folder, "another machine", "data");
    const both = await Promise.all([1, 2].map(() => restore(file, { DATABASE_URL: "", DATA_DIR: dataDir })));
    const [made, refused] = both.sort((a, b) => Number(a.status) - Number(b.status));
    expect([made?.status, refused?.status]).toEqual([0, 1]);
    expect(made?.stderr).toMatch(/deadlines and queued messages then go on/);
    expect(refused?.stderr).toMatch(/is not empty|is in use/);
    expect(readdirSync(dataDir).sort()).toEqual(expect.arrayContaining(["postgres", "secrets.json"]));
    const { secretKey, postgresPassword } = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
    expect([secretKey, postgresPassword]).toEqual([api.app.config.SECRET_KEY, expect.stringMatching(/^[0-9a-f]{48}$/)]);
    expect(readFirstRun(dataDir)).toEqual(firstRun);
    expect(existsSync(path.join(dataDir, "instance.lock"))).toBe(false);
  });

  it("that is interrupted leaves the DATA_DIR empty, so that it can be repeated", async () => {
    const dataDir = path.join(folder, "begun", "data");
    const begun = adminProgram(["backup", "restore", "--from", file, "--json"], {
      DATABASE_URL: "",
      SECRET_KEY: "",
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE: passphrase,
    });
    const lock = path.join(dataDir, "instance.lock");
    await eventually(async () => existsSync(path.join(dataDir, "postgres", "postmaster.pid")));
    const { pid } = JSON.parse(readFileSync(lock, "utf8"));
    // As `timeout` does: once the process, once its group.
    for (const _ of [1, 2]) process.kill(pid, "SIGTERM");
    expect((await begun).json.error.message).toMatch(/^Interrupted by SIGTERM/);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
