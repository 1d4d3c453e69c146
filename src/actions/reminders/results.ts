import { z } from "zod";
import { reminderKinds, reminderStatuses } from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { instant, recordFields, text } from "../results.js";

export const reminderResult = z.object({
  ...recordFields,
  title: z.string(),
  dueAt: instant,
  kind: z.enum(reminderKinds),
  status: z.enum(reminderStatuses),
  projectId: text,
  notes: text,
});

/** As reminders are read: several of one project may have one title. */
export const reminderWithOrigin = reminderResult.extend({
  documentId: text.describe("the sent document that it follows up"),
  submissionId: text.describe("the submission whose decision deadline it is"),
});

for (const schema of [reminderResult, reminderWithOrigin]) recordOf(schema, "reminders");
