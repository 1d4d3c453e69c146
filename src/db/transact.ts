import { conflict } from "../domain/errors.js";
import type { Trail } from "./audit.js";
import type { Database } from "./database.js";
import { codeOf, deadlock } from "./error-code.js";
import { UnitOfWork } from "./unit-of-work.js";
import type { UnitTerms } from "./unit-queries.js";

const maxAttempts = 8;
/** After this many failed attempts, further ones lock the rows that they load. */
const maxOptimisticAttempts = 2;

/** In this order: a changed version, a guard, a foreign key, a unique key, a serialization failure, a deadlock. */
const staleCodes = new Set(["PR409", "PR401", "23503", "23505", "40001", deadlock]);
/**
 * Whether Postgres refused because a row had changed after it was read. The same work, repeated from the start, either
 * succeeds or reports why it can't.
 */
const isStaleRead = (error: unknown): boolean => staleCodes.has(codeOf(error));

/**
 * Runs `work` as one unit, and commits everything that it writes or nothing. If something that it read has changed meanwhile, `work`
 * runs again, a bounded number of times; so it must have no side effects outside the unit.
 * @param trail what the audit log says of the changes; null: they are not audited
 * @param terms what it relies on, and what it may take
 * @throws GuardBroken if what it relies on doesn't hold; the bound's refusal if it would read more; conflict if others were faster every time, with Postgres' last refusal as its cause
 */
export async function transact<T>(
  database: Database,
  trail: Trail | null,
  work: (unit: UnitOfWork) => Promise<T>,
  terms: UnitTerms = {},
): Promise<T> {
  const { guard, group } = terms;
  let refusal: unknown;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    // Without a connection in hand: it may be what another unit waits for. Anew, since what it relies on may be what has changed.
    if (attempt > 1) await guard?.anew().prove(group ? database.quickReads.of(group) : database);
    const unit = new UnitOfWork(database, trail, { ...terms, isLocking: attempt > maxOptimisticAttempts });
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
