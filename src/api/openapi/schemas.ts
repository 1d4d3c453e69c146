import type { JsonSchema } from "../json-schema.js";

/**
 * The shared schemas of a document: a known record is referred to wherever it stands. A recursive type comes with definitions of
 * its own, which JSON Schema keeps beside it and OpenAPI among the document's components: they are moved there, equal ones once.
 */
export class SharedSchemas {
  private readonly byName = new Map<string, JsonSchema>();
  private readonly nameByText = new Map<string, string>();

  constructor(named: Record<string, JsonSchema>) {
    for (const [name, schema] of Object.entries(named)) this.add(name, schema);
  }

  /** Makes a schema refer to the shared ones; its own definitions join them, under a name made of `owner` where they have none. */
  adopt(schema: JsonSchema, owner: string): JsonSchema {
    const { $defs = {}, ...own } = schema as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const names = new Map<string, string>();
    for (const [key, definition] of Object.entries($defs)) {
      const known = this.nameByText.get(JSON.stringify(definition));
      const wanted = key.startsWith("__schema") ? `${owner}_${key.slice("__schema".length)}` : key;
      names.set(key, known ?? this.add(this.byName.has(wanted) ? `${owner}_${wanted}` : wanted, definition));
    }
    for (const [key, definition] of Object.entries($defs))
      this.byName.set(names.get(key) as string, this.refer(definition, names, false) as JsonSchema);
    return this.refer(own, names, true) as JsonSchema;
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private add(name: string, schema: JsonSchema): string {
    this.nameByText.set(JSON.stringify(schema), name);
    this.byName.set(name, schema);
    return name;
  }

  private refer(part: unknown, names: ReadonlyMap<string, string>, byText: boolean): unknown {
    if (Array.isArray(part)) return part.map((entry) => this.refer(entry, names, true));
    if (typeof part !== "object" || part === null) return part;
    const known = byText ? this.nameByText.get(JSON.stringify(part)) : undefined;
    if (known) return { $ref: `#/components/schemas/${known}` };
    const entries = Object.entries(part).map(([key, value]) => {
      const definition = key === "$ref" && typeof value === "string" ? value.slice("#/$defs/".length) : "";
      const name = names.get(definition);
      return [key, name ? `#/components/schemas/${name}` : this.refer(value, names, true)];
    });
    return Object.fromEntries(entries);
  }
}
