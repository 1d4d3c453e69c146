import { surely } from "../domain/withdrawn.js";

/** The condition, in SQL, of messages that failed, without those that were withdrawn: nothing is wrong with these. */
export const failedMessage = `status = 'failed' and coalesce(error, '') not like '${surely}%'`;
