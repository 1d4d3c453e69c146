import { notifyOfEndingKeys } from "../accounts/keys/key-notices.js";
import { forgetDeletions } from "../db/deletions/forget.js";
import { orderAllWatchers, orderDueWatchers } from "../db/watchers/order-watchers.js";
import { watchedKinds } from "../db/watchers/watched-kinds.js";
import type { Shared } from "./dependencies.js";
import { removeOldFiles } from "./old-files.js";

export const createSweepActivities = ({ database, files, log }: Shared) => ({
  /** Orders watchers for rows that have come within the horizon and have none, and for rows that should have been handled long ago. */
  async orderWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (const kind of watchedKinds) ordered += await orderDueWatchers(database, kind);
    if (ordered > 0) log.info({ ordered }, "watchers ordered");
    return { ordered };
  },

  /**
   * Removes what was deleted so long ago that it can't be restored any more, files that were to stay for a day, and the bytes of what has
   * no file; of very many, the others next time.
   */
  async forgetDeletions(): Promise<{ forgotten: number; failed: number }> {
    const forgotten = await forgetDeletions(database);
    if (forgotten > 0) log.info({ forgotten }, "old deletions forgotten");
    // After it, since what it forgets may leave bytes.
    const { removed, failed } = await removeOldFiles(database, files, log);
    if (removed > 0) log.info({ removed }, "bytes without a file removed");
    return { forgotten, failed };
  },

  /** Orders a watcher for every row that should have one, after Temporal has lost its database or ours was restored. */
  async orderAllWatchers(): Promise<{ ordered: number }> {
    let ordered = 0;
    for (const kind of watchedKinds) ordered += await orderAllWatchers(database, kind);
    log.info({ ordered }, "all watchers ordered");
    return { ordered };
  },

  /**
   * Orders the mails about API keys that end soon, each once.
   * @param at the workflow's time, epoch ms
   */
  async tellOfEndingKeys({ at }: { at: number }): Promise<{ told: number; failed: number }> {
    return notifyOfEndingKeys(database, log, new Date(at));
  },
});
