import { z } from "zod";
import type { Action } from "../actions/action.js";

export type JsonSchema = Record<string, unknown>;

/** The JSON Schema (2020-12) of a request (input) or an answer (output). */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return simplify(rest) as JsonSchema;
}

/**
 * Rewrites what some MCP clients can't read: a list of types becomes `anyOf`, and a nullable field's description moves to the field
 * itself.
 */
function simplify(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(simplify);
  if (typeof part !== "object" || part === null) return part;
  const { type, ...others } = part as JsonSchema;
  const schema: JsonSchema = Array.isArray(type)
    ? { ...others, anyOf: type.map((name) => ({ type: name })) }
    : { ...part };
  for (const [key, value] of Object.entries(schema)) schema[key] = simplify(value);
  const [first, second, ...more] = (Array.isArray(schema.anyOf) ? schema.anyOf : []) as JsonSchema[];
  if (first && second?.type === "null" && more.length === 0 && !schema.description && first.description) {
    const { description, ...inner } = first;
    return { ...schema, description, anyOf: [inner, second] };
  }
  return schema;
}

/** The JSON Schema (2020-12) of an action's input, as a caller sends it. */
export function inputJsonSchema({ input, effect }: Action): JsonSchema {
  const schema = jsonSchemaOf(input, "input");
  if (effect !== "update") return schema;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return { ...schema, properties: Object.fromEntries(fields.map(([name, field]) => [name, withClearing(field)])) };
}

/** Only an update can clear a date: a new record has none, and a filter only looks for them. */
const withClearing = (field: JsonSchema): JsonSchema =>
  isDateValue(field) && isNullable(field) ? { ...field, description: `${field.description}; null clears it` } : field;

const typesOf = ({ anyOf }: JsonSchema): unknown[] =>
  Array.isArray(anyOf) ? (anyOf as JsonSchema[]).map(({ type }) => type) : [];
/** Whether a field takes a date value: a text or a number. */
export const isDateValue = (schema: JsonSchema): boolean => typesOf(schema).slice(0, 2).join() === "string,number";
/** Whether a field also takes null. */
export const isNullable = (schema: JsonSchema): boolean => typesOf(schema).includes("null");

/** The JSON Schema (2020-12) of an action's answer: an object with the key `result`. */
export const answerJsonSchema = (action: Action): JsonSchema =>
  jsonSchemaOf(z.object({ result: action.result }), "output");
