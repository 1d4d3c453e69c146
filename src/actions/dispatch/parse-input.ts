import { z } from "zod";
import { invalidInput, maxViolations, type Violation } from "../../domain/errors.js";
import { jsonPointer } from "../../domain/json-pointer.js";
import type { Action } from "../action.js";
import { elsewhere, formulaFields } from "../schemas.js";
import { checkJson } from "./check-json.js";

/** With more values, finding all faults may keep other requests waiting too long. */
const maxValuesHere = 10_000;
/** With more values, collecting all faults would take a second and hundreds of megabytes. */
const maxValuesReportedInFull = 200_000;

/**
 * Parses an action's input.
 * @param tooMuchHere makes the error for a body with very many values, where other requests wait; unset: none do
 * @throws invalid_input with the first 100 violations and the number of the others; if the body has too many values to report all of them,
 *   only with those found first
 */
export function parseInput(action: Action, body: unknown, tooMuchHere?: () => Error): unknown {
  const found = checkJson(body);
  if (tooMuchHere && found.values > maxValuesHere) throw tooMuchHere();
  const context = { async: false, abortEarly: found.values > maxValuesReportedInFull };
  // Like `safeParse`, which however formats every issue first: a single issue with a million unknown keys becomes a text of 25 MB.
  const parsed = action.input._zod.run({ value: body, issues: [] }, context);
  if (parsed instanceof Promise) throw new z.core.$ZodAsyncError();
  if (parsed.issues.length === 0 && found.count === 0) return parsed.value;
  const errors = [...found.errors];
  let count = found.count;
  for (const issue of parsed.issues) {
    const keys = issue.code === "unrecognized_keys" ? (issue.keys as string[]) : null;
    count += keys?.length ?? 1;
    const room = maxViolations - errors.length;
    if (room > 0) errors.push(...(keys ? unknownKeys(issue, keys.slice(0, room)) : [violation(issue, context)]));
  }
  throw invalidInput(errors, count);
}

/** Names the allowed properties: a caller who mistyped a name needs the right one. */
function unknownKeys({ path = [], inst }: z.core.$ZodRawIssue, keys: string[]): Violation[] {
  const known = knownKeys(inst);
  const detail = `is not a property here${known.length > 0 ? `; these are: ${known.join(", ")}` : ""}`;
  const hints = inst instanceof z.ZodType ? elsewhere.get(inst) : undefined;
  const hint = (key: string) => (hints && Object.hasOwn(hints, key) ? `; ${hints[key]}` : "");
  return keys.map((key) => ({ pointer: jsonPointer([...path, key]), detail: `${detail}${hint(key)}` }));
}

/** The names of an object's properties; none where its schema doesn't say. */
function knownKeys(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return schema.keyType.options.map(String);
  return [];
}

function violation(issue: z.core.$ZodRawIssue, context: z.core.ParseContextInternal): Violation {
  // `finalizeIssue` deletes these.
  const { input, inst } = issue;
  const { path, message } = z.core.util.finalizeIssue(issue, context, z.core.config());
  const pointer = jsonPointer(path);
  if (input === undefined) return { pointer, detail: missing(message) };
  const isTextForNumber = issue.code === "invalid_type" && issue.expected === "number" && typeof input === "string";
  return { pointer, detail: isTextForNumber ? `${message}; ${inWhatForm(input, inst)}` : message };
}

/** Drops "received undefined", which only programmers understand; naming what is expected is enough. */
const missing = (message: string): string =>
  `is missing; ${message.replace(/^Invalid \w+: /, "").replace(/, received undefined$/, "")}`;

/** How a number is written for which a text came: one as Italians write it, a formula, or a number in quotes. */
function inWhatForm(text: string, schema: unknown): string {
  const value = numberIn(text);
  const form =
    value === null ? "a number without quotes, with a point before its decimals" : `${value}, without quotes`;
  const formula = schema instanceof z.ZodType ? formulaFields.get(schema)?.field : undefined;
  return `write ${form}${formula ? `; a formula goes into ${formula}` : ""}`;
}

/** The only number that a text can mean; null if it is ambiguous, such as 1.234, which may be a thousand or one. */
function numberIn(text: string): number | null {
  const written = text.trim();
  if (/^-?\d{1,3}(\.\d{3}){1,4},\d{1,4}$/.test(written)) return Number(written.replaceAll(".", "").replace(",", "."));
  const isPlain = /^-?\d{1,12}([.,]\d{1,4})?$/.test(written) && !/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(written);
  return isPlain ? Number(written.replace(",", ".")) : null;
}
