import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { addressWarnings, givenAddresses } from "../../domain/contacts/contact-addresses.js";
import { defineAction } from "../action.js";
import { emptyToNull, id, name } from "../schemas.js";
import { warningResult } from "../warning-results.js";
import { contactFields, mergeAddresses } from "./fields.js";
import { contactResult } from "./results.js";

export const updateContact = defineAction({
  name: "update_contact",
  title: { en: "Update a contact", it: "Modifica un contatto" },
  description:
    'Changes the given fields of a contact; absent ones stay as they are, "" clears an optional one. Warns of invalid addresses.',
  area: "contacts",
  permissions: ["contacts:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({
    contactId: id("the contact to change"),
    name: name("person or company").optional(),
    ...contactFields,
    role: contactFields.role.optional(),
  }),
  result: contactResult.extend({ warnings: z.array(warningResult) }),

  async run({ contactId, ...input }, ctx) {
    const contact = await ctx.load(Contact, { contactId });
    const changed = ctx.update(contact, {
      ...input,
      company: emptyToNull(input.company),
      pec: emptyToNull(input.pec),
      notes: emptyToNull(input.notes),
      ...mergeAddresses(input, contact),
    });
    return { ...changed, warnings: addressWarnings(givenAddresses(input)) };
  },
});
