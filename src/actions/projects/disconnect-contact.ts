import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { ProjectContact } from "../../db/entities/project-contact.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { connectionResult, projectId } from "./fields.js";

export const disconnectContact = defineAction({
  name: "disconnect_contact",
  title: { en: "Disconnect a contact from a project", it: "Scollega un contatto da una pratica" },
  description: "Shows a contact on a project no longer; the contact is kept, and so is the project's client.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ projectId, contactId: id("the contact to show no longer") }),
  result: connectionResult,

  async run({ projectId, contactId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const contact = await ctx.load(Contact, { contactId });
    const link = { projectId: project.id, contactId: contact.id };
    for (const known of await ctx.all(ProjectContact, link)) ctx.delete(known);
    return { ...link, connected: false };
  },
});
