import { cursorForm } from "../../actions/lists/cursor.js";
import { isDateValue, isNullable, type JsonSchema } from "../json-schema.js";

const day =
  "(?:(?:(?:19|20|21)[0-9]{2}|2200)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:(?:19|20|21)(?:0[48]|[2468][048]|[13579][26])|2000)-02-29)";
const time = "[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?";
const offset = "(?:[Zz]|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?";
const dateValue = `${day}(?:${time}${offset})?`;

const textWithoutNul = "[^\\u0000]*";
/** What `trim` removes. */
const blank = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const patternOf = ({ minLength }: JsonSchema): string =>
  minLength ? `^${textWithoutNul}[^\\u0000${blank}]${textWithoutNul}$` : `^${textWithoutNul}$`;

/**
 * The schema of an action's input with the bounds that every body is checked for beside it: no text has a NUL, a required one isn't
 * blank, a date value is a day that exists, a cursor was returned by this action. Only the OpenAPI document states them: repeated at
 * each field they would lengthen the list of tools.
 */
export function withBounds(action: string, schema: JsonSchema): JsonSchema {
  const bound = bounded(schema) as JsonSchema;
  const { properties } = bound as { properties?: Record<string, JsonSchema> };
  if (!properties?.cursor) return bound;
  const cursor = { ...properties.cursor, type: "string", pattern: cursorForm(action).source };
  return { ...bound, properties: { ...properties, cursor } };
}

function bounded(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(bounded);
  if (typeof part !== "object" || part === null) return part;
  const schema = part as JsonSchema;
  if (isDateValue(schema)) return boundedDate(schema);
  if (schema.type === "string" && !hasChoices(schema) && !schema.pattern)
    return { pattern: patternOf(schema), ...schema };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bounded(value)]));
}

/** Whether only listed values are accepted. A pattern beside them adds nothing, and some generators turn the two into code that doesn't compile. */
const hasChoices = (schema: JsonSchema): boolean => "enum" in schema || "const" in schema;

/** Where null is taken, the empty text is too. */
function boundedDate(schema: JsonSchema): JsonSchema {
  const pattern = isNullable(schema) ? `^(?:${dateValue})?$` : `^${dateValue}$`;
  const anyOf = (schema.anyOf as JsonSchema[]).map((one) => (one.type === "string" ? { ...one, pattern } : one));
  return { ...schema, anyOf };
}
