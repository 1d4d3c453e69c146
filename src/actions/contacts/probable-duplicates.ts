import type { Alongside } from "../../db/unit-of-work.js";
import type { GivenAddress } from "../../domain/contact-addresses.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

const most = 5;

/** A contact that has something in common with a new one, and where in the request that stands. */
interface Duplicate {
  contactId: string;
  name: string;
  pointers: string[];
}

/**
 * The contacts that share a name or an address with a new one, newest first; known after the commit. By `contact_keys` names count as
 * the same without case, accents, order of words, titles and company form, and phones by their digits. A caller who may not view
 * contacts gets none.
 */
export function findDuplicates(
  ctx: ActionContext,
  name: string,
  addresses: readonly GivenAddress[],
): Alongside<Duplicate> {
  if (!ctx.may("contacts:view")) return { rows: [] };
  const given = [{ kind: "name", value: name, pointer: "/name" }, ...addresses];
  return ctx.queryAlongside<Duplicate>(
    `with given as materialized (
       select g.pointer, g.n, k.key from unnest($2::text[], $3::text[], $4::text[]) with ordinality g (kind, value, pointer, n)
       cross join lateral unnest(contact_keys($1::uuid, case g.kind when 'name' then g.value end,
         case when g.kind in ('email', 'pec') then array[g.value] end, case g.kind when 'phone' then array[g.value] end, null)) k (key)
     ), found as materialized (
       select c.id, c.name, contact_keys(c.organization_id, c.name, c.emails || c.pec, c.phones, array[c.tax_code, c.vat_number]) as keys
       from contact c
       where c.organization_id = $1::uuid
         and contact_keys(c.organization_id, c.name, c.emails || c.pec, c.phones, array[c.tax_code, c.vat_number])
           && array(select key from given)
       limit 50
     )
     select f.id as "contactId", f.name, array(select pointer from given where key = any(f.keys) order by n) as pointers
     from found f order by f.id desc limit ${most}`,
    given.map(({ kind }) => kind),
    given.map(({ value }) => value),
    given.map(({ pointer }) => pointer),
  );
}

const sharedField = (pointer: string): string => {
  if (pointer === "/name") return "name";
  return pointer.startsWith("/phone") ? "phone number" : "e-mail address";
};

export function duplicateWarning({ contactId, name, pointers }: Duplicate): Warning & { contactId: string } {
  const shared = [...new Set(pointers.map(sharedField))].join(" and the same ");
  return {
    code: "duplicate",
    contactId,
    pointer: pointers[0] ?? "/name",
    detail: `The contact "${name}" has the same ${shared}.`,
    suggestion:
      "If it is the same person or company, go on with that one: delete the new one, or unite the two with merge_contacts.",
  };
}
