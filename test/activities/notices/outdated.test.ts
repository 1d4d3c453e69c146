import { beforeAll, expect, it } from "@jest/globals";
import { loadConfig } from "../../../src/config.js";
import { activitiesOver } from "../../support/activities.js";
import { startApi } from "../../support/caller.js";
import { inDays } from "../../support/days.js";
import { createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startSmtp } from "../../support/smtp.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const smtp = forAllTests(startSmtp);
let activities: ReturnType<typeof activitiesOver>;
const dayMs = 86_400_000;

beforeAll(async () => {
  await org.member("owner");
  activities = activitiesOver(api.app.database, loadConfig({ SMTP_URL: smtp.url }));
});

/** A notice that is written, and what makes it outdated before it is handed over. */
interface Written {
  messageIds: string[];
  decide(): Promise<unknown>;
}

const setStage = (projectId: string, fields: object) =>
  org.ok("update_project_stage", { projectId, stage: "review", ...fields });

async function overdueSubmission(decide: (submissionId: string) => Promise<unknown>): Promise<Written> {
  const { id: projectId } = await createProject(org);
  const { id: submissionId } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(1) });
  const { organizationId } = org;
  const written = await activities.markOverdue({ organizationId, submissionId, at: Date.now() + 3 * dayMs });
  return { ...written, decide: () => decide(submissionId) };
}

async function passedStage(decide: (projectId: string) => Promise<unknown>): Promise<Written> {
  const { id: projectId } = await createProject(org);
  await setStage(projectId, { decisionDeadline: inDays(1) });
  const { organizationId } = org;
  const written = await activities.settleProjectDeadline({ organizationId, projectId, at: Date.now() + 3 * dayMs });
  return { ...written, decide: () => decide(projectId) };
}

async function waitingThread(): Promise<Written> {
  const { thread } = await org.ok("send_message", { to: "a@example.test", body: "Buongiorno" });
  const set = (status: string) => org.ok("set_thread_status", { threadId: thread.id, status });
  await set("needs_reply");
  await activities.tellWaitingThreads({ at: Date.now() + 7 * dayMs });
  const { rows } = await api.pool.query("select id from message where about_id = $1", [thread.id]);
  return { messageIds: rows.map(({ id }) => id), decide: () => set("closed") };
}

const outcome = (name: string) => (submissionId: string) =>
  org.ok("set_submission_outcome", { submissionId, outcome: name });

const cases: [string, string, () => Promise<Written>][] = [
  ["a filing was approved", "its clock was closed", () => overdueSubmission(outcome("approved"))],
  ["a filing was suspended", "its clock was suspended", () => overdueSubmission(outcome("suspended"))],
  [
    "a filing's deadline was moved",
    "the deadline got another date",
    () =>
      overdueSubmission((submissionId) => org.ok("update_submission", { submissionId, decisionDeadline: inDays(90) })),
  ],
  [
    "a stage was approved",
    "its clock was closed",
    () => passedStage((projectId) => setStage(projectId, { stage: "approved" })),
  ],
  [
    "a stage's deadline was moved",
    "the deadline got another date",
    () => passedStage((projectId) => setStage(projectId, { decisionDeadline: inDays(90) })),
  ],
  ["a thread was dismissed", "the thread needs no reply any more", waitingThread],
];

it.each(cases)("sends no notice that waited for the mail server until %s", async (_, reason, write) => {
  const before = smtp.messages.length;
  const { messageIds, decide } = await write();
  expect(messageIds).toHaveLength(1);
  await decide();
  for (const messageId of messageIds)
    await activities.handOverMessage({ organizationId: org.organizationId, messageId, isNotice: true } as never);
  const { rows } = await api.pool.query("select status, error from message where id = any($1)", [messageIds]);
  expect(rows).toEqual([{ status: "failed", error: `not sent: ${reason}` }]);
  expect(smtp.messages).toHaveLength(before);
});

it.each(cases)("sends one of which that is not so: %s", async (_, __, write) => {
  const { messageIds } = await write();
  const before = smtp.messages.length;
  for (const messageId of messageIds)
    await activities.handOverMessage({ organizationId: org.organizationId, messageId, isNotice: true } as never);
  expect(smtp.messages.length - before).toBe(messageIds.length);
});
