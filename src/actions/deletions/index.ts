import { listDeleted } from "./list-deleted.js";
import { purgeDeleted } from "./purge-deleted.js";
import { restoreRecord } from "./restore-record.js";

export const deletionActions = [listDeleted, restoreRecord, purgeDeleted] as const;
