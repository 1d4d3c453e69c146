import { conflict } from "../domain/errors.js";
import type { Trail } from "./audit.js";
import type { Database } from "./database.js";
import { UnitOfWork } from "./unit-of-work.js";

const maxAttempts = 8;
/** After so many attempts that others overtook, the next one locks what it loads. */
const maxOptimisticAttempts = 2;

/** A version that changed, a foreign key, a unique key, a serialization failure, a deadlock. */
const staleCodes = new Set(["PR409", "23503", "23505", "40001", "40P01"]);
/** Whether Postgres refused because something had changed since it was read: the same work, done again from the start, succeeds or says why not. */
const isStaleRead = (error: unknown): boolean => staleCodes.has((error as { code?: string } | null)?.code ?? "");

/**
 * Runs `work` as one unit and commits all that it writes, or nothing. Where something that it read has changed meanwhile, it runs
 * again, a bounded number of times; so it has no effects of its own.
 * @param trail how the audit log names the change; null: it is a trace itself, and not audited
 * @throws conflict where others were faster each time, with Postgres' last refusal as its cause
 */
export async function transact<T>(
  database: Database,
  trail: Trail | null,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  let refusal: unknown;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const unit = new UnitOfWork(database, trail, attempt > maxOptimisticAttempts);
    try {
      const result = await work(unit);
      await unit.commit();
      return result;
    } catch (error) {
      if (!isStaleRead(error)) throw error;
      refusal = error;
    } finally {
      await unit.release();
    }
  }
  const overtaken = conflict("The record was changed by others at the same moment, again and again; try once more.");
  overtaken.cause = refusal;
  throw overtaken;
}
