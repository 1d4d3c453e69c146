import { type Action, changesNothing } from "../../actions/action.js";
import { actions } from "../../actions/index.js";
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
  // The input schemas and the tool's description say what a caller needs before a call; an answer explains itself by its values.
  "description",
]);

/** They have one shape in all answers, and say themselves what they mean. */
const warnings = { type: "array", items: { type: "object" } };

const isRecord = (schema: JsonSchema): boolean =>
  typeof schema.properties === "object" &&
  schema.properties !== null &&
  ("id" in schema.properties || "linkId" in schema.properties);

/** Whether an object has several records or lists of them side by side, none of which is the main one. */
const holdsRecords = ({ properties = {} }: JsonSchema): boolean =>
  Object.values(properties as Record<string, JsonSchema>).filter((field) =>
    [field, field.items as JsonSchema | undefined, ...((field.anyOf as JsonSchema[] | undefined) ?? [])].some(
      (schema) => schema && isRecord(schema),
    ),
  ).length > 1;

/** Some hosts take no `anyOf` within an output schema: a value of several types, or that may be null, is any value. */
const hasSeveralTypes = ({ anyOf }: JsonSchema): boolean => Array.isArray(anyOf);

/**
 * The output schema of an action's tool: an object with the answer under `result`, and with `cut` if it was shortened. It gives name
 * and type of every field of the main record; records inside it or side by side have tools of their own, and are only called objects. What
 * changes or lists records names only the fields that the tool doesn't give which reads one.
 */
export function outputSchemaOf(action: Action): JsonSchema {
  const own = resultSchemaOf(action);
  const result = changesNothing(action) ? withKnownItems(own) : withKnownFields(own);
  return { type: "object", properties: { result, cut: { type: "string" } }, required: ["result"] };
}

/** A page of records, whose fields the tool that reads one of them gives. */
function withKnownItems(schema: JsonSchema): JsonSchema {
  const shortened = shorten(schema, !isRecord(schema) && holdsRecords(schema));
  const { items } = schema.properties as { items?: JsonSchema };
  if (!items) return shortened;
  const properties = {
    ...(shortened.properties as object),
    items: { type: "array", items: withKnownFields(items.items as JsonSchema) },
  };
  return { ...shortened, properties };
}

function withKnownFields(schema: JsonSchema): JsonSchema {
  const known = knownFrom(schema);
  if (!known) return shorten(schema, !isRecord(schema) && holdsRecords(schema));
  return { ...shorten(known.further, true), description: `fields as in ${known.reader}` };
}

const resultSchemaOf = (action: Action): JsonSchema =>
  (answerJsonSchema(action) as { properties: { result: JsonSchema } }).properties.result;

const propertiesOf = ({ properties = {} }: JsonSchema) => Object.entries(properties as Record<string, JsonSchema>);

let readers: readonly { name: string; fields: ReadonlySet<string> }[] | undefined;
const asText = (property: [string, JsonSchema]): string => JSON.stringify(property);

/** The tool that reads such records, and the schema of a record without the fields that it gives. */
function knownFrom(schema: JsonSchema): { reader: string; further: JsonSchema } | null {
  if (!isRecord(schema)) return null;
  readers ??= actions
    .filter(({ name }) => name.startsWith("get_"))
    .map((action) => ({ name: action.name, fields: new Set(propertiesOf(resultSchemaOf(action)).map(asText)) }));
  const unknownTo = (fields: ReadonlySet<string>) => propertiesOf(schema).filter((field) => !fields.has(asText(field)));
  const [nearest] = readers.toSorted((a, b) => unknownTo(a.fields).length - unknownTo(b.fields).length);
  if (!nearest) return null;
  const further = unknownTo(nearest.fields);
  // The fields that every record has don't make it the same.
  if (further.length * 2 >= propertiesOf(schema).length) return null;
  return { reader: nearest.name, further: { ...schema, properties: Object.fromEntries(further) } };
}

function shorten(schema: JsonSchema, isInRecord: boolean): JsonSchema {
  if (isInRecord && isRecord(schema)) return { type: "object" };
  if (hasSeveralTypes(schema)) return {};
  const isInside = isInRecord || isRecord(schema);
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    return typeof value === "object" && value !== null ? shorten(value as JsonSchema, isInside) : value;
  };
  const kept = Object.entries(schema).filter(([keyword]) => !leftOut.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === "properties"
        ? Object.fromEntries(
            Object.entries(value as object).map(([name, field]) => [
              name,
              name === "warnings" ? warnings : part(field),
            ]),
          )
        : part(value),
    ]),
  );
}
