import type { z } from "zod";

/**
 * Lets a schema take what is plainly valid without walking through it; the schema itself parses whatever `take` declines. For what has ten
 * thousands of parts. Applied last: a schema made of this one, such as by `describe`, has no shortcut.
 * @param take the value as the schema would parse it; undefined: the schema is to decide
 * @returns the same schema
 */
export function withShortcut<S extends z.ZodType>(schema: S, take: (value: unknown) => z.output<S> | undefined): S {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const taken = take(payload.value);
    if (taken === undefined) return run(payload, context);
    payload.value = taken;
    return payload;
  };
  return schema;
}
