import { z } from "zod";
import {
  clockStates,
  projectStages,
  projectStatuses,
  projectTypes,
  shareRoles,
  submissionKinds,
  submissionOutcomes,
} from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { instant, recordFields, text } from "../results.js";

// Told in get_project's description, not here: models pay for each word in the schema of every tool that answers with a project.
const clockResult = z.object({
  submissionId: text,
  status: z.enum(clockStates),
  endsAt: instant,
  remainingDays: z.number().nullable(),
});

export const projectResult = z.object({
  ...recordFields,
  name: z.string(),
  status: z.enum(projectStatuses),
  type: z.enum(projectTypes),
  description: text,
  address: text,
  municipality: text,
  clientContactId: text,
  stage: z.enum(projectStages),
  protocolNumber: text,
  submittedAt: instant.nullable(),
  decisionDeadline: instant.nullable(),
  decisionDeadlineSource: z.enum(["submission", "stage"]).nullable(),
  clocks: z.array(clockResult),
  authorityNotes: text,
});

export const shareResult = z.object({ projectId: z.string(), userId: z.string(), role: z.enum(shareRoles) });

/** The state of the clock of a submission's decision deadline. */
export const submissionClock = z.object({
  state: z.enum(clockStates),
  remainingDays: z.number().nullable().describe("days until the deadline; while suspended, the days that were left"),
});

export const submissionResult = z.object({
  ...recordFields,
  projectId: z.string(),
  kind: z.enum(submissionKinds),
  protocolNumber: text,
  submittedAt: instant,
  decisionDeadline: instant.nullable(),
  notes: text,
  outcome: z.enum(submissionOutcomes).nullable(),
  outcomeAt: instant.nullable(),
  clock: submissionClock.nullable().describe("the state of the decision deadline's clock; null: there is no deadline"),
});

for (const schema of [projectResult, submissionResult]) recordOf(schema, "projects");
