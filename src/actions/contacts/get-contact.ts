import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { recordOf } from "../record-areas.js";
import { id } from "../schemas.js";
import { contactResult } from "./results.js";

const projectOfContact = recordOf(
  z.object({ id: z.string(), name: z.string(), status: z.string(), isClient: z.boolean() }),
  "projects",
);

interface WithProjects {
  projects: z.input<typeof projectOfContact>[];
}

const projectsColumn = () => `(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'status', p.status,
    'isClient', p.client_contact_id is not distinct from t.id) order by p.id), '[]')
  from (
    select c.id from project c where c.organization_id = t.organization_id and c.client_contact_id = t.id
    union select l.project_id from project_contact l where l.organization_id = t.organization_id and l.contact_id = t.id
  ) own join project p on p.organization_id = t.organization_id and p.id = own.id) as projects`;

export const getContact = defineAction({
  name: "get_contact",
  title: { en: "Read a contact", it: "Legge un contatto" },
  description: "Returns a contact with the projects whose client it is or to which it is connected.",
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
    return ctx.load<Contact, WithProjects>(Contact, { contactId }, [projectsColumn]);
  },
});
