import { hasAttachment } from "../../db/has-attachment.js";
import { notFound } from "../../domain/errors.js";
import { type Area, type Caller, reachOf } from "../../domain/permissions.js";
import type { ActionContext } from "../context.js";

/** What an export may show besides the record that it was made of, by its order in `rendering`. */
const shown: readonly (readonly [Area, string])[] = [
  ["bills_of_quantities", "r.bill_id is not null"],
  ["projects", `r.export -> 'shows' @> '{"project": true}'`],
  ["contacts", `(r.export -> 'shows' @> '{"client": true}' or r.export -> 'shows' @> '{"contacts": true}')`],
];

/**
 * SQL: a file is no export, or one that shows nothing of an area which the caller may not view, or one that was sent in a thread which the
 * caller sees. Null: nothing that an export shows is out of the caller's sight.
 * @param alias of `stored_file`, other than those used here: `r`, `m`, `h`
 */
export function exportsInSight(alias: string, caller: Caller): string | null {
  const hidden = shown.filter(([area]) => reachOf(caller, `${area}:view`) === "none").map(([, condition]) => condition);
  if (hidden.length === 0) return null;
  const inbox = reachOf(caller, "inbox:view");
  const sent = `exists (select from message m join thread h on h.organization_id = m.organization_id and h.id = m.thread_id
    where m.organization_id = ${alias}.organization_id and ${hasAttachment("m", `${alias}.id`)}
      ${inbox === "shared" ? `and h.project_id = ${alias}.project_id` : ""})`;
  const ways = [
    `${alias}.source <> 'export'`,
    `exists (select from rendering r where r.organization_id = ${alias}.organization_id and r.file_id = ${alias}.id
      and not (${hidden.join(" or ")}))`,
    ...(inbox === "none" ? [] : [sent]),
  ];
  return `(${ways.join(" or ")})`;
}

/** @param file loaded; `field` is the input's name for it @throws not_found for an export that shows what the caller may not view */
export async function requireInSight(
  ctx: ActionContext,
  field: string,
  { id, source }: { id: string; source: string },
): Promise<void> {
  const condition = source === "export" ? exportsInSight("f", ctx.caller) : null;
  if (condition === null) return;
  const found = await ctx.query(
    `select from stored_file f where f.organization_id = $1 and f.id = $2 and ${condition}`,
    id,
  );
  if (found.length === 0) throw notFound(field, id);
}
