import { expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { startWorkingApi } from "../support/working-api.js";

const api = forAllTests(startWorkingApi);
const org = forAllTests(() => organization(api));

interface Instant {
  seconds?: unknown;
  nanos?: number | null;
}
const msOf = (instant?: Instant | null): number =>
  Number(instant?.seconds) * 1_000 + Math.floor((instant?.nanos ?? 0) / 1e6);

/** When the timer that a watcher sleeps by ends, counted from the moment at which the workflow asked for it. */
async function wakesAt(workflowId: string): Promise<number | undefined> {
  const handle = api.temporal.client.workflow.getHandle(workflowId);
  const { events } = (await handle.fetchHistory().catch(() => null)) ?? {};
  const timer = events?.findLast(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const { startToFireTimeout, workflowTaskCompletedEventId } = timer?.timerStartedEventAttributes ?? {};
  const at = (id: unknown) => events?.find(({ eventId }) => String(eventId) === String(id));
  const asked = at(at(workflowTaskCompletedEventId)?.workflowTaskCompletedEventAttributes?.startedEventId);
  return asked && msOf(asked.eventTime) + msOf(startToFireTimeout);
}

it("a watcher wakes at its moment, however long it took to read its row", async () => {
  const { id: projectId } = await createProject(org);
  const dueAt = new Date(Date.now() + 20 * 86_400_000);
  dueAt.setUTCSeconds(0, 0);
  const reminder = await org.ok("create_reminder", { title: "Sopralluogo", dueAt: dueAt.toISOString() });
  const submission = await org.ok("record_submission", { projectId, decisionDeadline: dueAt.toISOString() });
  const other = await createProject(org);
  await org.ok("update_project_stage", {
    projectId: other.id,
    stage: "review",
    decisionDeadline: dueAt.toISOString(),
  });
  const quote = await org.ok("create_document", { title: "Preventivo" });
  await org.ok("update_document", { docId: quote.id, validUntil: dueAt.toISOString().slice(0, 10) });
  await org.ok("issue_document", { docId: quote.id });

  expect(await eventually(() => wakesAt(`watch-reminder:${reminder.id}`))).toBe(dueAt.getTime());
  for (const watcher of [
    `watch-submission:${submission.id}`,
    `watch-project:${other.id}`,
    `expire-document:${quote.id}:1`,
  ])
    expect([watcher, (await eventually(() => wakesAt(watcher))) % 60_000]).toEqual([watcher, 0]);
});
