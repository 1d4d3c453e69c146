import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { recordOf } from "../record-areas.js";
import { contactResult } from "../results.js";
import { id } from "../schemas.js";

const projectOfContact = recordOf(
  z.object({ id: z.string(), name: z.string(), status: z.string(), isClient: z.boolean() }),
  "projects",
);

export const getContact = defineAction({
  name: "get_contact",
  title: { en: "Read a contact", it: "Legge un contatto" },
  description: "Returns a contact with the projects where it is the client or is shown.",
  area: "contacts",
  permissions: ["contacts:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ contactId: id("the contact to read") }),
  result: contactResult.extend({
    projects: z.array(projectOfContact),
    omitted,
  }),

  async run({ contactId }, ctx) {
    const contact = await ctx.load(Contact, { contactId });
    const projects = await ctx.query<{ id: string; name: string; status: string; isClient: boolean }>(
      `select p.id, p.name, p.status, p.client_contact_id is not distinct from $2 as "isClient" from project p
       where p.organization_id = $1 and (p.client_contact_id = $2 or exists (
         select from project_contact c where c.organization_id = $1 and c.project_id = p.id and c.contact_id = $2))
       order by p.id`,
      contactId,
    );
    return { ...contact, projects };
  },
});
