import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { defineAction } from "../action.js";
import { contactResult } from "../results.js";
import { cleared, id, name } from "../schemas.js";
import { contactFields, unitedAddresses } from "./fields.js";

export const updateContact = defineAction({
  name: "update_contact",
  title: { en: "Update a contact", it: "Modifica un contatto" },
  description: "Changes the given fields of a contact; absent ones stay as they are, empty ones are cleared.",
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
  result: contactResult,

  async run({ contactId, ...input }, ctx) {
    const contact = await ctx.load(Contact, { contactId });
    return ctx.update(contact, {
      ...input,
      company: cleared(input.company),
      pec: cleared(input.pec),
      notes: cleared(input.notes),
      ...unitedAddresses(input, contact),
    });
  },
});
