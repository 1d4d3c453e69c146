import { ActionError } from "../../domain/errors.js";
import { sha256 } from "../../domain/sha256.js";

/**
 * A page as actions give it. Their `cursor` and `nextCursor` are encoded places: the dispatch adds the name of the action for callers, and
 * takes it off.
 */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Where a list goes on: after this record. In a list that is ordered by a time, the record's time tells the place; null: it has none. */
export interface Place {
  time: Date | null;
  id: string;
}

const markChars = 3;
const timeBytes = 8;
const noTime = -1n;
/** The year 9999; Postgres writes later ones in another form. */
const latestMs = 253_402_300_799_999n;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** The opaque place of the page that begins after this one, or after the record with this id: its bytes, in base64url. */
function encode(place: Place | string): string {
  if (typeof place === "string") return bytesOf(place).toString("base64url");
  const bytes = Buffer.alloc(timeBytes);
  bytes.writeBigInt64BE(place.time ? BigInt(place.time.getTime()) : noTime);
  return Buffer.concat([bytes, bytesOf(place.id)]).toString("base64url");
}

/** What an action's cursors begin with. Another list would begin at their place too, and leave out records unsaid. */
const markOf = (action: string): string => Buffer.from(sha256(action), "hex").toString("base64url").slice(0, markChars);

/**
 * The form of an action's cursors: what names it, then the place. That of an id has 22 characters, of which the last has four bits to
 * spare; a time before it takes 10 more.
 */
export const cursorForm = (action: string): RegExp =>
  new RegExp(`^${markOf(action)}[A-Za-z0-9_-]{21}([AQgw]|[A-Za-z0-9_-]{11})$`);

/** The cursor of an action's next page, as callers get it. */
export const cursorOf = (action: string, place: string): string => markOf(action) + place;

/** The place in a cursor that a caller sent. @throws invalid_input for one that this action never returned */
export function placeFrom(action: string, cursor: string): string {
  if (cursorForm(action).test(cursor)) return cursor.slice(markChars);
  throw new ActionError("invalid_input", "cursor: use the nextCursor of the page before", {
    errors: [{ pointer: "/cursor", detail: "is not a cursor; use nextCursor of the previous page" }],
  });
}

/** What an encoded place says; null without one. */
export function decodePlace(encoded: string | undefined): Place | null {
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, "base64url");
  const id = bytes
    .subarray(-16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const ms = bytes.length > 16 ? bytes.readBigInt64BE() : noTime;
  return { time: ms < 0n ? null : new Date(Number(ms > latestMs ? latestMs : ms)), id };
}

/** The id in an encoded place; null without one. */
export const idOfPlace = (encoded: string | undefined): string | null => decodePlace(encoded)?.id ?? null;

/**
 * SQL of the condition that an id comes after that of a place, in a parameter that is null on the first page. Postgres begins at the place
 * in an index also where it has planned without the value, as it can't with `or`.
 */
export const isOlderThan = (parameter: string, id: string): string =>
  `${id} < coalesce(${parameter}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`;
export const isNewerThan = (parameter: string, id: string): string =>
  `${id} > coalesce(${parameter}::uuid, '00000000-0000-0000-0000-000000000000')`;

/**
 * Makes a page of rows that were read with a limit of `limit + 1`: the one row more shows that there is a next page.
 * @param placeOf where the list goes on after a row: by its id alone, unless the list is ordered by a time
 */
export function toPage<T>(rows: readonly T[], limit: number, placeOf: (row: T) => Place | string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encode(placeOf(last)) : null };
}
