import type pg from "pg";
import { type Actor, auditChanges } from "./audit.js";
import { Transaction } from "./transaction.js";
import type { Change } from "./unit-of-work.js";

/** What is done to an organization at once: its statements run in one transaction, and its audit event with them. */
export class OneChange {
  readonly at = new Date();
  readonly changes: Change[] = [];
  /** The organizations whose logs tell of it: the actor's, unless `work` says others, for what belongs to a person. */
  toldIn: string[];

  constructor(
    private readonly client: pg.PoolClient,
    readonly actor: Actor,
  ) {
    this.toldIn = [actor.organizationId];
  }

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
 * @param action what is done, as the audit log names it, such as `create_key`
 */
export async function inOneChange<T>(
  pool: pg.Pool,
  action: string,
  actor: Actor,
  work: (change: OneChange) => Promise<T>,
  requestId: string | null = null,
): Promise<T> {
  const transaction = await Transaction.begin(pool);
  try {
    const change = new OneChange(transaction.client, actor);
    const result = await work(change);
    if (change.changes.length > 0) await audit(transaction.client, change, action, requestId);
    await transaction.commit();
    return result;
  } finally {
    await transaction.release();
  }
}

async function audit(client: pg.PoolClient, change: OneChange, action: string, requestId: string | null) {
  const events: { sql: string; values: unknown[] }[] = [];
  const append = (sql: string, values: unknown[]) => void events.push({ sql, values });
  for (const organizationId of change.toldIn)
    auditChanges(
      { changes: change.changes, append },
      { ...change.actor, organizationId },
      action,
      change.at,
      requestId,
    );
  for (const { sql, values } of events) await client.query(sql, values);
}
