import type { Queries } from "../../db/database.js";
import type { Caller } from "../../domain/permissions.js";
import { callerByConnection } from "./app-callers.js";
import { callerByKey } from "./key-callers.js";

/** Who made a link, or began to send a file or to have one read: the caller as if by the same key or connection now. Null if that has ended. */
export const callerNow = (
  queries: Queries,
  { keyId, connectionId }: Pick<Caller, "keyId" | "connectionId">,
): Promise<Caller | null> => (keyId === null ? callerByConnection(queries, connectionId) : callerByKey(queries, keyId));
