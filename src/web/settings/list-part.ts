import { isId } from "../../domain/ids.js";
import type { PageRequest } from "./page-request.js";

/** Behind which record of a list the part begins that is asked for; null: with the first. */
export function startOf({ ctx }: PageRequest): string | null {
  const before = String(ctx.query.before ?? "");
  return isId(before) ? before : null;
}

/** The part that a page shows of rows of which one more was read, and behind which the next part begins; null: nothing follows. */
export function partOf<R extends { id: string }>(found: R[], pageSize: number): { rows: R[]; next: string | null } {
  const rows = found.slice(0, pageSize);
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.id ?? null) : null };
}
