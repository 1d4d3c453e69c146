import type { JsonSchema } from "../json-schema.js";

/**
 * The shared schemas of a document. A recursive type comes with definitions of its own, which JSON Schema keeps beside it and
 * OpenAPI among the document's components: they are moved there, equal ones once.
 */
export class SharedSchemas {
  private readonly byName = new Map<string, JsonSchema>();
  private readonly nameByText = new Map<string, string>();

  constructor(initial: Record<string, JsonSchema>) {
    for (const [name, schema] of Object.entries(initial)) this.byName.set(name, schema);
  }

  /** Moves a schema's definitions among the shared ones, under a name made of `owner` where they have none. */
  adopt(schema: JsonSchema, owner: string): JsonSchema {
    const { $defs, ...own } = schema as JsonSchema & { $defs?: Record<string, JsonSchema> };
    if (!$defs) return own;
    const names = new Map<string, string>();
    for (const [key, definition] of Object.entries($defs)) names.set(key, this.nameFor(key, definition, owner));
    const moved = (part: unknown) => rename(part, names) as JsonSchema;
    for (const [key, definition] of Object.entries($defs)) this.byName.set(names.get(key) as string, moved(definition));
    return moved(own);
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private nameFor(key: string, definition: JsonSchema, owner: string): string {
    const text = JSON.stringify(definition);
    const known = this.nameByText.get(text);
    if (known) return known;
    const wanted = key.startsWith("__schema") ? `${owner}_${key.slice("__schema".length)}` : key;
    const name = this.byName.has(wanted) ? `${owner}_${wanted}` : wanted;
    this.nameByText.set(text, name);
    this.byName.set(name, definition);
    return name;
  }
}

function rename(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((entry) => rename(entry, names));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const definition = key === "$ref" && typeof value === "string" ? value.slice("#/$defs/".length) : "";
      const name = names.get(definition);
      return [key, name ? `#/components/schemas/${name}` : rename(value, names)];
    }),
  );
}
