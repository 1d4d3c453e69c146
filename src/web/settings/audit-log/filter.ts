import type { PageRequest } from "../page-request.js";
import { vias } from "./event-text.js";

/** Which events are wanted; an empty text lets all through. */
export interface AuditFilter {
  /** a part of the person's name or e-mail address */
  person: string;
  /** a part of the client's or the key's name */
  client: string;
  /** a record's id, or a part of its name */
  record: string;
  via: string;
  /** days, `YYYY-MM-DD`, where the organization is; the last one included */
  from: string;
  to: string;
}

export function readFilter({ ctx }: PageRequest): AuditFilter {
  // NUL is no character of any name, and Postgres takes none.
  const given = (name: string): string =>
    String(ctx.query[name] ?? "")
      .replaceAll("\0", "")
      .trim()
      .slice(0, 200);
  const via = given("via");
  return {
    person: given("person"),
    client: given("client"),
    record: given("record"),
    via: vias.some((known) => known === via) ? via : "",
    from: given("from"),
    to: given("to"),
  };
}

/** An address that keeps a filter. @param more further parameters, or others instead */
export function filteredAddress<F extends Record<keyof F, string>>(
  path: string,
  filter: F,
  more: Record<string, string> = {},
): string {
  const given = Object.entries<string>({ ...filter, ...more }).filter(([, value]) => value !== "");
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
