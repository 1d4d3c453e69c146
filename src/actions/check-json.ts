import type { Violation } from "../domain/errors.js";
import { jsonPointer } from "../domain/json-pointer.js";

const maxDepth = 200;
/** A bill of 50,000 nodes with all its measurements has fewer. */
const maxValues = 2_000_000;
const maxErrors = 1_000;

/** The place of a value, as a linked list. A JSON Pointer is made of it only if the value is faulty. */
type Path = { key: string | number; parent: Path } | null;

/**
 * Checks what no input may contain anywhere: NUL, lone surrogates, numbers that aren't finite, and `__proto__`. It doesn't recurse,
 * so that deep nesting can't overflow the stack.
 * @returns `unreadable`: the body is too deep or too large, or has too many errors, and must not be parsed; `values`: how many
 *   values were counted
 */
export function checkJson(body: unknown): { errors: Violation[]; unreadable: boolean; values: number } {
  const errors: Violation[] = [];
  const pending: { container: object; path: Path; depth: number }[] = [];
  let values = 0;

  const check = (value: unknown, parent: Path, key: string | number, depth: number): void => {
    if (typeof value === "object" && value !== null) {
      pending.push({ container: value, path: { key, parent }, depth });
      return;
    }
    if (errors.length > maxErrors) return;
    for (const detail of faultsOf(value)) errors.push({ pointer: pointerOf({ key, parent }), detail });
  };
  const refuse = (path: Path, detail: string) => ({
    errors: [{ pointer: pointerOf(path), detail }],
    unreadable: true,
    values,
  });

  if (typeof body === "object" && body !== null) pending.push({ container: body, path: null, depth: 1 });
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { container, path, depth } = item;
    if (depth > maxDepth) return refuse(path, `is nested deeper than ${maxDepth} levels`);
    const keys = Array.isArray(container) ? null : Object.keys(container);
    values += keys?.length ?? (container as unknown[]).length;
    if (errors.length > maxErrors) return { errors, unreadable: true, values };
    if (values > maxValues) return refuse(null, `has more than ${maxValues} values; send it in parts`);
    if (keys === null) {
      (container as unknown[]).forEach((child, index) => {
        check(child, path, index, depth + 1);
      });
      continue;
    }
    for (const key of keys) {
      const faults = key === "__proto__" ? ["is not a property here"] : faultsOf(key);
      for (const detail of faults) errors.push({ pointer: pointerOf({ key, parent: path }), detail });
      check((container as Record<string, unknown>)[key], path, key, depth + 1);
    }
  }
  return { errors: errors.reverse(), unreadable: false, values };
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
