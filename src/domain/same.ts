/**
 * Whether two values are deeply equal. Dates are compared by their time, objects without regard to the order of keys. It stops at
 * the first difference; comparing two bills, megabytes of nodes each, by their JSON text would take several times as long.
 */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const others = b as Record<string, unknown>;
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(others, key) && same((a as Record<string, unknown>)[key], others[key]));
}
