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
  description: "Disconnects a contact from a project. The contact itself stays, and so does the project's client.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,

  input: z.strictObject({ projectId, contactId: id("the contact to disconnect") }),
  result: connectionResult,

  async run({ projectId, contactId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const contact = await ctx.load(Contact, { contactId });
    const link = { projectId: project.id, contactId: contact.id };
    for (const existing of await ctx.all(ProjectContact, link)) ctx.delete(existing);
    return { ...link, connected: false };
  },
});
