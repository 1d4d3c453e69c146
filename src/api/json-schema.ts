import { z } from "zod";
import type { Action } from "../actions/action.js";

export type JsonSchema = Record<string, unknown>;

/** The JSON Schema (2020-12) of what is sent (input) or returned (output). */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return plainly(rest) as JsonSchema;
}

/** Says otherwise what some clients of MCP can't read: a list of types as `anyOf`, a nullable field's description at the field itself. */
function plainly(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plainly);
  if (typeof part !== "object" || part === null) return part;
  const { type, ...others } = part as JsonSchema;
  const schema: JsonSchema = Array.isArray(type)
    ? { ...others, anyOf: type.map((each) => ({ type: each })) }
    : { ...part };
  for (const [key, value] of Object.entries(schema)) schema[key] = plainly(value);
  const [first, second, ...more] = (Array.isArray(schema.anyOf) ? schema.anyOf : []) as JsonSchema[];
  if (first && second?.type === "null" && more.length === 0 && !schema.description && first.description) {
    const { description, ...inner } = first;
    return { ...schema, description, anyOf: [inner, second] };
  }
  return schema;
}

/** The JSON Schema (2020-12) of an action's input, as a caller sends it. */
export const inputJsonSchema = (action: Action): JsonSchema => jsonSchemaOf(action.input, "input");

/** The JSON Schema (2020-12) of an action's answer: an object with the key `result`. */
export const answerJsonSchema = (action: Action): JsonSchema =>
  jsonSchemaOf(z.object({ result: action.result }), "output");
