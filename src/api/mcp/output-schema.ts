import type { Action } from "../../actions/action.js";
import { answerJsonSchema, type JsonSchema } from "../json-schema.js";

/** What a model reads of the answers' form costs it tokens for every tool; REST's description has it whole. */
const leftOut = new Set([
  // A client that keeps the list for a while must not refuse answers that have a field more since.
  "additionalProperties",
  "required",
  "format",
  // The answer shows the value, the input schemas say which others there are.
  "enum",
]);

const isRecord = (schema: JsonSchema): boolean =>
  typeof schema.properties === "object" && schema.properties !== null && "id" in schema.properties;

/**
 * The output schema of an action's tool: an object with the answer under `result`, and `cut` where it was shortened. In short: every
 * field of the record that it is about by name and type; records within it, which have tools of their own, only as objects.
 */
export function outputSchemaOf(action: Action): JsonSchema {
  const { properties } = answerJsonSchema(action) as { properties: { result: JsonSchema } };
  const result = briefly(properties.result, false);
  return { type: "object", properties: { result, cut: { type: "string" } }, required: ["result"] };
}

function briefly(schema: JsonSchema, within: boolean): JsonSchema {
  if (within && isRecord(schema)) return { type: "object" };
  const inside = within || isRecord(schema);
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    return typeof value === "object" && value !== null ? briefly(value as JsonSchema, inside) : value;
  };
  const kept = Object.entries(schema).filter(([keyword]) => !leftOut.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === "properties"
        ? Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, part(field)]))
        : part(value),
    ]),
  );
}
