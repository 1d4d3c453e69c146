import { z } from "zod";
import { isDateValue } from "../domain/time.js";

const notBlank = (value: string) => value.trim().length > 0;
const dateFormat = "an ISO 8601 date or date-time, or epoch milliseconds";

/** A name or title: not blank, stored trimmed. */
export const name = (description: string) => z.string().trim().min(1, "must not be blank").describe(description);

/** A text that must not be blank; stored as sent. */
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
    .refine(isDateValue, `must be ${dateFormat}`)
    .describe(`${description} (${dateFormat})`);

/** An optional date value; "" and null clear it. */
export const optionalDate = (description: string) =>
  z
    .union([z.string(), z.number(), z.null()])
    .refine((value) => value === null || value === "" || isDateValue(value), `must be ${dateFormat}`)
    .describe(`${description} (${dateFormat}; null clears)`)
    .optional();

/** An integer in the range that JSON numbers represent exactly. */
export const integer = (description: string) =>
  z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).describe(description);

/** A quantity, price or rate: at most 10^12, which is more than any building costs, and below which decimals stay exact. */
export const number = (description: string) => z.number().min(-1e12).max(1e12).describe(description);

/** The fields for reading a list page by page. */
export const paging = {
  limit: integer("how many at most; brought into 1–200").default(50),
  cursor: z.string().describe("the nextCursor of the page before").optional(),
};

/** Brings a limit into the range from 1 to 200. */
export const clampLimit = (limit: number): number => Math.min(200, Math.max(1, limit));

/** Turns "", which clears an optional text or reference, into the null that is stored. Undefined stays undefined. */
export const emptyToNull = <V extends string | undefined>(
  value: V,
): V extends string ? string | null : string | null | undefined => (value === "" ? null : value) as never;
