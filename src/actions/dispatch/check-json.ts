import { maxViolations, type Violation } from "../../domain/errors.js";
import { jsonPointer } from "../../domain/json-pointer.js";

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
  const values = valuesOfSound(body);
  return values === null ? faultsWithin(body) : { errors: [], count: 0, values };
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
const isSound = (value: unknown): boolean =>
  typeof value === "string" ? value.isWellFormed() && !value.includes("\0") : faultsOf(value) === none;
/** Bodies have few different keys. Beyond this number, keys aren't remembered but checked each time. */
const maxKeys = 1_000;

/** The number of entries in the lists and objects, counted without noting places; null: there is a fault. Nearly all bodies have none. */
function valuesOfSound(body: unknown): number | null {
  let values = 0;
  const keys = new Set<string>();
  const pending = isContainer(body) ? [body] : [];
  const isSoundEntry = (value: unknown): boolean => {
    values++;
    return isContainer(value) ? pending.push(value) > 0 : isSound(value);
  };
  for (let container = pending.pop(); container; container = pending.pop()) {
    if (Array.isArray(container)) {
      for (const value of container) if (!isSoundEntry(value)) return null;
      continue;
    }
    for (const key in container) {
      if (!isSoundEntry((container as Record<string, unknown>)[key])) return null;
      if (keys.has(key)) continue;
      if (key === "__proto__" || !isSound(key)) return null;
      if (keys.size < maxKeys) keys.add(key);
    }
  }
  return values;
}

/** Finds each fault with its place. */
function faultsWithin(body: unknown): Findings {
  const found: Findings = { errors: [], count: 0, values: 0 };
  const pending: { container: object; path: Path }[] = [];

  const report = (details: readonly string[], parent: Path, key: string | number): void => {
    for (const detail of details) {
      found.count++;
      if (found.errors.length < maxViolations) found.errors.push({ pointer: pointerOf({ key, parent }), detail });
    }
  };
  const check = (value: unknown, parent: Path, key: string | number): void => {
    if (isContainer(value)) pending.push({ container: value, path: { key, parent } });
    else report(faultsOf(value), parent, key);
  };

  if (isContainer(body)) pending.push({ container: body, path: null });
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
