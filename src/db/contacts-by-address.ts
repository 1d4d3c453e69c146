import { addressForms, isMail } from "../domain/mail.js";
import type { Channel } from "../domain/vocabulary.js";
import type { OrganizationQuery } from "./organization-query.js";

/** A number without Italy's prefix, as `contact_keys` keeps it. */
const digitsOf = (phone: string): string => phone.replace(/^(\+|00)39/, "").replace(/\D/g, "");

/** Who has an address or number of a channel: one contact, or two where several have it, so that nobody is taken for another. */
export function contactsByAddress(
  query: OrganizationQuery,
  channel: Channel,
  address: string,
): Promise<{ id: string }[]> {
  const keys = isMail(channel) ? addressForms(address).map((form) => `m${form}`) : [`p${digitsOf(address)}`];
  return query(contactsByKey, keys);
}

/** As `contact_keys` makes them: `m` before an address, `p` before a number. */
const contactsByKey = `select id from contact where organization_id = $1
  and contact_keys(organization_id, name, emails || pec, phones, array[tax_code, vat_number]) && array(select $1::text || key from unnest($2::text[]) key) order by id limit 2`;
