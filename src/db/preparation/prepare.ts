import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { patience, withMigrations } from "../data-source.js";
import { notePlace } from "../installation.js";
import { migrations } from "../migrations/index.js";
import { withSessionSettings } from "../session-settings.js";
import { applicationUrl } from "./application-url.js";
import { givingWay } from "./giving-way.js";
import { madeTables, missingTables } from "./made-tables.js";

/** Grants the application's role its rights: audit events are only added; revisions, what stored files hold, and what deletions keep never change. */
const rightsOf = (role: string): string => `
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage on all sequences in schema public to ${role};
  revoke update, delete, truncate on audit_event from ${role};
  revoke update, delete, truncate on document_revision from ${role};
  revoke update, delete, truncate on revision_pdf from ${role};
  revoke update, truncate on stored_file from ${role};
  grant update (name, project_id, updated_at, version) on stored_file to ${role};
  revoke update on file_content from ${role};
  revoke update, truncate on deletion, deleted_row, deleted_content from ${role};
  revoke insert, update, delete, truncate on migrations from ${role};`;

/**
 * What a migration makes, the release before may need from that moment on, in a function that it calls: its rights can't wait until the last
 * migration has run, or until one that was interrupted is run again.
 */
const rightsFromTheStart = (role: string): string => `
  alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
  alter default privileges in schema public grant usage on sequences to ${role};`;

/**
 * What a superuser alone may set. A role of this name that was there already keeps no right to more. Of the application's errors Postgres
 * logs the message alone: its details hold what people wrote ("Failing row contains …"), and its statement is long, also for refusals that
 * are nothing unusual.
 */
const limitsOf = (role: string): string => `
  alter role ${role} nosuperuser nocreatedb nocreaterole;
  alter role ${role} set log_error_verbosity = 'terse';
  alter role ${role} set log_min_error_statement = 'panic';`;

/**
 * Brings a database up to date, as its owner: creates the application's role, runs the migrations and grants its rights. It may be
 * repeated, and run by several processes at once.
 * @param appPassword the role's password; unset: derived from the owner's
 * @param upTo the migrations to run
 * @returns the address with which the application connects
 * @throws Error for a server or a database that can't hold the tables, before anything is written, and where the connection breaks
 */
export async function prepareDatabase(
  ownerUrl: string,
  appPassword?: string,
  upTo = migrations,
): Promise<{ appUrl: string }> {
  const appUrl = applicationUrl(ownerUrl, appPassword);
  const { username, password } = new URL(appUrl);
  const client = new pg.Client({
    connectionString: withSessionSettings(ownerUrl, { statement_timeout: 0 }),
    ...patience,
    // One that was sent to sleep for want of work takes a while to wake.
    connectionTimeoutMillis: 30_000,
  });
  let lost: Error | undefined;
  // Without a listener a connection that breaks between two statements, as while migrations run by their own, ends the process.
  client.on("error", (error) => {
    lost ??= error;
  });
  await client.connect().catch(refuseOlder);
  try {
    const role = decodeURIComponent(username);
    await refuseUnfit(client);
    await refuseWithoutRights(client, role);
    await lock(client);
    await awaitIndexes(client);
    await dropUnfinishedIndexes(client);
    const name = client.escapeIdentifier(role);
    const existing = await client.query("select from pg_roles where rolname = $1", [role]);
    await client.query(`${existing.rowCount ? "" : `create role ${name};`} ${rightsFromTheStart(name)}`);
    await withMigrations(ownerUrl, upTo.map(givingWay) as typeof migrations, (owner) => owner.runMigrations());
    await refuseMissingTables(client);
    await notePlace(client);
    const [owner] = (await client.query("select current_setting('is_superuser') = 'on' as may_all")).rows;
    const secret = client.escapeLiteral(decodeURIComponent(password));
    await client.query(`
      alter role ${name} login password ${secret};
      ${rightsOf(name)}
      ${owner.may_all ? limitsOf(name) : ""}`);
  } catch (error) {
    if (!lost) throw error;
    throw new Error(
      `The connection to Postgres broke while the database was being prepared: ${lost.message}. Start again: it goes on where it stopped.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
  return { appUrl };
}

/** One before 17 doesn't know all settings of our sessions, and lets nobody in who asks for them. */
function refuseOlder(error: Error): never {
  if (!error.message.includes("transaction_timeout")) throw error;
  throw new Error("DATABASE_URL leads to an older Postgres: it must be 17 or newer.", { cause: error });
}

/** The search's words are made by a collation that is there from version 17 on, and in UTF8 alone. */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding`,
  );
  const [{ version, number, encoding } = { version: "", number: 0, encoding: "" }] = rows;
  if (number < 170_000) throw new Error(`DATABASE_URL leads to Postgres ${version}: it must be 17 or newer.`);
  if (encoding !== "UTF8")
    throw new Error(`The database of DATABASE_URL is encoded in ${encoding}: create one with encoding 'UTF8'.`);
}

/** Elsewhere than in a database of our own, whoever made it decides what its owner may. @param role the application's */
async function refuseWithoutRights(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ user: string; has_schema: boolean; has_role: boolean }>(
    `select current_user as user, has_schema_privilege('public', 'create') as has_schema,
       rolsuper or rolcreaterole and not exists (
         select from pg_roles r where r.rolname = $1 and not pg_has_role(r.oid, 'member with admin option')) as has_role
     from pg_roles where rolname = current_user`,
    [role],
  );
  const [{ user, has_schema, has_role } = { user: "", has_schema: false, has_role: false }] = rows;
  const name = client.escapeIdentifier(user);
  if (!has_schema)
    throw new Error(
      `${user} may not make tables in the schema public: alter database ${client.escapeIdentifier(client.database ?? "")} owner to ${name}`,
    );
  if (!has_role)
    throw new Error(
      `${user} may not make the application's role ${role}, or give it a password: alter role ${name} createrole, and drop a role ${role} that others have made.`,
    );
}

/**
 * Waits until no other process prepares the database. It asks again and again: a statement that waits for the lock would be waited for
 * by an index that is built concurrently, by the process that has the lock.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('pratica prepare')) as is_ours");
    if (rows[0].is_ours) return;
    await wait(200);
  }
}

/**
 * Waits for indexes that are being built. Postgres goes on building one for a process that was killed, and only ends it afterwards: it would
 * pass for built, though it may still fail.
 */
async function awaitIndexes(client: pg.Client): Promise<void> {
  const building = `select from pg_stat_progress_create_index where datname = current_database()
    and relid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  while ((await client.query(building)).rowCount) await wait(200);
}

/** An index that was being built concurrently when the migration was interrupted stays, is invalid, and would pass for built. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'i'
    where not i.indisvalid`);
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/** A table may be missing though its migration was applied: a restore failed in part. */
async function refuseMissingTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(missingTables, [await madeTables()]);
  if (rows.length === 0) return;
  throw new Error(
    `The database lacks ${rows.map(({ name }) => name).join(", ")}, though it was migrated: it was restored in part. Restore its backup once more, into an empty database.`,
  );
}
