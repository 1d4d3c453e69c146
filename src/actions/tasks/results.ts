import { z } from "zod";
import { taskStatuses } from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { instant, recordFields, text } from "../results.js";

export const taskResult = z.object({
  ...recordFields,
  projectId: z.string(),
  title: z.string(),
  dueAt: instant.nullable(),
  assigneeId: text,
  status: z.enum(taskStatuses),
  checklist: z.array(z.object({ text: z.string(), done: z.boolean() })),
});

recordOf(taskResult, "tasks");
