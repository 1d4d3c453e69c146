import { conflict } from "../domain/errors.js";
import type { Trail } from "./audit.js";
import type { Database } from "./database.js";
import { UnitOfWork } from "./unit-of-work.js";

const maxAttempts = 8;
/** After this many failed attempts, further ones lock the rows that they load. */
const maxOptimisticAttempts = 2;

/** In this order: a changed version, a foreign key, a unique key, a serialization failure, a deadlock. */
const staleCodes = new Set(["PR409", "23503", "23505", "40001", "40P01"]);
/**
 * Whether Postgres refused because a row had changed after it was read. The same work, repeated from the start, either
 * succeeds or reports why it can't.
 */
const isStaleRead = (error: unknown): boolean => staleCodes.has((error as { code?: string } | null)?.code ?? "");

/**
 * Runs `work` as one unit, and commits everything that it writes or nothing. If something that it read has changed meanwhile, `work`
 * runs again, a bounded number of times; so it must have no side effects outside the unit.
 * @param trail what the audit log says of the changes; null: they are not audited
 * @param maxCharacters how many it may read; unset: any number
 * @throws TooMuchHere if it would read more; conflict if others were faster every time, with Postgres' last refusal as its cause
 */
export async function transact<T>(
  database: Database,
  trail: Trail | null,
  work: (unit: UnitOfWork) => Promise<T>,
  maxCharacters?: number,
): Promise<T> {
  let refusal: unknown;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const unit = new UnitOfWork(database, trail, attempt > maxOptimisticAttempts, maxCharacters);
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
  const error = conflict("The record was changed by others at the same moment, again and again; try once more.");
  error.cause = refusal;
  throw error;
}
