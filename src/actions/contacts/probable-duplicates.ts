import type { Alongside } from "../../db/unit-of-work.js";
import type { GivenAddress } from "../../domain/contacts/contact-addresses.js";
import { addressForms } from "../../domain/messages/mail.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

const most = 5;

/** A contact that has something in common with a new one. */
interface Duplicate {
  contactId: string;
  name: string;
  /** the kind and the value: `n` and a name, `m` and an e-mail address, or `p` and a phone's digits */
  shared: string[];
}

/** A title with a dot inside it (`Sig.ra`, `Dott.ssa`): `contact_keys` takes its end for a part of the name. */
const dottedTitle = /(?<!\p{L})(?:sig|dott|prof)\.\s?(?:ra|na|ssa)(?!\p{L})\.?/giu;
const titleEnds = "'{ra,ssa}'::text[]";

/** A phone number as it is written, and with the other sign for what comes before a country's prefix: `0041 …` and `+41 …`. */
const phoneForms = (phone: string): string[] => [
  phone,
  phone.replace(/^\s*(?:00|\+)/, (sign) => (sign.includes("+") ? "00" : "+")),
];

/** A name; if it has such a title, also the name without it. */
function namesLike(name: string): string[] {
  const bare = name.replace(dottedTitle, " ").trim();
  return bare === "" ? [name] : [...new Set([name, bare])];
}

/**
 * SQL: a key of the new contact; of a name also the keys that it has with such a title, as a stored contact may be called. These are made
 * from the key, since `contact_keys` is slow.
 */
const keysLike = `(
  select given_key union all
  select left(given_key, 37) || (select string_agg(distinct word, ' ' order by word) from string_to_table(substr(given_key, 38) || ' ' || title_end, ' ') word)
  from unnest(${titleEnds}) title_end where substr(given_key, 37, 1) = 'n')`;

const keysOfContact =
  "contact_keys(c.organization_id, c.name, c.emails || c.pec, c.phones, array[c.tax_code, c.vat_number])";

/**
 * The contacts that share a name or an address with a new one, newest first; known after the commit. By `contact_keys` names count as
 * the same without case, accents, order of words, titles and company form, and phones by their digits. A caller who may not view
 * contacts gets none.
 *
 * Each key begins with its organization. A condition on the organization beside it would lead the planner to read all its contacts. The
 * names are a subquery, so that Postgres counts on ten of them whether or not it knows them: else it would plan each insert anew, which
 * takes as long again.
 */
export function findDuplicates(
  ctx: ActionContext,
  name: string,
  addresses: readonly GivenAddress[],
): Alongside<Duplicate> {
  if (!ctx.may("contacts:view")) return { rows: [] };
  const values = (isWanted: (kind: GivenAddress["kind"]) => boolean) =>
    addresses.filter(({ kind }) => isWanted(kind)).map(({ value }) => value);
  return ctx.queryAlongside<Duplicate>(
    `with given as materialized (
       select array(select distinct alike.key from unnest((select $2::text[])) given_name
         cross join lateral unnest(contact_keys($1::uuid, given_name, $3::text[], $4::text[], null)) given_key
         cross join lateral ${keysLike} alike (key)) as keys
     ), found as materialized (
       select c.id, c.name, ${keysOfContact} as keys from contact c where ${keysOfContact} && (select keys from given) limit 50
     )
     select f.id as "contactId", f.name,
       array(select substr(key, 37) from unnest(f.keys) key where key = any ((select keys from given)::text[])) as shared
     from found f order by f.id desc limit ${most}`,
    namesLike(name),
    values((kind) => kind !== "phone").flatMap(addressForms),
    values((kind) => kind === "phone").flatMap(phoneForms),
  );
}

const isShared = ({ kind, value }: GivenAddress, key: string): boolean =>
  kind === "phone"
    ? key.startsWith("p") && phoneForms(value).some((form) => form.replace(/\D/g, "").endsWith(key.slice(1)))
    : key.startsWith("m") && addressForms(value).includes(key.slice(1));

/** @param addresses those of the new contact */
export function duplicateWarning(
  { contactId, name, shared }: Duplicate,
  addresses: readonly GivenAddress[],
): Warning & { contactId: string } {
  const isSameName = shared.some((key) => key.startsWith("n"));
  const same = addresses.filter((address) => shared.some((key) => isShared(address, key)));
  const words = [
    ...(isSameName ? ["name"] : []),
    ...same.map(({ kind }) => (kind === "phone" ? "phone number" : "e-mail address")),
  ];
  return {
    code: "duplicate",
    contactId,
    pointer: isSameName ? "/name" : (same[0]?.pointer ?? "/name"),
    detail: `The contact "${name}" has the same ${[...new Set(words)].join(" and the same ")}.`,
    suggestion:
      "If it is the same person or company, use that one: delete the new one, or merge the two with merge_contacts.",
  };
}
