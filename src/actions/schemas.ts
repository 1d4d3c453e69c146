import { z } from "zod";
import { isDateValue } from "../domain/time.js";

const notBlank = (value: string) => value.trim().length > 0;
const dateWords = "an ISO 8601 date or date-time, or epoch milliseconds";

/** A name or title: not blank, stored trimmed. */
export const name = (description: string) => z.string().trim().min(1, "must not be blank").describe(description);

/** A text that must say something; kept as sent. */
export const requiredText = (description: string) =>
  z
    .string()
    .min(1, { error: "must not be blank", abort: true })
    .refine(notBlank, "must not be blank")
    .describe(description);

/** Optional text; "" clears it. */
export const text = (description: string) => z.string().describe(description).optional();

/** The id of a record. */
export const id = (description: string) => z.string().describe(description);

/** A required date value. */
export const date = (description: string) =>
  z
    .union([z.string(), z.number()])
    .refine(isDateValue, `must be ${dateWords}`)
    .describe(`${description} (${dateWords})`);

/** An optional date value; "" and null clear it. */
export const optionalDate = (description: string) =>
  z
    .union([z.string(), z.number(), z.null()])
    .refine((value) => value === null || value === "" || isDateValue(value), `must be ${dateWords}`)
    .describe(`${description} (${dateWords}; null clears)`)
    .optional();

/** Within what JSON carries exactly. */
export const integer = (description: string) =>
  z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).describe(description);

/** A quantity, price or rate. Beyond 10^12 no building is priced, and decimals stay exact below. */
export const number = (description: string) => z.number().min(-1e12).max(1e12).describe(description);

/** The fields by which a list is read on. */
export const paging = {
  limit: integer("how many at most; brought into 1–200").default(50),
  cursor: z.string().describe("the nextCursor of the page before").optional(),
};

export const clampLimit = (limit: number): number => Math.min(200, Math.max(1, limit));

/** "" clears an optional text or reference: it is stored as null; absent stays absent. */
export const emptyToNull = <V extends string | undefined>(
  value: V,
): V extends string ? string | null : string | null | undefined => (value === "" ? null : value) as never;
