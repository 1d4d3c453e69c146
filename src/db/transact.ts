import { conflict } from "../domain/errors.js";
import type { Trail } from "./audit.js";
import type { Database } from "./database.js";
import { codeOf } from "./error-code.js";
import type { Guard } from "./guard.js";
import type { ReadingBound } from "./reading.js";
import { UnitOfWork } from "./unit-of-work.js";

const maxAttempts = 8;
/** After this many failed attempts, further ones lock the rows that they load. */
const maxOptimisticAttempts = 2;

/** In this order: a changed version, a guard, a foreign key, a unique key, a serialization failure, a deadlock. */
const staleCodes = new Set(["PR409", "PR401", "23503", "23505", "40001", "40P01"]);
/**
 * Whether Postgres refused because a row had changed after it was read. The same work, repeated from the start, either
 * succeeds or reports why it can't.
 */
const isStaleRead = (error: unknown): boolean => staleCodes.has(codeOf(error));

interface TransactOptions {
  /** how much it may read; unset: anything */
  bound?: ReadingBound | undefined;
  /** what it relies on beside its records */
  guard?: Guard | null | undefined;
  /** the organization whose share of the connections it takes; unset: that has no limit */
  group?: string | null;
}

/**
 * Runs `work` as one unit, and commits everything that it writes or nothing. If something that it read has changed meanwhile, `work`
 * runs again, a bounded number of times; so it must have no side effects outside the unit.
 * @param trail what the audit log says of the changes; null: they are not audited
 * @throws GuardBroken if that doesn't hold; the bound's refusal if it would read more; conflict if others were faster every time, with Postgres' last refusal as its cause
 */
export async function transact<T>(
  database: Database,
  trail: Trail | null,
  work: (unit: UnitOfWork) => Promise<T>,
  { bound, guard = null, group = null }: TransactOptions = {},
): Promise<T> {
  let refusal: unknown;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    // Without a connection in hand: it may be what another unit waits for.
    if (attempt > 1) await guard?.prove(group === null ? database : database.quickReads.of(group));
    const unit = new UnitOfWork(database, trail, attempt > maxOptimisticAttempts, bound, guard, group);
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
  const error = conflict("Others keep changing this record at the same moment; try again.");
  error.cause = refusal;
  throw error;
}
