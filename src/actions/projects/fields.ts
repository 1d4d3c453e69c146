import { z } from "zod";
import { projectStages, projectTypes } from "../../domain/vocabulary.js";
import { id, label, note, words } from "../schemas.js";

export const projectId = id("the project");

export const stage = z.enum(projectStages);

export const projectFields = {
  type: z.enum(projectTypes).describe("what kind of procedure it is"),
  description: note("what the project is about").optional(),
  address: words("address of the work site").optional(),
  municipality: label("the comune").optional(),
  clientContactId: id("the contact that is the client").optional(),
};

export const connectionResult = z.object({ projectId: z.string(), contactId: z.string(), connected: z.boolean() });
