import { describe, expect, it } from "@jest/globals";
import { dayMs } from "../../../src/domain/calendar/durations.js";
import { activitiesOver } from "../../support/activities.js";
import { startApi } from "../../support/caller.js";
import { day, inDays } from "../../support/days.js";
import { createProject, organizationWithOwner } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organizationWithOwner(api));
const activities = forAllTests(() => activitiesOver(api.app.database));

const decisionDeadline = () => new Date(Date.now() + dayMs).toISOString();
const at = () => Date.now() + 3 * dayMs;

const passing: Record<string, (projectId: string) => Promise<() => Promise<{ messageIds: string[] }>>> = {
  "of a submission": async (projectId) => {
    const { id } = await org.ok("record_submission", { projectId, decisionDeadline: decisionDeadline() });
    const input = { organizationId: org.organizationId, submissionId: id, at: at() };
    return () => activities.markOverdue(input);
  },
  "of a project itself": async (projectId) => {
    await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: decisionDeadline() });
    const input = { organizationId: org.organizationId, projectId, at: at() };
    return () => activities.settleProjectDeadline(input);
  },
};

describe.each(Object.entries(passing))("a deadline %s that has passed", (_, make) => {
  it("gives the owners' notice to be sent again where the answer of the attempt that wrote it was lost", async () => {
    const { id: projectId } = await createProject(org);
    const pass = await make(projectId);
    const { messageIds } = await pass();
    expect(messageIds).toHaveLength(1);
    expect((await pass()).messageIds).toEqual(messageIds);
    expect((await org.ok("get_project", { projectId })).tasks).toHaveLength(1);
  });
});

describe("a deadline that was moved and passes again on the day on which another filing's had passed", () => {
  it.each([
    ["opens its own task again", "todo", ["cancelled", "todo"]],
    [
      "leaves the other's task cancelled where somebody has begun with its own",
      "in_progress",
      ["cancelled", "in_progress"],
    ],
    ["leaves the other's task cancelled where its own is done", "done", ["cancelled", "done"]],
  ])("%s", async (_, status, expected) => {
    const { id: projectId } = await createProject(org);
    const tasks = async (): Promise<{ id: string; status: string }[]> =>
      (await org.ok<{ tasks: { id: string; status: string }[] }>("get_project", { projectId })).tasks;
    const filed = { projectId, submittedAt: day(-70), decisionDeadline: day(-10) };
    const { id: fire } = await org.ok("record_submission", filed);
    const { id: landscape } = await org.ok("record_submission", filed);
    const pass = (submissionId: string) =>
      activities.markOverdue({ organizationId: org.organizationId, submissionId, at: Date.now() });
    const { messageIds } = await pass(landscape);
    await org.ok("update_task_status", { taskId: (await tasks())[0]?.id, status });
    await pass(fire);
    await org.ok("set_submission_outcome", { submissionId: fire, outcome: "approved" });
    for (const days of [20, -10])
      await org.ok("update_submission", { submissionId: landscape, decisionDeadline: day(days) });
    expect((await pass(landscape)).messageIds).toEqual(messageIds);
    expect((await tasks()).map((task) => task.status).toSorted()).toEqual(expected);
  });
});

it("tells of a project's deadline that passed while the stage was approved by mistake and no worker ran, once that is taken back", async () => {
  const { id: projectId } = await createProject(org);
  const setStage = (stage: string, fields = {}) => org.ok("update_project_stage", { projectId, stage, ...fields });
  const settle = () =>
    activities.settleProjectDeadline({ organizationId: org.organizationId, projectId, at: Date.now() });
  await setStage("approved", { decisionDeadline: day(-2) });
  expect(await settle()).toEqual({ settled: true, messageIds: [] });
  await setStage("review");
  expect((await settle()).messageIds).toHaveLength(1);
  await setStage("approved");
  await setStage("review");
  expect((await settle()).messageIds).toHaveLength(1);
  expect((await org.ok("get_project", { projectId })).tasks).toHaveLength(1);
});

it("writes no notice ahead of a project's deadline that was moved since its workflow looked: the new date's is to come", async () => {
  const { id: projectId } = await createProject(org);
  const set = (days: number) =>
    org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(days) });
  const tell = (days: number) =>
    activities.tellProjectDeadline({
      organizationId: org.organizationId,
      projectId,
      notice: "7 days",
      at: Date.now() + days * dayMs,
    });
  await set(60);
  await set(90);
  expect((await tell(59)).messageIds).toEqual([]);
  expect((await tell(89)).messageIds).toHaveLength(1);
});

it("tells ahead of a project's deadline whose other records a clock that was years ahead has dated", async () => {
  const { id: projectId } = await createProject(org);
  await api.pool.query("update project set created_at = now() + interval '9 years' where id = $1", [projectId]);
  await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(60) });
  const { organizationId } = org;
  const input = { organizationId, projectId, notice: "7 days", at: Date.now() + 59 * dayMs };
  expect((await activities.tellProjectDeadline(input)).messageIds).toHaveLength(1);
});
