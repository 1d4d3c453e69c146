import type { Logger } from "pino";
import { isUnreachable } from "./unreachable.js";

/**
 * Does a sweep's work for each row. One that fails is logged and left to the next sweep: it may be one organization's, and must not keep
 * the others waiting.
 * @param what is done, in words, for the log
 * @param mostFailures after this many in a row the rest is left as well; unset: no limit
 * @returns how many failed
 * @throws if the database is out of reach: then all would fail
 */
export async function eachByItself<Row extends { organizationId: string; id: string }>(
  log: Logger,
  what: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  mostFailures = Number.POSITIVE_INFINITY,
): Promise<number> {
  let failed = 0;
  let inRow = 0;
  for (const row of rows) {
    if (inRow >= mostFailures) break;
    try {
      await work(row);
      inRow = 0;
    } catch (err) {
      if (isUnreachable(err)) throw err;
      failed++;
      inRow++;
      const { organizationId, id } = row;
      log.error({ err, organizationId, id }, `${what} failed; the next sweep tries again`);
    }
  }
  return failed;
}
