import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { defineAction } from "../action.js";
import { contactResult } from "../results.js";
import { emptyToNull, name } from "../schemas.js";
import { contactFields, mergeAddresses } from "./fields.js";

export const createContact = defineAction({
  name: "create_contact",
  title: { en: "Create a contact", it: "Crea un contatto" },
  description: "Adds a person or company to the address book.",
  area: "contacts",
  permissions: ["contacts:edit"],
  effect: "create",

  input: z.strictObject({
    name: name("person or company"),
    ...contactFields,
    role: contactFields.role.default("client"),
  }),
  result: contactResult,

  async run(input, ctx) {
    return ctx.insert(Contact, {
      name: input.name,
      role: input.role,
      company: emptyToNull(input.company) ?? null,
      pec: emptyToNull(input.pec) ?? null,
      notes: emptyToNull(input.notes) ?? null,
      ...mergeAddresses(input, { email: null, emails: [], phone: null, phones: [] }),
    });
  },
});
