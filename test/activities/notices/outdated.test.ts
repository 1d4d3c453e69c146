import { beforeAll, expect, it } from "@jest/globals";
import { loadConfig } from "../../../src/config.js";
import { activitiesOver } from "../../support/activities.js";
import { startApi } from "../../support/caller.js";
import { day, inDays } from "../../support/days.js";
import { restoreLast } from "../../support/deletions.js";
import { createProject, ordersFor, organization } from "../../support/factories.js";
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

/** A notice that a filing's deadline, the day before yesterday, has passed. */
async function passedFiling() {
  const { id: projectId } = await createProject(org);
  const { id: submissionId } = await org.ok("record_submission", { projectId, decisionDeadline: day(-2) });
  const tell = () => activities.markOverdue({ organizationId: org.organizationId, submissionId, at: Date.now() });
  return { projectId, submissionId, tell, messageIds: (await tell()).messageIds };
}

/** A notice that a project's own deadline, the day before yesterday, has passed. */
async function passedOwn() {
  const { id: projectId } = await createProject(org);
  await setStage(projectId, { decisionDeadline: day(-2) });
  const { organizationId } = org;
  const { messageIds } = await activities.settleProjectDeadline({ organizationId, projectId, at: Date.now() });
  return { projectId, messageIds };
}

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
  [
    "a filing was deleted",
    "its filing was deleted",
    () => overdueSubmission((submissionId) => org.ok("delete_submission", { submissionId })),
  ],
  [
    "a project was deleted",
    "its project was deleted",
    () => passedStage((projectId) => org.ok("delete_project", { projectId })),
  ],
  [
    "an approved filing's project was deleted",
    "its project was deleted",
    () =>
      overdueSubmission(async (submissionId) => {
        const { projectId } = await outcome("approved")(submissionId);
        await org.ok("delete_project", { projectId });
      }),
  ],
  ["a thread was dismissed", "the thread needs no reply any more", waitingThread],
];

it.each(cases)("sends no notice that waited for the mail server until %s", async (_, reason, write) => {
  const before = smtp.messages.length;
  const { messageIds, decide } = await write();
  expect(messageIds).toHaveLength(1);
  await decide();
  for (const messageId of messageIds)
    await activities.handOverMessage({ organizationId: org.organizationId, messageId });
  const { rows } = await api.pool.query("select status, error from message where id = any($1)", [messageIds]);
  expect(rows).toEqual([{ status: "failed", error: `not sent: ${reason}` }]);
  expect(smtp.messages).toHaveLength(before);
});

it.each(cases)("sends one unless %s", async (_, __, write) => {
  const { messageIds } = await write();
  const before = smtp.messages.length;
  for (const messageId of messageIds)
    await activities.handOverMessage({ organizationId: org.organizationId, messageId });
  expect(smtp.messages.length - before).toBe(messageIds.length);
});

/** What is deleted while its notice waits, and the reason that the notice then has. */
const deleted: [string, string, () => Promise<{ messageId: string; remove: () => Promise<unknown> }>][] = [
  [
    "filing",
    "its filing was deleted",
    async () => {
      const { submissionId, messageIds } = await passedFiling();
      return { messageId: messageIds[0] ?? "", remove: () => org.ok("delete_submission", { submissionId }) };
    },
  ],
  [
    "reminder",
    "the reminder was deleted",
    async () => {
      const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(1) });
      const { organizationId } = org;
      const { messageIds } = await activities.fireReminder({ organizationId, reminderId, at: Date.now() + 3 * dayMs });
      return { messageId: messageIds[0] ?? "", remove: () => org.ok("delete_reminder", { reminderId }) };
    },
  ],
];

it.each(deleted)(
  "doesn't say that one was never sent whose sending broke off, where its %s is deleted",
  async (_, reason, write) => {
    const { messageId, remove } = await write();
    await api.pool.query("update message set attempted_at = now() where id = $1", [messageId]);
    await remove();
    const { rows } = await api.pool.query("select status, error from message where id = $1", [messageId]);
    const error = `not sent again: ${reason}; whether it arrived before isn't known`;
    expect(rows).toEqual([{ status: "uncertain", error }]);
  },
);

const restoreNewest = () => restoreLast(org);

it.each(deleted)(
  "sends one after all whose attempt was in vain while its %s was deleted, once that is there again",
  async (_, __, write) => {
    const { messageId, remove } = await write();
    const handOver = () => activities.handOverMessage({ organizationId: org.organizationId, messageId });
    smtp.behaviour.onMail = async () => {
      await remove();
      throw new Error("not now");
    };
    expect(await handOver()).toEqual({ outcome: "failed" });
    delete smtp.behaviour.onMail;
    await restoreNewest();
    expect(await handOver()).toMatchObject({ outcome: "sent" });
  },
);

interface TakenBack extends Written {
  takeBack(): Promise<unknown>;
}

/** What an integration with another deadline decides, until that is taken back. */
function withIntegration(
  { projectId, messageIds }: { projectId: string; messageIds: string[] },
  takeBack: (submissionId: string) => Promise<unknown>,
): TakenBack {
  const integration = { projectId, kind: "integration", decisionDeadline: inDays(30) };
  let submissionId = "";
  return {
    messageIds,
    decide: async () => {
      submissionId = (await org.ok("record_submission", integration)).id;
    },
    takeBack: () => takeBack(submissionId),
  };
}

it.each<[string, () => Promise<TakenBack>]>([
  [
    "an approval of the filing",
    async () => {
      const { submissionId, messageIds } = await passedFiling();
      const takeBack = () => org.ok("reopen_submission", { submissionId });
      return { messageIds, decide: () => outcome("approved")(submissionId), takeBack };
    },
  ],
  [
    "an integration that replaced the filing's deadline",
    async () => withIntegration(await passedFiling(), (submissionId) => org.ok("delete_submission", { submissionId })),
  ],
  [
    "an approved stage",
    async () => {
      const { projectId, messageIds } = await passedOwn();
      return {
        messageIds,
        decide: () => setStage(projectId, { stage: "approved" }),
        takeBack: () => setStage(projectId, { stage: "review" }),
      };
    },
  ],
  [
    "an approval of a filing without a date, which is deleted",
    async () => {
      const { projectId, messageIds } = await passedOwn();
      const { id: submissionId } = await org.ok("record_submission", { projectId });
      const takeBack = () => org.ok("delete_submission", { submissionId });
      return { messageIds, decide: () => outcome("approved")(submissionId), takeBack };
    },
  ],
  [
    "a deletion of the filing",
    async () => {
      const { submissionId, messageIds } = await passedFiling();
      return { messageIds, decide: () => org.ok("delete_submission", { submissionId }), takeBack: restoreNewest };
    },
  ],
  [
    "a deletion of the filing's project",
    async () => {
      const { projectId, messageIds } = await passedFiling();
      return { messageIds, decide: () => org.ok("delete_project", { projectId }), takeBack: restoreNewest };
    },
  ],
  [
    "an integration with a date, which was none",
    async () =>
      withIntegration(await passedOwn(), (submissionId) =>
        org.ok("update_submission", { submissionId, kind: "reminder" }),
      ),
  ],
])("sends one after all that was withdrawn by %s, which is taken back", async (_, write) => {
  const { messageIds, decide, takeBack } = await write();
  const [messageId] = messageIds as [string];
  const { organizationId } = org;
  const handOver = () => activities.handOverMessage({ organizationId, messageId });
  await decide();
  expect(await handOver()).toEqual({ outcome: "failed" });
  await takeBack();
  expect(await ordersFor(api, `send-message:${messageId}`)).toHaveLength(1);
  expect(await handOver()).toMatchObject({ outcome: "sent" });
});

it("sends one after all whose deadline was moved, and has passed again on the same day", async () => {
  const { projectId, submissionId, tell, messageIds } = await passedFiling();
  const [messageId] = messageIds as [string];
  const { organizationId } = org;
  const move = (days: number) => org.ok("update_submission", { submissionId, decisionDeadline: day(days) });
  await move(30);
  expect(await activities.handOverMessage({ organizationId, messageId })).toEqual({ outcome: "failed" });
  await move(-2);
  expect(await tell()).toEqual({ messageIds });
  expect((await org.ok("list_tasks", { projectId })).items).toMatchObject([{ status: "todo" }]);
  expect(await activities.handOverMessage({ organizationId, messageId })).toMatchObject({ outcome: "sent" });
});

it("sends none of a former date once a variant is filed, though an outcome is taken back", async () => {
  const { projectId, messageIds } = await passedOwn();
  const [messageId] = messageIds as [string];
  const { organizationId } = org;
  const { id: submissionId } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(40) });
  await setStage(projectId, { stage: "approved" });
  expect(await activities.handOverMessage({ organizationId, messageId })).toEqual({ outcome: "failed" });
  await setStage(projectId, { stage: "submitted" });
  await org.ok("record_submission", { projectId });
  await outcome("suspended")(submissionId);
  await org.ok("reopen_submission", { submissionId });
  expect(await ordersFor(api, `send-message:${messageId}`)).toEqual([]);
});

it.each(["suspended", "approved"])(
  "sends none of a former date where the variant's own filing was %s by mistake",
  async (decided) => {
    const { projectId, messageIds } = await passedOwn();
    const [messageId] = messageIds as [string];
    const { organizationId } = org;
    await setStage(projectId, { stage: "approved" });
    expect(await activities.handOverMessage({ organizationId, messageId })).toEqual({ outcome: "failed" });
    const variant = { projectId, advanceStage: "submitted" };
    const { id: submissionId } = await org.ok("record_submission", variant);
    await outcome(decided)(submissionId);
    await org.ok("reopen_submission", { submissionId });
    expect(await ordersFor(api, `send-message:${messageId}`)).toEqual([]);
  },
);
