import type pg from "pg";
import type { Actor } from "../db/audit.js";
import { inOneChange, type OneChange } from "../db/one-change.js";
import { notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";

/** Runs one command's work on an organization, with its audit event, in one transaction. */
export function inCommand<T>(
  pool: pg.Pool,
  action: string,
  organizationId: string,
  work: (change: OneChange) => Promise<T>,
): Promise<T> {
  const shell: Actor = { organizationId, userId: null, keyId: null, via: "admin", client: null };
  return inOneChange(pool, action, shell, work);
}

/** @throws not_found, naming the option, where a text isn't an id at all */
export function checkedId(option: string, id: string): string {
  if (!isId(id)) throw notFound(option, id);
  return id.toLowerCase();
}
