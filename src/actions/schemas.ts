import { z } from "zod";
import { dateFault, firstDateMs, isDateValue, lastDateMs } from "../domain/calendar/date-value.js";
import { maxNumber } from "../domain/number-limits.js";
import { isBlank } from "../domain/text/blank.js";
import { hasAtMost, maxCharacters, type TextKind } from "../domain/text/text-limits.js";

const notBlank = "must not be blank";
/** Of an empty text one fault is enough. */
const notEmpty = { error: notBlank, abort: true };

/** Refuses a text of which a reader sees nothing. */
const seen = (text: z.ZodString) => text.min(1, notEmpty).refine((value) => !isBlank(value), notBlank);

/** Hints for properties that callers expect in an object and that stand elsewhere: by property, the sentence that the refusal adds. */
export const elsewhere = z.registry<Readonly<Record<string, string>>>();

/** The field beside a number's that takes a formula. */
export const formulaFields = z.registry<{ field: string }>();

/** Bounds a text by its kind, for its readers and in its JSON Schema. */
const bounded = (text: z.ZodString, kind: TextKind, description: string) => {
  const maxLength = maxCharacters[kind];
  return text
    .refine((value) => hasAtMost(value, maxLength), `must have at most ${maxLength.toLocaleString("en")} characters`)
    .meta({ maxLength, description });
};

/** A text of a kind; in an optional field "" clears it. */
const textOf = (kind: TextKind) => (description: string) => bounded(z.string(), kind, description);
/** A text of a kind that must not be blank; stored as sent. */
const requiredTextOf = (kind: TextKind) => (description: string) => bounded(seen(z.string()), kind, description);

/** A name or title: not blank, stored trimmed. */
export const name = (description: string) => bounded(seen(z.string().trim()), "name", description);

/** A name that may be cleared with "", or a number that an authority gave: stored trimmed, as names are. */
export const label = (description: string) => bounded(z.string().trim(), "name", description);

/** A code, unit, address or other text of one line; stored as sent. */
export const words = textOf("name");
export const requiredWords = requiredTextOf("name");
export const shortNote = textOf("shortNote");
/** A description, notes, a summary or instructions. */
export const note = textOf("note");
export const requiredNote = requiredTextOf("note");
/** How texts are written that become a PDF or a mail. */
export const markdown = "Markdown (CommonMark with tables; no HTML, no images)";
/** The text of a document or message. */
export const body = textOf("body");
export const requiredBody = requiredTextOf("body");
/** The id of a record. */
export const id = textOf("id");

/** The form of a date bounds it already; this tells the readers of the schema. */
const dateText = z.string().meta({ maxLength: 40 });
const epochMs = z.number().meta({ minimum: firstDateMs, maximum: lastDateMs });

const fault = { error: ({ input }: { input?: unknown }) => dateFault(input) };

/** Short, since models read it in each schema. */
const dateForms = "ISO 8601 or epoch milliseconds";

/** A required date value. */
export const date = (description: string) =>
  z.union([dateText, epochMs], fault).refine(isDateValue, fault).describe(`${description} (${dateForms})`);

/** An optional date value. "" and null clear it in updates, whose JSON Schema says so, and are as if absent elsewhere. */
export const optionalDate = (description: string) =>
  z
    .union([dateText, epochMs, z.null()], fault)
    .refine((value) => value === null || value === "" || isDateValue(value), fault)
    .describe(`${description} (${dateForms})`)
    .optional();

/** An integer in the range that JSON numbers represent exactly. */
export const integer = (description: string) => z.int().describe(description);

/** A quantity, price or rate. */
export const number = (description: string) => z.number().min(-maxNumber).max(maxNumber).describe(description);

/** A share or rate. */
export const percent = (description: string) => z.number().min(0).max(100).describe(description);

/** How much of each record a list gives. */
export const view = z
  .enum(["summary", "full"])
  .describe("summary: long fields cut short (…) or left out; full: whole records")
  .default("summary");

/** The fields for reading a list page by page. */
export const paging = {
  limit: integer("at most, 1–200").default(50),
  cursor: id("nextCursor of the previous page").optional(),
};

/** Brings a limit into the range from 1 to 200. */
export const clampLimit = (limit: number): number => Math.min(200, Math.max(1, limit));

/** Turns "", which clears an optional text or reference, into the null that is stored. Undefined stays undefined. */
export const emptyToNull = <V extends string | undefined>(
  value: V,
): V extends string ? string | null : string | null | undefined => (value === "" ? null : value) as never;

/** The id that is stored of a record which `loadOptional` gives: null for none, and undefined stays undefined. */
export const idOf = (record: { id: string } | null | undefined): string | null | undefined =>
  record === undefined ? undefined : (record?.id ?? null);
