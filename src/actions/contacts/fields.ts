import { z } from "zod";
import type { Contact } from "../../db/entities/contact.js";
import { contactRoles } from "../../domain/vocabulary.js";
import { label, note, words } from "../schemas.js";

/** Contacts are found by each address, so their number is limited: a hundred thousand kept Postgres busy for many seconds for everybody. */
const mostAddresses = 500;

const addresses = (kind: string) =>
  z.array(words(kind)).max(mostAddresses, `must have at most ${mostAddresses} entries`);

export const contactFields = {
  role: z.enum(contactRoles).describe("what the contact is to the organization"),
  company: label("company").optional(),
  email: words("primary e-mail address; the same as the first of emails").optional(),
  phone: words("primary phone; the same as the first of phones").optional(),
  emails: addresses("address").describe("all e-mail addresses; the first is the primary one").optional(),
  phones: addresses("number").describe("all phones; the first is the primary one").optional(),
  pec: words("certified e-mail address (PEC)").optional(),
  notes: note("free notes").optional(),
};

type Addresses = Pick<Contact, "email" | "emails" | "phone" | "phones">;

/**
 * Merges the addresses of an input with the stored ones, so that `email` equals `emails[0]` and `phone` equals `phones[0]`. If an input
 * has both a single address and a list, the single one comes first.
 */
export function mergeAddresses(
  input: {
    email?: string | undefined;
    emails?: string[] | undefined;
    phone?: string | undefined;
    phones?: string[] | undefined;
  },
  stored: Addresses,
): Addresses {
  const emails = mergeList(input.email, input.emails, stored.emails);
  const phones = mergeList(input.phone, input.phones, stored.phones);
  return { email: emails[0] ?? null, emails, phone: phones[0] ?? null, phones };
}

function mergeList(primary: string | undefined, list: string[] | undefined, stored: string[]): string[] {
  const all = (list ?? stored).filter((entry) => entry !== "");
  if (primary === undefined) return all;
  // A new primary without a list replaces the old primary; a list that came with it is kept whole.
  const others = list === undefined && !all.includes(primary) ? all.slice(1) : all;
  return [primary, ...others.filter((entry) => entry !== primary)].filter((entry) => entry !== "");
}
