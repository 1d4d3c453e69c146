import { z } from "zod";
import { projectStages, projectTypes } from "../../domain/vocabulary.js";
import { id, text } from "../schemas.js";

export const projectId = id("the project");

export const stage = z.enum(projectStages);

export const projectFields = {
  type: z.enum(projectTypes).describe("what kind of procedure it is"),
  description: text("what the project is about"),
  address: text("address of the work site"),
  municipality: text("the comune"),
  clientContactId: text("the contact that is the client"),
};

export const connectionResult = z.object({ projectId: z.string(), contactId: z.string(), connected: z.boolean() });
