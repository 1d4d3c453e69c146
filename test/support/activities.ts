import pino from "pino";
import { createActivities } from "../../src/activities/index.js";
import { loadConfig } from "../../src/config.js";
import type { Database } from "../../src/db/database.js";

/** The product's activities over a test's database, which log nothing. */
export const activitiesOver = (database: Database, config = loadConfig({})) =>
  createActivities({ config, database, log: pino({ level: "silent" }) });
