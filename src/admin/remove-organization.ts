import type { Client, WorkflowExecutionInfo } from "@temporalio/client";
import type pg from "pg";
import type { Config } from "../config.js";
import { searchAttributes } from "../contracts/search-attributes.js";
import type { Queries } from "../db/database.js";
import { invalid, notFound } from "../domain/errors.js";
import { Files } from "../files/files.js";
import { readInstance } from "../launch/data-dir/instance.js";
import { connected } from "./backup/connected.js";
import { commandConfig } from "./connection.js";
import { checkedId } from "./provision.js";
import { withTemporal } from "./temporal.js";

export interface RemovedOrganization {
  organizationId: string;
  removed: true;
  /** accounts of people who belonged to no other organization */
  users: number;
  workflows: number;
}

/** People who belong to it, or did, and whom no other organization knows: not even its audit log, which shows their names. */
const ownPeople = `select u.id from user_account u
  where (exists (select from membership m where m.organization_id = $1 and m.user_id = u.id)
      or exists (select from audit_event a where a.organization_id = $1 and a.user_id = u.id))
    and not exists (select from membership m where m.organization_id <> $1 and m.user_id = u.id)
    and not exists (select from audit_event a where a.organization_id <> $1 and a.user_id = u.id)
    and not exists (select from account_link l where l.organization_id <> $1 and l.user_id = u.id)`;

/** What notes for the search that it is gone, or refuses to go before its document: while the organization is still there. */
const first = ["document", "project", "contact", "thread", "reminder", "price_book", "audit_event"];

/**
 * Removes an organization with all that is its own: rows, bytes of files, workflows, and the accounts of its own people. It may be repeated
 * where it failed on the way.
 * @param name as it is called, so that a mistyped id removes no other
 * @throws not_found; invalid_input for another name, or where the database's address isn't its owner's
 */
export async function removeOrganization(settings: Config, id: string, name: string): Promise<RemovedOrganization> {
  const organizationId = checkedId("id", id);
  const config = commandConfig(settings);
  const ownerUrl = settings.DATABASE_URL ?? readInstance(settings.DATA_DIR)?.databaseUrl ?? config.DATABASE_URL;
  return withTemporal(config, (client) =>
    connected(ownerUrl, "pratica organization remove", async (database) => {
      const queries: Queries = { query: async (text, values = []) => (await database.query(text, values)).rows };
      const isThere = await requireName(queries, organizationId, name);
      // First, since the rows alone know where they are.
      await removeStoredBytes(queries, config, organizationId);
      const users = await inTransaction(database, () => removeRows(queries, organizationId, name));
      const workflows = await removeWorkflows(client, organizationId);
      if (!isThere && workflows === 0) throw notFound("id", organizationId);
      return { organizationId, removed: true, users, workflows };
    }),
  );
}

/** @returns whether the organization is still there */
async function requireName(queries: Queries, organizationId: string, name: string): Promise<boolean> {
  const [found] = await queries.query<{ name: string; isOwner: boolean }>(
    `select name, has_table_privilege('audit_event', 'delete') as "isOwner" from organization where id = $1 for update`,
    [organizationId],
  );
  if (!found) return false;
  if (found.name !== name.trim())
    throw invalid(`This organization is called "${found.name}": give that as --name, if it is the one to remove.`);
  if (!found.isOwner)
    throw invalid(
      "Audit events can be removed by the database's owner alone: give the owner's address as DATABASE_URL.",
    );
  return true;
}

async function inTransaction<T>(database: pg.Client, work: () => Promise<T>): Promise<T> {
  await database.query("begin");
  try {
    const result = await work();
    await database.query("commit");
    return result;
  } catch (error) {
    await database.query("rollback");
    throw error;
  }
}

/** Removes bytes that aren't in the database. */
async function removeStoredBytes(queries: Queries, config: Config, organizationId: string): Promise<void> {
  const files = new Files(queries, config);
  const places = await queries.query<{ fileId: string }>(
    `select file_id as "fileId" from file_place where organization_id = $1 and store <> 'database'`,
    [organizationId],
  );
  for (const { fileId } of places) await files.discard(organizationId, fileId);
}

/** @returns how many accounts went too */
async function removeRows(queries: Queries, organizationId: string, name: string): Promise<number> {
  const ofIt = [organizationId];
  // Locks it: whoever writes something of it now waits, and then finds it gone.
  if (!(await requireName(queries, organizationId, name))) return 0;
  await queries.query("select set_config('pratica.removed_organization', $1, true)", ofIt);
  const people = (await queries.query<{ id: string }>(ownPeople, ofIt)).map((person) => person.id);
  await queries.query(
    "delete from oauth_artifact where grant_id in (select grant_id from connection where organization_id = $1)",
    ofIt,
  );
  for (const table of first) await queries.query(`delete from ${table} where organization_id = $1`, ofIt);
  // With it goes all else.
  await queries.query("delete from organization where id = $1", ofIt);
  await queries.query("delete from security_event where user_id = any($1)", [people]);
  await queries.query("delete from user_account where id = any($1)", [people]);
  return people.length;
}

/** Ends and removes its workflows, those that have ended too. @returns how many there were */
async function removeWorkflows(client: Client, organizationId: string): Promise<number> {
  const query = `${searchAttributes.organization.name} = "${organizationId}"`;
  const found: WorkflowExecutionInfo[] = [];
  for await (const execution of client.workflow.list({ query })) found.push(execution);
  const { namespace } = client.options;
  for (const { workflowId, runId } of found)
    await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
  return found.length;
}
