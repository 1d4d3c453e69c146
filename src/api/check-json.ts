import type { Violation } from "../domain/errors.js";

const maxDepth = 200;

/**
 * What no value of any input may hold, wherever it stands: NUL, lone surrogates, numbers that aren't finite, `__proto__`.
 * `unreadable` when it is nested too deep to look at further. Walks without recursion.
 */
export function checkJson(body: unknown): { errors: Violation[]; unreadable: boolean } {
  const errors: Violation[] = [];
  const pending: { value: unknown; pointer: string; depth: number }[] = [{ value: body, pointer: "", depth: 1 }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, pointer, depth } = item;
    if (typeof value === "string") checkText(value, pointer, errors);
    else if (typeof value === "number" && !Number.isFinite(value))
      errors.push({ pointer, detail: "must be a finite number" });
    else if (typeof value === "object" && value !== null) {
      if (depth > maxDepth)
        return { errors: [{ pointer, detail: `is nested deeper than ${maxDepth} levels` }], unreadable: true };
      for (const [key, child] of Object.entries(value)) {
        const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        if (key === "__proto__") errors.push({ pointer: at, detail: "is not a property here" });
        checkText(key, at, errors);
        pending.push({ value: child, pointer: at, depth: depth + 1 });
      }
    }
  }
  return { errors: errors.reverse(), unreadable: false };
}

function checkText(text: string, pointer: string, errors: Violation[]): void {
  if (text.includes("\0")) errors.push({ pointer, detail: "must not contain the NUL character" });
  if (!text.isWellFormed()) errors.push({ pointer, detail: "must not contain half of a surrogate pair" });
}
