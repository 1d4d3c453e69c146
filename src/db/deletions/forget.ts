import { keptDeletionDays } from "../../domain/deletions.js";
import type { Queries } from "../database.js";

/** A price book is a hundred thousand rows, so each statement takes a few deletions. */
const perStatement = 20;
const maxStatements = 200;

/** Removes deletions that can't be undone any more, the oldest first; not more than 4,000 at a time. @returns how many */
export async function forgetDeletions(queries: Queries): Promise<number> {
  let forgotten = 0;
  for (let n = 0; n < maxStatements; n++) {
    const gone = await queries.query(
      `delete from deletion where (organization_id, id) in (select organization_id, id from deletion
         where deleted_at <= now() - make_interval(hours => ${24 * keptDeletionDays}) order by deleted_at limit ${perStatement}) returning id`,
    );
    forgotten += gone.length;
    if (gone.length < perStatement) break;
  }
  return forgotten;
}
