import { maxViolations, type Violation } from "../domain/errors.js";
import { jsonPointer } from "../domain/json-pointer.js";

/** The place of a value, as a linked list. A JSON Pointer is made of it only if the value is faulty. */
type Path = { key: string | number; parent: Path } | null;

interface Findings {
  /** the first 100 */
  errors: Violation[];
  /** of all violations */
  count: number;
  /** how many entries the lists and objects have */
  values: number;
}

/**
 * Checks what no input may contain anywhere: NUL, lone surrogates, numbers that aren't finite, and `__proto__`. It doesn't recurse. How
 * deep and how large a body may be is checked before it is parsed, by `JsonMeter`.
 */
export function checkJson(body: unknown): Findings {
  const found: Findings = { errors: [], count: 0, values: 0 };
  const pending: { container: object; path: Path }[] = [];

  const report = (details: readonly string[], parent: Path, key: string | number): void => {
    for (const detail of details) {
      found.count++;
      if (found.errors.length < maxViolations) found.errors.push({ pointer: pointerOf({ key, parent }), detail });
    }
  };
  const check = (value: unknown, parent: Path, key: string | number): void => {
    if (typeof value === "object" && value !== null) pending.push({ container: value, path: { key, parent } });
    else report(faultsOf(value), parent, key);
  };

  if (typeof body === "object" && body !== null) pending.push({ container: body, path: null });
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { container, path } = item;
    if (Array.isArray(container)) {
      found.values += container.length;
      for (let index = 0; index < container.length; index++) check(container[index], path, index);
      continue;
    }
    const keys = Object.keys(container);
    found.values += keys.length;
    for (const key of keys) {
      report(key === "__proto__" ? ["is not a property here"] : faultsOf(key), path, key);
      check((container as Record<string, unknown>)[key], path, key);
    }
  }
  return found;
}

function pointerOf(path: Path): string {
  const keys: (string | number)[] = [];
  for (let at = path; at; at = at.parent) keys.push(at.key);
  return jsonPointer(keys.reverse());
}

const none: string[] = [];

function faultsOf(value: unknown): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? none : ["must be a finite number"];
  if (typeof value !== "string") return none;
  const isWellFormed = value.isWellFormed();
  const hasNul = value.includes("\0");
  if (isWellFormed && !hasNul) return none;
  return [
    ...(hasNul ? ["must not contain the NUL character"] : []),
    ...(isWellFormed ? [] : ["must not contain half of a surrogate pair"]),
  ];
}
