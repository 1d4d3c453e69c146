import type { JsonSchema } from "../json-schema.js";

/**
 * The shared schemas of an OpenAPI document. Wherever a shared record occurs, a reference takes its place. JSON Schema keeps the
 * definitions of a recursive type beside it; OpenAPI wants them among the document's components, so they are moved there, and equal
 * ones are merged.
 */
export class SharedSchemas {
  private readonly byName = new Map<string, JsonSchema>();
  private readonly nameByText = new Map<string, string>();

  /** @param meant other schemas that mean a shared one, but say less of it */
  constructor(named: Record<string, JsonSchema>, meant: Record<string, JsonSchema[]> = {}) {
    for (const [name, schema] of Object.entries(named)) this.add(name, schema);
    for (const [name, schemas] of Object.entries(meant))
      for (const schema of schemas) this.nameByText.set(JSON.stringify(schema), name);
  }

  /** Replaces shared schemas by references, and adds the schema's own definitions to them; `owner` helps to name anonymous ones. */
  adopt(schema: JsonSchema, owner: string): JsonSchema {
    const { $defs = {}, ...own } = schema as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const names = new Map<string, string>();
    for (const [key, definition] of Object.entries($defs)) {
      const existing = this.nameByText.get(JSON.stringify(definition));
      const name = key.startsWith("__schema") ? `${owner}_${key.slice("__schema".length)}` : key;
      names.set(key, existing ?? this.add(this.byName.has(name) ? `${owner}_${name}` : name, definition));
    }
    for (const [key, definition] of Object.entries($defs))
      this.byName.set(names.get(key) as string, this.refer(definition, names, false) as JsonSchema);
    return this.refer(own, names, true) as JsonSchema;
  }

  all(): Record<string, JsonSchema> {
    const sorted = [...this.byName].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, schema]) => [name, this.partsOf(schema)]));
  }

  /** A shared schema with references to others in its parts. */
  private partsOf(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, this.refer(part, new Map(), true)]));
  }

  private add(name: string, schema: JsonSchema): string {
    this.nameByText.set(JSON.stringify(schema), name);
    this.byName.set(name, schema);
    return name;
  }

  private refer(part: unknown, names: ReadonlyMap<string, string>, byText: boolean): unknown {
    if (Array.isArray(part)) return part.map((entry) => this.refer(entry, names, true));
    if (typeof part !== "object" || part === null) return part;
    const sharedName = byText ? this.nameByText.get(JSON.stringify(part)) : undefined;
    if (sharedName) return { $ref: `#/components/schemas/${sharedName}` };
    const entries = Object.entries(part).map(([key, value]) => {
      const definition = key === "$ref" && typeof value === "string" ? value.slice("#/$defs/".length) : "";
      const name = names.get(definition);
      return [key, name ? `#/components/schemas/${name}` : this.refer(value, names, true)];
    });
    return Object.fromEntries(entries);
  }
}
