import { decodeWords } from "postal-mime";
import { hourMs, minuteMs } from "../../domain/calendar/durations.js";
import { singleSpaced } from "../../domain/text/normalized.js";
import { shortened } from "../../domain/text/shortened.js";
import { visible } from "../../domain/text/visible-text.js";
import { restoreWindows1252 } from "../windows-1252.js";
import { decodeCharset } from "./charset.js";

/** The fields of a header by their names in lower case, unfolded and otherwise as they stand. */
export type HeaderFields = Map<string, string[]>;

const maxFields = 5000;

/** Lines that are no field are left out. */
export function headerFields(bytes: Buffer): HeaderFields {
  const fields: HeaderFields = new Map();
  let name = "";
  let lines: string[] = [];
  let count = 0;
  const keep = (): void => {
    if (name === "" || count >= maxFields) return;
    count += 1;
    fields.set(name, [...(fields.get(name) ?? []).slice(0, 500), lines.join("").trim()]);
  };
  for (const line of decodeCharset(bytes, "utf-8").text.split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line)) {
      lines.push(` ${line.slice(1)}`);
      continue;
    }
    const colon = line.indexOf(":");
    const candidate = line.slice(0, Math.max(colon, 0)).trimEnd();
    if (!/^[!-9;-~]{1,100}$/.test(candidate)) continue;
    keep();
    name = candidate.toLowerCase();
    lines = [line.slice(colon + 1)];
  }
  keep();
  return fields;
}

export const firstField = (fields: HeaderFields, name: string): string => fields.get(name)?.[0] ?? "";

/** A header's text as a reader sees it, on one line. */
export const headerText = (value: string, maxLength = 1000): string =>
  shortened(singleSpaced(visible(restoreWindows1252(decodeWords(value.slice(0, maxLength * 12))))), maxLength);

const maxIds = 200;

/**
 * All Message-IDs in a field, with their angle brackets, in order; of more than 200 the first and the last 199. Programs break
 * long ones over two lines, and some leave the brackets out.
 */
export function messageIds(values: string[] | undefined): string[] {
  const text = (values ?? []).join(" ").slice(0, 500_000);
  let found = Array.from(text.matchAll(/<([^<>]{1,998})>/g), ([, id = ""]) => id.replace(/\s+/g, ""));
  if (found.length === 0) found = text.split(/[\s,;<>]+/).filter((word) => /^[^@]{1,500}@[^@]{1,400}$/.test(word));
  const ids = [...new Set(found.filter((id) => /^[!-~]+$/.test(id)))].map((id) => `<${id}>`);
  return ids.length > maxIds ? [...ids.slice(0, 1), ...ids.slice(1 - maxIds)] : ids;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dateTime =
  /(\d{1,2})[ -]+([a-z]{3})[a-z]*[ -]+(\d{2,4})[ ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([+-]\d{4}|[a-z]{1,5})?/i;

/** Hours from UTC of the zones that have names: those of RFC 5322 (section 4.3), and of central Europe, as web mailers write them. */
const zones: Record<string, number> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  MET: 1,
  MEST: 2,
};

/**
 * The time of a `Date` header, taken for UTC where its zone isn't known; null where it can't be read, or is before 1990 or more than two
 * days ahead of `now`.
 */
export function headerDate(value: string, now: Date): Date | null {
  const [, day, month = "", year, hour, minute, second = "0", zone = ""] = dateTime.exec(value.slice(0, 200)) ?? [];
  const monthAt = months.indexOf(month.toLowerCase());
  if (monthAt < 0) return null;
  const fullYear = Number(year) + (Number(year) < 100 ? 2000 : 0);
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offsetMs = sign
    ? (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
    : (zones[zone.toUpperCase()] ?? 0) * hourMs;
  const at = Date.UTC(fullYear, monthAt, Number(day), Number(hour), Number(minute), Number(second)) - offsetMs;
  const isSane = at >= Date.UTC(1990, 0) && at <= now.getTime() + 48 * hourMs;
  return isSane ? new Date(at) : null;
}
