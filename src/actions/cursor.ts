import { ActionError } from "../domain/errors.js";
import { isId } from "../domain/ids.js";

/** The opaque cursor after the record with this id. */
export const encodeCursor = (id: string): string => Buffer.from(id).toString("base64url");

/** The id in a cursor. @throws invalid_input for one that was never returned */
export function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (!isId(id)) {
    throw new ActionError("invalid_input", "cursor: use the nextCursor of the page before", {
      errors: [{ pointer: "/cursor", detail: "is no cursor; use the nextCursor of the page before" }],
    });
  }
  return id;
}
