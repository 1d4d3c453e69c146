import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { contactRoles } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { pageOf } from "../results.js";
import { paging, view } from "../schemas.js";
import { contactResult } from "./results.js";

export const listContacts = defineAction({
  name: "list_contacts",
  title: { en: "List contacts", it: "Elenca i contatti" },
  description: "Lists the address book, newest first.",
  area: "contacts",
  permissions: ["contacts:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    role: z.enum(contactRoles).describe("only contacts of this role").optional(),
    view,
    ...paging,
  }),
  result: pageOf(contactResult),

  async run({ role, limit, cursor, view }, ctx) {
    return ctx.page(Contact, { role }, { limit, cursor, shortened: view === "full" ? [] : ["notes"] });
  },
});
