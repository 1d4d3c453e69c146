import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { type ContactDetails, compactCode, detailFaults } from "../../domain/contacts/contact-details.js";
import { invalidInput } from "../../domain/errors.js";
import { asSeen } from "../../domain/text/one-form.js";
import { formsOfAddress } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { id, words } from "../schemas.js";
import { contactResult } from "./results.js";

export const setContactDetails = defineAction({
  name: "set_contact_details",
  title: { en: "Set a contact's details", it: "Imposta i dati anagrafici di un contatto" },
  description:
    'Sets a contact\'s tax codes, postal address, SDI code and form of address. Absent fields stay as they are, "" clears one. Codes are checked, and stored in capitals without spaces.',
  area: "contacts",
  permissions: ["contacts:edit"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({
    contactId: id("the contact"),
    taxCode: words("codice fiscale").optional(),
    vatNumber: words("partita IVA; a foreign one with its country's two letters").optional(),
    address: words("street and number").optional(),
    postalCode: words("postal code; five digits in Italy").optional(),
    city: words("town").optional(),
    province: words("province; in Italy its two letters").optional(),
    country: words("country; absent: Italy").optional(),
    sdiCode: words("code for electronic invoices: 7 characters, 6 for a public body").optional(),
    formOfAddress: z
      .enum([...formsOfAddress, ""])
      .describe('"" (default): Spett.le for companies and bodies, else Gentile')
      .optional(),
  }),
  result: contactResult,

  async run({ contactId, ...input }, ctx) {
    const contact = await ctx.load(Contact, { contactId });
    const changes = stored(input);
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const faults = detailFaults({ ...contact, ...Object.fromEntries(given) }, new Set(given.map(([field]) => field)));
    if (faults.length > 0) throw invalidInput(faults.map(({ field, detail }) => ({ pointer: `/${field}`, detail })));
    return ctx.update(contact, changes);
  },
});

type Given = { [K in keyof ContactDetails]?: ContactDetails[K] | "" | undefined };
type Stored = { [K in keyof ContactDetails]: ContactDetails[K] | undefined };

const stored = (input: Given): Stored => ({
  taxCode: text(input.taxCode, compactCode),
  vatNumber: text(input.vatNumber, compactCode),
  address: text(input.address),
  postalCode: text(input.postalCode, asSeen),
  city: text(input.city),
  // Other countries' provinces may be words.
  province: text(input.province, (value) => provinceOf(asSeen(value))),
  country: text(input.country, asSeen),
  sdiCode: text(input.sdiCode, compactCode),
  formOfAddress: input.formOfAddress === "" ? null : input.formOfAddress,
});

const provinceOf = (value: string): string => (value.length === 2 ? value.toUpperCase() : value);

/** A blank text clears the field. */
const text = (value: string | null | undefined, write = (value: string) => value): string | null | undefined =>
  value === undefined || value === null ? value : write(value.trim()) || null;
