import pino from "pino";
import { createActivities } from "../../src/activities/index.js";
import { importList } from "../../src/activities/price-lists/import-list.js";
import { loadConfig } from "../../src/config.js";
import type { ImportPriceBookInput } from "../../src/contracts/import-price-book.js";
import { Database } from "../../src/db/database.js";
import { Files } from "../../src/files/files.js";

/** The product's activities over a test's database, which log nothing. */
export const activitiesOver = (database: Database, config = loadConfig({})) =>
  createActivities({ config, database, log: pino({ level: "silent" }) });

/**
 * The same, but that price lists are read in this thread: one of its own for each loads the product anew, at more than a second of a CPU.
 * The tests of the activity have it.
 */
export const activitiesWithoutListThreads: typeof activitiesOver = (database, config = loadConfig({})) => ({
  ...activitiesOver(database, config),
  async importPriceList(input: ImportPriceBookInput) {
    const session = await Database.open(database.url, 1, 0);
    try {
      const outcome = await importList({ database, session, files: new Files(database, config) }, input);
      if (outcome === "later") throw new Error("it gave way");
      return { outcome };
    } finally {
      await session.close();
    }
  },
});
