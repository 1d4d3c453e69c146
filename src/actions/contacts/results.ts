import { z } from "zod";
import { contactRoles, formsOfAddress } from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { recordFields, text } from "../results.js";

export const contactResult = z.object({
  ...recordFields,
  name: z.string(),
  role: z.enum(contactRoles),
  company: text,
  email: text,
  phone: text,
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  pec: text,
  notes: text,
  taxCode: text,
  vatNumber: text,
  address: text,
  postalCode: text,
  city: text,
  province: text,
  country: text,
  sdiCode: text,
  formOfAddress: z.enum(formsOfAddress).nullable(),
});

recordOf(contactResult, "contacts");
