import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteContact = defineAction({
  name: "delete_contact",
  title: { en: "Delete a contact", it: "Elimina un contatto" },
  description:
    "Deletes a contact and unlinks it everywhere; issued revisions and sent messages keep what they recorded.",
  area: "contacts",
  permissions: ["contacts:delete"],
  effect: "delete",

  input: z.strictObject({ contactId: id("the contact to delete") }),
  result: deletedResult,

  async run({ contactId }, ctx) {
    const contact = await ctx.load(Contact, { contactId });
    ctx.delete(contact);
    return keepDeleted(ctx, { kind: "contact", id: contact.id, title: contact.name });
  },
});
