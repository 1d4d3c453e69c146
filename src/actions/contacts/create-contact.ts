import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { addressWarnings, givenAddresses } from "../../domain/contacts/contact-addresses.js";
import { defineAction } from "../action.js";
import { name } from "../schemas.js";
import { warningResult } from "../warning-results.js";
import { contactFields, mergeAddresses } from "./fields.js";
import { duplicateWarning, findDuplicates } from "./probable-duplicates.js";
import { contactResult } from "./results.js";

export const createContact = defineAction({
  name: "create_contact",
  title: { en: "Create a contact", it: "Crea un contatto" },
  description: "Adds a person or company to the address book. Warns of probable duplicates and of invalid addresses.",
  area: "contacts",
  permissions: ["contacts:edit"],
  effect: "create",

  input: z.strictObject({
    name: name("person or company"),
    ...contactFields,
    role: contactFields.role.default("client"),
  }),
  result: contactResult.extend({
    warnings: z.array(
      warningResult.extend({ contactId: z.string().optional().describe("of a duplicate: the contact that was there") }),
    ),
  }),

  async run(input, ctx) {
    const addresses = givenAddresses(input);
    const duplicates = findDuplicates(ctx, input.name, addresses);
    const contact = ctx.insert(Contact, {
      name: input.name,
      role: input.role,
      company: input.company || null,
      pec: input.pec || null,
      notes: input.notes || null,
      ...mergeAddresses(input, { email: null, emails: [], phone: null, phones: [] }),
    });
    return {
      ...contact,
      get warnings() {
        return [...addressWarnings(addresses), ...duplicates.rows.map((row) => duplicateWarning(row, addresses))];
      },
    };
  },
});
