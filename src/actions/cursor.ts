import { ActionError } from "../domain/errors.js";

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** The opaque cursor of the page that begins after the record with this id: its 16 bytes, in base64url. */
const encodeCursor = (id: string): string => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
/** The form of every cursor; the last of 22 characters has four bits to spare. */
export const cursorForm = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** The id in a cursor; null without one. @throws invalid_input for a cursor that was never returned */
export function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!cursorForm.test(cursor)) {
    throw new ActionError("invalid_input", "cursor: use the nextCursor of the page before", {
      errors: [{ pointer: "/cursor", detail: "is not a cursor; use the nextCursor of the page before" }],
    });
  }
  return Buffer.from(cursor, "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Makes a page of rows that were read with a limit of `limit + 1`: the one row more shows that there is a next page. */
export function toPage<T>(rows: readonly T[], limit: number, idOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(idOf(last)) : null };
}
