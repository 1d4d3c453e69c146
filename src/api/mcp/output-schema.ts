import type { Action } from "../../actions/action.js";
import { answerJsonSchema, type JsonSchema } from "../json-schema.js";

/** Keywords left out, since models pay tokens for every tool's schema. The OpenAPI document has the full schemas. */
const leftOut = new Set([
  // A client that caches the list must not refuse answers with a field that was added since.
  "additionalProperties",
  "required",
  "format",
  "default",
  // The answer shows the value; the input schemas list all values.
  "enum",
  // The input schemas and the tool say what is needed before a call; an answer is read with its values.
  "description",
]);

const isRecord = (schema: JsonSchema): boolean =>
  typeof schema.properties === "object" &&
  schema.properties !== null &&
  ("id" in schema.properties || "linkId" in schema.properties);

/** Whether an object has several records side by side, none of which is the main one. */
const holdsRecords = ({ properties = {} }: JsonSchema): boolean =>
  Object.values(properties as Record<string, JsonSchema>).filter((field) =>
    [field, ...((field.anyOf as JsonSchema[] | undefined) ?? [])].some(isRecord),
  ).length > 1;

/**
 * The output schema of an action's tool: an object with the answer under `result`, and with `cut` if it was shortened. It gives name
 * and type of every field of the main record; records inside it or side by side have tools of their own, and are only called objects.
 */
export function outputSchemaOf(action: Action): JsonSchema {
  const { properties } = answerJsonSchema(action) as { properties: { result: JsonSchema } };
  const result = shorten(properties.result, holdsRecords(properties.result));
  return { type: "object", properties: { result, cut: { type: "string" } }, required: ["result"] };
}

function shorten(schema: JsonSchema, isInRecord: boolean): JsonSchema {
  if (isInRecord && isRecord(schema)) return { type: "object" };
  const isInside = isInRecord || isRecord(schema);
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    return typeof value === "object" && value !== null ? shorten(value as JsonSchema, isInside) : value;
  };
  const kept = Object.entries(nullableShortened(schema)).filter(([keyword]) => !leftOut.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === "properties"
        ? Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, part(field)]))
        : part(value),
    ]),
  );
}

/** `{"type": ["string", "null"]}` for the union of both, which takes more than twice as long and stands in every record. */
function nullableShortened({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf as JsonSchema[];
  const isPlain = ({ type, ...more }: JsonSchema): boolean =>
    typeof type === "string" && Object.keys(more).every((keyword) => leftOut.has(keyword));
  return options.every(isPlain) ? { ...schema, type: options.map(({ type }) => type) } : { ...schema, anyOf };
}
