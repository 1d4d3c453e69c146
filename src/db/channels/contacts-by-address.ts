import { numberTwins } from "../../domain/contacts/number-twins.js";
import { addressForms, isMail } from "../../domain/messages/mail.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { OrganizationQuery } from "../organization-query.js";

/**
 * The forms in which `contact_keys` may keep a number: without `+39` or `0039`, else as a country's prefix was typed.
 * @param phone in E.164 form. Digits in anything else, such as the name that an SMS comes from, are nobody's number
 */
const numberForms = (phone: string): string[] =>
  (/^\+\d+$/.test(phone) ? numberTwins(phone) : [])
    .flatMap((twin) => [twin.replace(/^\+39/, ""), twin, twin.replace(/^\+/, "00")])
    .map((form) => form.replace(/\D/g, ""));

/** Who has an address or number of a channel: one contact, or two where several have it, so that nobody is taken for another. */
export function contactsByAddress(
  query: OrganizationQuery,
  channel: Channel,
  address: string,
): Promise<{ id: string }[]> {
  const keys = isMail(channel)
    ? addressForms(address).map((form) => `m${form}`)
    : numberForms(address).map((form) => `p${form}`);
  return query(contactsByKey, keys);
}

/** As `contact_keys` makes them: `m` before an address, `p` before a number. */
const contactsByKey = `select id from contact where organization_id = $1
  and contact_keys(organization_id, name, emails || pec, phones, array[tax_code, vat_number]) && array(select $1::text || key from unnest($2::text[]) key) order by id limit 2`;
