import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config.js";
import type { ImportPriceBookInput } from "../../contracts/import-price-book.js";
import { Database } from "../../db/database.js";
import { Files } from "../../files/files.js";
import { lowerPriority } from "../../lower-priority.js";
import { importList } from "./import-list.js";

export interface ThreadData {
  config: Config;
  databaseUrl: string;
  input: ImportPriceBookInput;
}

lowerPriority();

const { config, databaseUrl, input } = workerData as ThreadData;
const database = await Database.open(databaseUrl, 2);
/** No limit of time: what takes long is one statement of many entries, and the activity's own limit holds. */
const session = await Database.open(databaseUrl, 1, 0);
try {
  const end = await importList({ database, session, files: new Files(database, config) }, input);
  parentPort?.postMessage(end);
} finally {
  await session.close();
  await database.close();
}
