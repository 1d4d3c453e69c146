import { type Client, isGrpcServiceError, type WorkflowExecutionInfo } from "@temporalio/client";
import type { Config } from "../config.js";
import { searchAttributes } from "../contracts/search-attributes.js";
import type { Queries } from "../db/database.js";
import { codeOf, deadlock } from "../db/error-code.js";
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

/** As gRPC numbers it. */
const workflowNotFound = 5;
const mostAttempts = 5;

/** People who belong to it, or did. */
const itsPeople = `select user_id as id from membership where organization_id = $1
  union select user_id from audit_event where organization_id = $1 and user_id is not null
  union select record_id::uuid from audit_event where organization_id = $1 and record_type in ('membership', 'user_account')`;

/** Whom no organization knows: not even an audit log, which shows the names of former members too. */
const deleteUnknown = `delete from user_account u where id = any($1)
  and not exists (select from membership m where m.user_id = u.id)
  and not exists (select from audit_event a where a.user_id = u.id)
  and not exists (select from audit_event a where a.record_type in ('membership', 'user_account') and a.record_id = u.id::text)
  and not exists (select from account_link l where l.user_id = u.id)
  returning id`;

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
      const files = new Files(queries, config);
      const isThere = await requireName(queries, organizationId, name);
      if (isThere) {
        await shutOut(queries, organizationId);
        await removeStoredBytes(queries, files, organizationId);
      }
      const users = isThere ? await removeRows(queries, files, organizationId, name) : 0;
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

/** Ends keys and apps, so that what still writes soon stops. */
async function shutOut(queries: Queries, organizationId: string): Promise<void> {
  const ofIt = [organizationId];
  await queries.query(
    "delete from oauth_artifact where grant_id in (select grant_id from connection where organization_id = $1)",
    ofIt,
  );
  await queries.query("delete from connection where organization_id = $1", ofIt);
  await queries.query("delete from api_key where organization_id = $1", ofIt);
}

/** Removes bytes that aren't in the database. */
async function removeStoredBytes(queries: Queries, files: Files, organizationId: string): Promise<void> {
  const places = await queries.query<{ fileId: string }>(
    `select file_id as "fileId" from file_place where organization_id = $1 and store <> 'database'`,
    [organizationId],
  );
  for (const { fileId } of places) await files.discard(organizationId, fileId);
}

/** Removes the rows as one commit, again where a change under way was in its way. @returns how many accounts went too */
async function removeRows(queries: Queries, files: Files, organizationId: string, name: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await queries.query("begin");
    try {
      const users = await deleteRows(queries, files, organizationId, name);
      await queries.query("commit");
      return users;
    } catch (error) {
      if (codeOf(error) !== deadlock || attempt === mostAttempts) throw error;
      await queries.query("rollback");
    }
  }
}

async function deleteRows(queries: Queries, files: Files, organizationId: string, name: string): Promise<number> {
  const ofIt = [organizationId];
  // Locks it: whoever writes something of it now waits, and then finds it gone.
  if (!(await requireName(queries, organizationId, name))) return 0;
  // What has come since. The transaction waits for the storage: only whoever writes something of this organization waits with it.
  await shutOut(queries, organizationId);
  await removeStoredBytes(queries, files, organizationId);
  await queries.query("select set_config('pratica.removed_organization', $1, true)", ofIt);
  const people = (await queries.query<{ id: string }>(itsPeople, ofIt)).map(({ id }) => id);
  for (const table of first) await queries.query(`delete from ${table} where organization_id = $1`, ofIt);
  // With it goes all else.
  await queries.query("delete from organization where id = $1", ofIt);
  // Nobody makes one of them a member elsewhere between the look and the deletion.
  await queries.query("select from user_account where id = any($1) order by id for update", [people]);
  return (await queries.query(deleteUnknown, [people])).length;
}

/** Ends and removes its workflows, those that have ended too. @returns how many there were */
async function removeWorkflows(client: Client, organizationId: string): Promise<number> {
  const query = `${searchAttributes.organization.name} = "${organizationId}"`;
  const found: WorkflowExecutionInfo[] = [];
  for await (const execution of client.workflow.list({ query })) found.push(execution);
  const { namespace } = client.options;
  let removed = 0;
  for (const { workflowId, runId } of found)
    try {
      await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
      removed++;
    } catch (error) {
      // The list shows for a while those that are gone already.
      if (!isGrpcServiceError(error) || Number(error.code) !== workflowNotFound) throw error;
    }
  return removed;
}
