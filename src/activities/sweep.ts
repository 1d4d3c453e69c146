import { watchedKinds } from "../db/watched.js";
import { orderAllWatchers, orderDueWatchers } from "../db/watchers.js";
import type { Dependencies } from "./dependencies.js";

export const createSweepActivities = ({ database, log }: Dependencies) => ({
  /** Orders a watcher for whatever has come within the horizon and has none, and for what should have been dealt with long ago. */
  async orderWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (const kind of watchedKinds) ordered += await orderDueWatchers(database, kind);
    if (ordered > 0) log.info({ ordered }, "watchers ordered");
    return { ordered };
  },

  /** Orders a watcher for every row that should have one: the answer to a Temporal that knows nothing any more. */
  async orderAllWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (const kind of watchedKinds) ordered += await orderAllWatchers(database, kind);
    log.info({ ordered }, "Temporal was empty: all watchers ordered");
    return { ordered };
  },
});
