import { poolOf } from "../db/data-source.js";
import { horizonEnd, orderAll, orderLate, orderUnmarked, watchedKinds } from "../db/watched.js";
import type { Dependencies } from "./dependencies.js";

const batch = 1_000;

export const createSweepActivities = (deps: Dependencies) => ({
  /** Orders a watcher for whatever has come within the horizon and has none, and for what should have been dealt with long ago. */
  async orderWatchers(): Promise<{ ordered: number }> {
    const pool = poolOf(deps.dataSource);
    let ordered = 0;
    for (const kind of watchedKinds) {
      for (let more = kind.mark !== null; more; ) {
        const { rowCount } = await pool.query(orderUnmarked(kind, kind.mark as string), [horizonEnd(), batch]);
        ordered += rowCount ?? 0;
        more = rowCount === batch;
      }
      if (kind.isLate) ordered += (await pool.query(orderLate(kind, kind.isLate), [horizonEnd()])).rowCount ?? 0;
    }
    if (ordered > 0) deps.log.info({ ordered }, "watchers ordered");
    return { ordered };
  },

  /** Orders a watcher for every row that should have one: the answer to a Temporal that knows nothing any more. */
  async orderAllWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (const kind of watchedKinds)
      ordered += (await poolOf(deps.dataSource).query(orderAll(kind), [horizonEnd()])).rowCount ?? 0;
    deps.log.info({ ordered }, "Temporal was empty: all watchers ordered");
    return { ordered };
  },
});
