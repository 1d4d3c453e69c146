import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { auditChanges } from "../db/audit.js";
import type { Change } from "../db/unit-of-work.js";
import { ActionError, notFound } from "../domain/errors.js";

/** What one command does to one organization: its statements run in one transaction, and its audit event with them. */
export class AdminChange {
  readonly at = new Date();
  readonly changes: Change[] = [];

  constructor(private readonly client: pg.PoolClient) {}

  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.client.query(text, values)).rows as T[];
  }

  /** Notes a change for the audit event. */
  note(change: Change): void {
    this.changes.push(change);
  }
}

/**
 * Runs `work` and writes the audit event of what it noted, all in one transaction.
 * @param action the command as the audit log names it, such as `create_key`
 */
export async function inOneChange<T>(
  pool: pg.Pool,
  action: string,
  organizationId: string,
  work: (change: AdminChange) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const change = new AdminChange(client);
    const result = await work(change);
    if (change.changes.length > 0) await audit(client, change, action, organizationId);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    await client.query("rollback").then(
      () => client.release(),
      (rollbackError) => client.release(rollbackError),
    );
    throw error;
  }
}

async function audit(client: pg.PoolClient, change: AdminChange, action: string, organizationId: string) {
  const events: { sql: string; values: unknown[] }[] = [];
  const unit = {
    changes: change.changes,
    append: (sql: string, values: unknown[]) => void events.push({ sql, values }),
  };
  const actor = { organizationId, userId: null, keyId: null, via: "admin" as const, client: null };
  auditChanges(unit, actor, action, change.at, null);
  for (const { sql, values } of events) await client.query(sql, values);
}

export const newId = (): string => uuidv7();

export const invalid = (message: string): ActionError => new ActionError("invalid_input", message);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws not_found, naming the option, where a text isn't an id at all */
export function checkedId(option: string, id: string): string {
  if (!uuid.test(id)) throw notFound(option, id);
  return id.toLowerCase();
}
