import { z } from "zod";
import type { Contact } from "../../db/entities/contact.js";
import { contactRoles } from "../../domain/vocabulary.js";
import { text } from "../schemas.js";

export const contactFields = {
  role: z.enum(contactRoles).describe("what the contact is to the firm"),
  company: text("company"),
  email: text("primary e-mail address; the same as the first of emails"),
  phone: text("primary phone; the same as the first of phones"),
  emails: z.array(z.string()).describe("all e-mail addresses, the first is the primary").optional(),
  phones: z.array(z.string()).describe("all phones, the first is the primary").optional(),
  pec: text("certified e-mail address (PEC)"),
  notes: text("free notes"),
};

type Addresses = Pick<Contact, "email" | "emails" | "phone" | "phones">;

/** Keeps `email` and `emails[0]`, `phone` and `phones[0]` the same value, whichever was given; given both, the single one goes first. */
export function mergeAddresses(
  given: {
    email?: string | undefined;
    emails?: string[] | undefined;
    phone?: string | undefined;
    phones?: string[] | undefined;
  },
  known: Addresses,
): Addresses {
  const emails = united(given.email, given.emails, known.emails);
  const phones = united(given.phone, given.phones, known.phones);
  return { email: emails[0] ?? null, emails, phone: phones[0] ?? null, phones };
}

function united(first: string | undefined, list: string[] | undefined, known: string[]): string[] {
  const all = (list ?? known).filter((entry) => entry !== "");
  if (first === undefined) return all;
  // A new primary takes the place of the old one where only it was given; a list that came with it is kept whole.
  const others = list === undefined && !all.includes(first) ? all.slice(1) : all;
  return [first, ...others.filter((entry) => entry !== first)].filter((entry) => entry !== "");
}
