import { maxCharacters } from "../../domain/text/text-limits.js";
import type { JsonSchema } from "../json-schema.js";

/** JSON Schemas as short type descriptions: `array of {text: string, done?: boolean}`. Records are called by their names. */
export class TypesInWords {
  private readonly nameByText: ReadonlyMap<string, string>;

  constructor(
    private readonly records: Record<string, JsonSchema>,
    private readonly definitions: Record<string, JsonSchema> = {},
  ) {
    this.nameByText = new Map(Object.entries(records).map(([name, schema]) => [JSON.stringify(schema), name]));
  }

  of(schema: JsonSchema, seen: readonly string[] = []): string {
    const recordName = this.nameByText.get(JSON.stringify(schema));
    if (recordName) return recordName;
    if (typeof schema.$ref === "string") return this.referred(schema.$ref, seen);
    if (Array.isArray(schema.anyOf)) return this.oneOf(schema.anyOf as JsonSchema[], seen);
    if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.type === "array") return `array of ${this.of((schema.items ?? {}) as JsonSchema, seen)}`;
    if (schema.type === "object") return this.object(schema, seen);
    if (schema.format === "date-time") return "instant";
    return `${typeof schema.type === "string" ? schema.type : "any value"}${bounds(schema)}`;
  }

  private referred(reference: string, seen: readonly string[]): string {
    const name = reference.split("/").at(-1) ?? "";
    const definition = this.definitions[name];
    return definition && !seen.includes(name) ? this.of(definition, [...seen, name]) : "the same again";
  }

  private oneOf(schemas: JsonSchema[], seen: readonly string[]): string {
    const types = schemas.map(({ type }) => type).filter((type) => type !== "null");
    const orNull = types.length < schemas.length ? " or null" : "";
    if (types.join() === "string,number") return `date value${orNull}`;
    return [...new Set(schemas.map((schema) => this.of(schema, seen)))].join(" or ");
  }

  /** An object with all fields of a record and more is written as `Record and {…}`. */
  private object(schema: JsonSchema, seen: readonly string[]): string {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    const base = Object.entries(this.records).find(([, record]) => isPart(record, properties));
    const required = new Set((schema.required ?? []) as string[]);
    const inBase = new Set(base ? Object.keys(base[1].properties as object) : []);
    const fields = Object.entries(properties)
      .filter(([name]) => !inBase.has(name))
      .map(([name, part]) => `${name}${required.has(name) ? "" : "?"}: ${this.of(part, seen)}`);
    const names = (schema.propertyNames as JsonSchema | undefined)?.enum;
    if (typeof schema.additionalProperties === "object")
      fields.push(
        Array.isArray(names) ? `${names.join(" | ")}: ${this.of(schema.additionalProperties as JsonSchema)}` : "…",
      );
    return `${base ? `${base[0]} and ` : ""}{${fields.join(", ")}}`;
  }
}

function isPart(record: JsonSchema, properties: Record<string, JsonSchema>): boolean {
  const own = Object.entries(record.properties as Record<string, JsonSchema>);
  return own.every(([name, part]) => name in properties && JSON.stringify(properties[name]) === JSON.stringify(part));
}

/** The bounds of a type, without the limits that JSON numbers have anyway, and without that of ids. */
function bounds({ type, minimum, maximum, exclusiveMinimum, minLength, maxLength }: JsonSchema): string {
  const isMeant = (limit: unknown) => typeof limit === "number" && Math.abs(limit) < 1e12;
  if (type === "string") {
    const isLimited = typeof maxLength === "number" && maxLength !== maxCharacters.id;
    const limit = isLimited ? ` ≤ ${maxLength.toLocaleString("en")} characters` : "";
    return `${limit}${typeof minLength === "number" && minLength > 0 ? ", not blank" : ""}`;
  }
  return [
    isMeant(minimum) ? `, ≥ ${minimum}` : "",
    isMeant(exclusiveMinimum) ? `, > ${exclusiveMinimum}` : "",
    isMeant(maximum) ? `, ≤ ${maximum}` : "",
  ].join("");
}
