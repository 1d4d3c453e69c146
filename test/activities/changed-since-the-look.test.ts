import { describe, expect, it } from "@jest/globals";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { inDays } from "../support/days.js";
import { createContact, createProject, organizationWithOwner } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organizationWithOwner(api));
const activities = forAllTests(() => activitiesOver(api.app.database));

const momentIn = (days: number) => Date.now() + days * dayMs;
const silent = { messageIds: [] };

async function untold(recordId: string): Promise<void> {
  const { rows } = await api.pool.query("select notice from message where $1 in (about_id, reminder_id)", [recordId]);
  expect(rows).toEqual([]);
}

/** A workflow looks at its row, then acts: what people have done in between decides. */
describe("of a reminder", () => {
  const of = (reminderId: string) => ({ organizationId: org.organizationId, reminderId });
  const create = async (fields: object = {}): Promise<string> =>
    (await org.ok("create_reminder", { title: "Variante", kind: "deadline", dueAt: inDays(40), ...fields })).id;
  const ahead = (reminderId: string, at = momentIn(39)) =>
    activities.tellAhead({ ...of(reminderId), notice: "7 days", at });
  const fire = (reminderId: string, at = momentIn(41)) => activities.fireReminder({ ...of(reminderId), at });
  const statusOf = async (reminderId: string) => (await org.ok("get_reminder", { reminderId })).status;

  it.each(["done", "cancelled"])("that is %s nobody is told, and so it stays", async (status) => {
    const id = await create();
    await org.ok("complete_reminder", { reminderId: id, status });
    expect(await ahead(id)).toEqual(silent);
    expect(await fire(id)).toEqual({ isOpen: false, ...silent });
    expect(await statusOf(id)).toBe(status);
    await untold(id);
  });

  it("whose clock is suspended nobody is told, and so it stays", async () => {
    const { id: projectId } = await createProject(org);
    const filed = await org.ok("record_submission", { projectId, decisionDeadline: inDays(40) });
    await org.ok("set_submission_outcome", { submissionId: filed.id, outcome: "suspended" });
    const [{ id }] = (await org.ok("list_reminders", { projectId })).items;
    expect(await ahead(id)).toEqual(silent);
    expect(await fire(id)).toEqual({ isOpen: false, ...silent });
    expect(await statusOf(id)).toBe("suspended");
    await untold(id);
  });

  it("whose date is still to come, it becomes due then and not before", async () => {
    const id = await create();
    expect(await fire(id, momentIn(39))).toEqual({ isOpen: false, ...silent });
    expect(await statusOf(id)).toBe("pending");
    await untold(id);
    const { isOpen, messageIds } = await fire(id);
    expect([isOpen, messageIds.length, await statusOf(id)]).toEqual([true, 1, "due"]);
    // A due one stays so, whatever its workflow's clock says.
    expect(await fire(id, momentIn(0))).toEqual({ isOpen: true, messageIds });
  });

  it("whose notice ahead isn't planned yet for its date nobody is told ahead", async () => {
    const id = await create();
    expect(await ahead(id, momentIn(20))).toEqual(silent);
    await untold(id);
  });

  it("whose date came while the machine slept nobody is told ahead of it, and in words of today before that", async () => {
    const id = await create();
    expect(await ahead(id, momentIn(41))).toEqual(silent);
    await untold(id);
    await api.pool.query("update reminder set due_at = now() - interval '1 minute' where id = $1", [id]);
    expect(await ahead(id, momentIn(-1))).toEqual(silent);
    await untold(id);
    // Its workflow looked twenty days ago.
    await api.pool.query(
      "update reminder set due_at = now() + interval '3 days', created_at = now() - interval '60 days' where id = $1",
      [id],
    );
    const { messageIds } = await activities.tellAhead({ ...of(id), notice: "30 days", at: momentIn(-20) });
    const { rows } = await api.pool.query("select subject from message where id = any($1)", [messageIds]);
    expect(rows).toEqual([{ subject: expect.stringMatching(/^Scadenza tra 3 giorni/) }]);
  });

  it("of a document that was answered nobody is told: it is cancelled, and says why", async () => {
    const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await org.ok("create_document", { title: "Offerta", contactId });
    await org.ok("issue_document", { docId });
    const { reminder } = await org.ok("send_issued_document", { docId });
    // As it stands while the answer's own commit is on its way.
    await api.pool.query("update document set status = 'accepted' where id = $1", [docId]);
    expect(await fire(reminder.id)).toEqual({ isOpen: false, ...silent });
    expect(await org.ok("get_reminder", { reminderId: reminder.id })).toMatchObject({ status: "cancelled" });
    await untold(reminder.id);
  });

  it("that was deleted nothing is written", async () => {
    const id = await create();
    await org.ok("delete_reminder", { reminderId: id });
    expect(await ahead(id)).toEqual(silent);
    expect(await fire(id)).toEqual({ isOpen: false, ...silent });
    await untold(id);
  });
});

describe("of a submission's deadline", () => {
  const pass = (submissionId: string, at = momentIn(3)) =>
    activities.markOverdue({ organizationId: org.organizationId, submissionId, at });
  const file = async () => {
    const { id: projectId } = await createProject(org);
    const filed = await org.ok("record_submission", { projectId, decisionDeadline: inDays(1) });
    return { projectId, submissionId: filed.id };
  };

  it.each(["approved", "suspended"])("that is %s nobody is told", async (outcome) => {
    const { projectId, submissionId } = await file();
    await org.ok("set_submission_outcome", { submissionId, outcome });
    expect(await pass(submissionId)).toEqual(silent);
    expect((await org.ok("get_project", { projectId })).tasks).toEqual([]);
    await untold(submissionId);
  });

  it("whose day isn't over nobody is told, and its clock runs on", async () => {
    const { projectId, submissionId } = await file();
    expect(await pass(submissionId, momentIn(0))).toEqual(silent);
    await untold(submissionId);
    expect((await pass(submissionId)).messageIds).toHaveLength(1);
    expect((await org.ok("get_project", { projectId })).submissions).toMatchObject([{ clock: { state: "overdue" } }]);
  });

  it("that was deleted nothing is written", async () => {
    const { projectId, submissionId } = await file();
    await org.ok("delete_project", { projectId });
    expect(await pass(submissionId)).toEqual(silent);
    await untold(submissionId);
  });
});

describe("of a project's own deadline", () => {
  const of = (projectId: string) => ({ organizationId: org.organizationId, projectId });
  const settle = (projectId: string, at = momentIn(63)) => activities.settleProjectDeadline({ ...of(projectId), at });
  const ahead = (projectId: string, notice: string, at: number) =>
    activities.tellProjectDeadline({ ...of(projectId), notice, at });
  const create = async (): Promise<string> => {
    const { id: projectId } = await createProject(org);
    await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(60) });
    return projectId;
  };

  it("that passed while the machine slept nobody is told ahead of it", async () => {
    const id = await create();
    expect(await ahead(id, "7 days", momentIn(62))).toEqual(silent);
    await untold(id);
  });

  it("that was decided nobody is told, and it is settled", async () => {
    const id = await create();
    await org.ok("update_project_stage", { projectId: id, stage: "approved" });
    expect(await ahead(id, "7 days", momentIn(59))).toEqual(silent);
    expect(await settle(id, momentIn(1))).toEqual({ settled: true, ...silent });
    expect((await org.ok("get_project", { projectId: id })).tasks).toEqual([]);
    await untold(id);
  });

  it("whose day isn't over nobody is told that it passed; once it is, once, and its task stays as people leave it", async () => {
    const id = await create();
    expect(await settle(id, momentIn(58))).toEqual({ settled: false, ...silent });
    await untold(id);
    const { settled, messageIds } = await settle(id);
    expect([settled, messageIds.length]).toEqual([true, 1]);
    const [task] = (await org.ok("get_project", { projectId: id })).tasks;
    await org.ok("update_task_status", { taskId: task.id, status: "cancelled" });
    expect(await settle(id)).toEqual({ settled, messageIds });
    expect((await org.ok("get_project", { projectId: id })).tasks).toMatchObject([
      { id: task.id, status: "cancelled" },
    ]);
    const look = await activities.lookAtProjectDeadline({ ...of(id), at: momentIn(64), toldUpTo: 0 });
    expect(look).toEqual({ state: "settled" });
  });

  it("that was deleted nothing is written", async () => {
    const id = await create();
    await org.ok("delete_project", { projectId: id });
    expect(await ahead(id, "7 days", momentIn(59))).toEqual(silent);
    expect(await settle(id)).toEqual({ settled: true, ...silent });
    await untold(id);
  });
});
