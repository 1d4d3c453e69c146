import { z } from "zod";
import type { Action } from "./action.js";

export type JsonSchema = Record<string, unknown>;

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** Several clients of MCP can't read a list of types; `anyOf` says the same. */
const withoutTypeLists: Override = ({ jsonSchema }) => {
  const { type } = jsonSchema as { type?: unknown };
  if (!Array.isArray(type)) return;
  delete jsonSchema.type;
  jsonSchema.anyOf = (type as "string"[]).map((each) => ({ type: each }));
};

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: withoutTypeLists });
  return rest;
}

/** The JSON Schema (2020-12) of an action's input, as a caller sends it. */
export const inputJsonSchema = (action: Action): JsonSchema => toJsonSchema(action.input, "input");

/** The JSON Schema (2020-12) of an action's answer: an object with the key `result`, and with `more` where given. */
export const answerJsonSchema = (action: Action, more: z.ZodRawShape = {}): JsonSchema =>
  toJsonSchema(z.object({ result: action.result, ...more }), "output");
