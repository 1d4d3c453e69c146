import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { ProjectContact } from "../../db/entities/project-contact.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { connectionResult, projectId } from "./fields.js";

export const connectContact = defineAction({
  name: "connect_contact",
  title: { en: "Connect a contact to a project", it: "Collega un contatto a una pratica" },
  description:
    "Connects a contact to a project, in addition to its client. A contact can be connected to many projects.",
  area: "projects",
  permissions: ["projects:edit"],
  effect: "update",
  closedToGuests: true,
  idempotent: true,

  input: z.strictObject({ projectId, contactId: id("the contact to connect") }),
  result: connectionResult,

  async run({ projectId, contactId }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const contact = await ctx.load(Contact, { contactId });
    const link = { projectId: project.id, contactId: contact.id };
    const existing = await ctx.all(ProjectContact, link);
    if (existing.length === 0) ctx.insert(ProjectContact, link);
    return { ...link, connected: true };
  },
});
