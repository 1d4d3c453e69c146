import type { JsonSchema } from "../../api/json-schema.js";

type Definitions = Record<string, JsonSchema>;

/** What a JSON Schema admits, in a few words: `array of {text: string, done?: boolean}`. */
export function typeInWords(schema: JsonSchema, definitions: Definitions, seen: readonly string[] = []): string {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    const definition = definitions[name];
    if (!definition || seen.includes(name)) return "the same, nested";
    return typeInWords(definition, definitions, [...seen, name]);
  }
  const words = (part: JsonSchema) => typeInWords(part, definitions, seen);
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as JsonSchema[]).map(words))].join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if ("const" in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === "array") return `array of ${words((schema.items ?? {}) as JsonSchema)}`;
  if (schema.type === "object") return objectInWords(schema, words);
  if (schema.format === "date-time") return "instant";
  return `${typeof schema.type === "string" ? schema.type : "any value"}${bounds(schema)}`;
}

function objectInWords(schema: JsonSchema, words: (part: JsonSchema) => string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return "object";
  const required = new Set((schema.required ?? []) as string[]);
  const open = schema.additionalProperties !== false && schema.additionalProperties !== undefined ? ", …" : "";
  return `{${properties.map(([name, part]) => `${name}${required.has(name) ? "" : "?"}: ${words(part)}`).join(", ")}${open}}`;
}

/** Bounds that say something: not those of what JSON carries exactly. */
function bounds({ type, minimum, maximum, exclusiveMinimum, minLength }: JsonSchema): string {
  const meant = (limit: unknown) => typeof limit === "number" && Math.abs(limit) < 1e12;
  if (type === "string") return typeof minLength === "number" && minLength > 0 ? ", not blank" : "";
  return [
    meant(minimum) ? `, ≥ ${minimum}` : "",
    meant(exclusiveMinimum) ? `, > ${exclusiveMinimum}` : "",
    meant(maximum) ? `, ≤ ${maximum}` : "",
  ].join("");
}
