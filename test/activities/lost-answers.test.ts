import { expect, it } from "@jest/globals";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { inDays } from "../support/days.js";
import { createProject, organizationWithOwner } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organizationWithOwner(api));
const activities = forAllTests(() => activitiesOver(api.app.database));

type Written = Promise<{ messageIds: string[] }>;

/** By the notice that is written: what writes it, and what closes its record then. */
const cases: Record<string, () => Promise<{ write: () => Written; close: () => Promise<unknown> }>> = {
  "that a reminder is due": async () => {
    const { id: reminderId } = await org.ok("create_reminder", { title: "Variante", dueAt: inDays(40) });
    const input = { organizationId: org.organizationId, reminderId, at: Date.now() + 41 * dayMs };
    return {
      write: () => activities.fireReminder(input),
      close: () => org.ok("complete_reminder", { reminderId }),
    };
  },
  "ahead of a reminder": async () => {
    const { id: reminderId } = await org.ok("create_reminder", {
      title: "Variante",
      kind: "deadline",
      dueAt: inDays(40),
    });
    const input = { organizationId: org.organizationId, reminderId, notice: "7 days", at: Date.now() + 39 * dayMs };
    return {
      write: () => activities.tellAhead(input),
      close: () => org.ok("complete_reminder", { reminderId }),
    };
  },
  "that an authority's deadline has passed": async () => {
    const { id: projectId } = await createProject(org);
    const { id: submissionId } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(1) });
    const input = { organizationId: org.organizationId, submissionId, at: Date.now() + 3 * dayMs };
    return {
      write: () => activities.markOverdue(input),
      close: () => org.ok("set_submission_outcome", { submissionId, outcome: "approved" }),
    };
  },
  "ahead of a project's own deadline": async () => {
    const { id: projectId } = await createProject(org);
    await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(60) });
    const input = { organizationId: org.organizationId, projectId, notice: "7 days", at: Date.now() + 59 * dayMs };
    return {
      write: () => activities.tellProjectDeadline(input),
      close: () => org.ok("update_project_stage", { projectId, stage: "approved" }),
    };
  },
};

it.each(Object.entries(cases))(
  "a notice %s whose answer was lost is handed over although its record was closed meanwhile",
  async (_, prepare) => {
    const { write, close } = await prepare();
    const { messageIds } = await write();
    expect(messageIds.length).toBeGreaterThan(0);
    await close();
    expect((await write()).messageIds).toEqual(messageIds);
  },
);
