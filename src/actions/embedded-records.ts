import { z } from "zod";
import type { Area } from "../domain/permissions.js";
import { type Action, areasOf } from "./action.js";
import { areasShownBy } from "./record-areas.js";

/** The field of a result that names what was left out. */
export const omitted = z
  .array(z.string())
  .default([])
  .describe("fields left empty because the caller may not view them");

/** A field of an action's result that holds records of areas which the action's own permissions don't cover. */
export interface EmbeddedField {
  path: readonly string[];
  areas: readonly Area[];
}

const known = new WeakMap<Action, readonly EmbeddedField[]>();

/** The fields of an action's result with records of other areas. */
export function embeddedFields(action: Action): readonly EmbeddedField[] {
  const found = known.get(action) ?? [...fieldsWithin(action.result, [], areasOf(action))];
  known.set(action, found);
  return found;
}

function* fieldsWithin(
  schema: z.core.$ZodType,
  path: readonly string[],
  own: ReadonlySet<Area>,
): Generator<EmbeddedField> {
  const areas = areasShownBy(schema)?.filter((area) => !own.has(area)) ?? [];
  if (path.length > 0 && areas.length > 0) {
    yield { path, areas };
    // Within it there may be a record of yet another area.
    own = new Set([...own, ...areas]);
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      for (const [name, field] of Object.entries(def.shape)) yield* fieldsWithin(field, [...path, name], own);
      return;
    case "array":
      yield* fieldsWithin(def.element, path, own);
      return;
    case "nullable":
    case "optional":
    case "default":
      yield* fieldsWithin(def.innerType, path, own);
      return;
    case "union":
      for (const option of def.options) yield* fieldsWithin(option, path, own);
  }
}

/**
 * An action's answer as the caller gets it: undeclared fields are dropped, and records of areas that the caller may not view are left
 * out and named in `omitted`.
 * @param ctx tells whether the caller may view an area
 */
export function presentResult<R extends z.ZodType>(
  action: Action<z.ZodType, R>,
  answer: z.input<R>,
  ctx: { sees(area: Area): boolean },
): z.output<R> {
  const result = action.result.parse(answer);
  const hidden = embeddedFields(action).filter(({ areas }) => !areas.every((area) => ctx.sees(area)));
  // The options of a union may have the same field.
  const names = new Set(hidden.filter(({ path }) => empty(result, path)).map(({ path }) => path.join(".")));
  if (names.size > 0) Object.assign(result as object, { omitted: [...names] });
  return result;
}

/** Empties a field in all objects under its path. @returns whether there was any */
function empty(value: unknown, [name = "", ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.map((entry) => empty(entry, [name, ...rest])).includes(true);
  if (typeof value !== "object" || value === null || !(name in value)) return false;
  const holder = value as Record<string, unknown>;
  if (rest.length > 0) return empty(holder[name], rest);
  holder[name] = Array.isArray(holder[name]) ? [] : null;
  return true;
}
