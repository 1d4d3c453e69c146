import type { BillNode } from "../../domain/bill/bill.js";
import { shortenNodes } from "../../domain/bill/shortened-bill.js";
import { beginningOf } from "../../domain/text/shortened.js";

interface Cut {
  value: unknown;
  /** what was shortened, e.g. `/tasks has only the first 12 of 340 entries` */
  missing: string[];
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length + 1);

/**
 * Shortens a value to about `maxChars` characters of JSON. Only parts of the longest lists and texts are left out, so that the value
 * still fits its schema. What is left out of a bill of quantities is marked in it.
 */
export function cutTo(value: unknown, maxChars: number, pointer = ""): Cut {
  if (sizeOf(value) <= maxChars) return { value, missing: [] };
  if (typeof value === "string") {
    const kept = beginningOf(value, Math.max(0, maxChars - 2));
    return { value: kept, missing: [`${pointer} has only the first ${kept.length} of ${value.length} characters`] };
  }
  if (Array.isArray(value) && isNodeList(value)) return cutNodes(value, maxChars, pointer);
  if (Array.isArray(value)) return cutList(value, maxChars, pointer);
  if (typeof value === "object" && value !== null) return cutObject(value, maxChars, pointer);
  return { value, missing: [] };
}

/** Whether a list holds nodes of a bill, the only entries that are of type `line` or `section`. */
const isNodeList = (list: readonly unknown[]): list is BillNode[] =>
  list.length > 0 && list.every((entry) => ["line", "section"].includes(String((entry as BillNode | null)?.type)));

/** Shortens nodes of a bill so that what is left out can't be taken for deleted when they are sent back. */
const cutNodes = (nodes: readonly BillNode[], maxChars: number, pointer: string): Cut => ({
  value: shortenNodes(nodes, maxChars),
  missing: [
    `${pointer} shows only a part of the bill, marked $cut: never save it back; get_bill_of_quantities with section or fromLine gives the rest, update_bill_line, insert_bill_lines, move_bill_lines and delete_bill_lines change single lines, update_bill_section and delete_bill_section single sections`,
  ],
});

/** Keeps the beginning of a list; of one that grows at its end, such as a thread's messages, the end. */
function cutList(list: unknown[], maxChars: number, pointer: string): Cut {
  const endsNewest = isOldestFirst(list);
  const kept: unknown[] = [];
  const missing: string[] = [];
  let remaining = maxChars - 2;
  for (const [index, entry] of (endsNewest ? list.toReversed() : list).entries()) {
    const size = sizeOf(entry);
    if (size <= remaining) {
      kept.push(entry);
      remaining -= size;
      continue;
    }
    // If even the first entry is too long, a shortened entry still says more than an empty list.
    if (index === 0 && typeof entry === "object" && entry !== null) {
      const first = cutTo(entry, remaining, `${pointer}/0`);
      kept.push(first.value);
      missing.push(...first.missing);
    }
    break;
  }
  if (kept.length < list.length) {
    const which = endsNewest ? `newest ${kept.length}` : `first ${kept.length}`;
    missing.unshift(`${pointer} has only the ${which} of ${list.length} entries`);
  }
  return { value: endsNewest ? kept.toReversed() : kept, missing };
}

const timeOf = (entry: unknown): string => {
  const { createdAt, issuedAt } = (entry ?? {}) as { createdAt?: unknown; issuedAt?: unknown };
  const time = createdAt ?? issuedAt;
  return typeof time === "string" ? time : "";
};

/** Whether each entry has a time and none is older than the one before it. */
function isOldestFirst(list: unknown[]): boolean {
  const times = list.map(timeOf);
  const isAscending = times.every((time, n) => time !== "" && (n === 0 || time >= (times[n - 1] ?? "")));
  return isAscending && (times[0] ?? "") < (times.at(-1) ?? "");
}

/** Small properties stay whole; those larger than an equal share of the space are cut to an equal share of the rest. */
function cutObject(object: object, maxChars: number, pointer: string): Cut {
  const bySize = Object.entries(object)
    .map(([key, value]) => ({ key, value, size: sizeOf(value) + key.length + 4 }))
    .sort((a, b) => a.size - b.size);
  const cuts = new Map<string, unknown>();
  const missing: string[] = [];
  let remaining = maxChars - 2;
  for (const [index, { key, value, size }] of bySize.entries()) {
    const share = Math.floor(remaining / (bySize.length - index));
    const part = size <= share ? { value, missing: [] } : cutTo(value, share - key.length - 4, `${pointer}/${key}`);
    cuts.set(key, part.value);
    missing.push(...part.missing);
    remaining -= sizeOf(part.value) + key.length + 4;
  }
  return { value: Object.fromEntries(Object.keys(object).map((key) => [key, cuts.get(key)])), missing };
}
