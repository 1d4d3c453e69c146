import { describe, expect, it } from "@jest/globals";
import { restoreLast } from "../support/deletions.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";
import { volume } from "../support/soak.js";

const time = forEachTest(startFlyingTime);

interface Clocked {
  stage: string;
  tasks: { title: string; status: string }[];
  submissions: { clock: { state: string; remainingDays: number | null } | null }[];
}
const project = (fields: object = {}) =>
  time.org.ok("create_project", { name: "Villa Rossi", type: "permesso_di_costruire", ...fields });
const read = (projectId: string) => time.org.ok<Clocked & { id: string }>("get_project", { projectId });
const submit = (projectId: string, days: number, fields: object = {}) =>
  time.org.ok("record_submission", { projectId, decisionDeadline: time.day(days).toISOString(), ...fields });
const about = (part: string) => time.mails().filter((mail) => mail.includes(part));

describe("the decision deadline of a submission", () => {
  it("passes with no outcome: the owners are told, a task is opened once, the stage stays", async () => {
    const { id: projectId } = await project();
    const { id, clock } = await submit(projectId, 90, { advanceStage: "submitted" });
    expect(clock).toEqual({ state: "running", remainingDays: 90 });
    expect(await time.result(`watch-submission:${id}`)).toBe("overdue");
    const { stage, tasks, submissions } = await read(projectId);
    expect(stage).toBe("submitted");
    expect(tasks.map(({ title, status }) => [title.slice(0, 71), status])).toEqual([
      ["Termine decorso: verificare le condizioni e chiedere l'attestazione all", "todo"],
    ]);
    expect(submissions[0]?.clock).toEqual({ state: "overdue", remainingDays: 0 });
    expect(about("Termine decorso")).toEqual([`${time.owner.email}: Termine decorso: Villa Rossi`]);
    const row = await time.one<{ overdue_at: Date }>("select overdue_at from submission where id = $1", id);
    // The whole day: it is over at midnight in Rome, an hour or two before midnight UTC.
    const overMs = row.overdue_at.getTime() - time.day(90).getTime();
    expect(overMs).toBeGreaterThanOrEqual(22 * 3_600_000);
    expect(overMs).toBeLessThan(23.5 * 3_600_000);
  });

  it("stands still for a suspension of more than a year and keeps the days that remained", async () => {
    const { id: projectId } = await project();
    const { id, reminder } = await submit(projectId, 60);
    await time.ordered();
    await time.org.ok("set_submission_outcome", { submissionId: id, outcome: "suspended" });
    await time.ordered();
    // Longer than any timer, and never to the instant at which one fires: the time-skipping server may then stand still.
    await time.pass(380);
    expect(time.mails()).toEqual([]);
    const { submissions, tasks } = await read(projectId);
    expect(submissions[0]?.clock).toEqual({ state: "suspended", remainingDays: 60 });
    expect(tasks).toEqual([]);
    expect((await time.org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("suspended");

    const second = await submit(projectId, 400, { kind: "integration" });
    const after = await read(projectId);
    expect(after.submissions.map(({ clock }) => clock?.state)).toEqual(["closed", "running"]);
    expect((await time.org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("cancelled");
    expect(await time.result(`watch-submission:${id}`)).toBe("closed");
    expect(await time.result(`watch-submission:${second.id}`)).toBe("overdue");
    expect((await read(projectId)).tasks).toHaveLength(1);
  });

  it("takes an outcome that comes after it has passed, and tells nothing more", async () => {
    const { id: projectId } = await project();
    const { id, reminder } = await submit(projectId, 10);
    expect(await time.result(`watch-submission:${id}`)).toBe("overdue");
    expect(await time.result(`watch-reminder:${reminder.id}`)).toBe("told");
    const told = time.mails().length;
    const answered = await time.org.ok("set_submission_outcome", { submissionId: id, outcome: "approved" });
    expect(answered.clock).toEqual({ state: "closed", remainingDays: null });
    expect((await time.org.ok("get_reminder", { reminderId: reminder.id })).status).toBe("cancelled");
    await time.ordered();
    await time.pass(60);
    expect(time.mails()).toHaveLength(told);
    expect((await read(projectId)).tasks).toHaveLength(1);
  });

  it("has its task cancelled by an approval and a deletion, and has it again when these are taken back", async () => {
    const { id: projectId } = await project();
    const { id: submissionId } = await submit(projectId, -2, { submittedAt: time.day(-30).toISOString() });
    expect(await time.result(`watch-submission:${submissionId}`)).toBe("overdue");
    const status = async () => (await read(projectId)).tasks.map((task) => task.status);
    await time.org.ok("set_submission_outcome", { submissionId, outcome: "rejected" });
    expect(await status()).toEqual(["todo"]);
    await time.org.ok("reopen_submission", { submissionId });
    await time.org.ok("set_submission_outcome", { submissionId, outcome: "approved" });
    expect(await status()).toEqual(["cancelled"]);
    await time.org.ok("reopen_submission", { submissionId });
    expect(await status()).toEqual(["todo"]);
    await time.org.ok("delete_submission", { submissionId });
    expect(await status()).toEqual(["cancelled"]);
    await restoreLast(time.org, "submission");
    expect(await status()).toEqual(["todo"]);
  });

  it.each(volume(["approved"], ["approved", "rejected"]))("ends with an outcome: %s", async (outcome) => {
    const { id: projectId } = await project();
    const { id, reminder } = await submit(projectId, 60);
    await time.ordered();
    await time.org.ok("set_submission_outcome", { submissionId: id, outcome });
    expect(await time.result(`watch-submission:${id}`)).toBe("closed");
    expect(await time.result(`watch-reminder:${reminder.id}`)).toBe("closed");
    expect((await read(projectId)).submissions[0]?.clock).toEqual({ state: "closed", remainingDays: null });
    expect(time.mails()).toEqual([]);
  });

  it("ends without writing when the project is deleted", async () => {
    const { id: projectId } = await project();
    const { id } = await submit(projectId, 60);
    await time.ordered();
    await time.org.ok("delete_project", { projectId });
    const events = "select count(*)::int from audit_event where via = 'workflow'";
    expect(await time.result(`watch-submission:${id}`)).toBe("closed");
    expect(await time.one(events)).toEqual({ count: 0 });
    expect(time.mails()).toEqual([]);
  });
});

describe("a deadline that the project itself holds", () => {
  const setStage = (projectId: string, fields: object) =>
    time.org.ok("update_project_stage", { projectId, stage: "review", ...fields }, time.owner.key);

  it("is told of as a reminder's, and passes as a submission's, with no reminder of its own", async () => {
    const { id: projectId } = await project();
    await setStage(projectId, { decisionDeadline: time.day(45).toISOString() });
    expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
    const subjects = time.smtp.messages.map(({ subject }) => subject);
    expect(subjects.length).toBeGreaterThanOrEqual(6);
    expect(subjects.at(-2)).toBe("Scadenza: Termine per la decisione dell'ente: Villa Rossi");
    expect(subjects.at(-1)).toBe("Termine decorso: Villa Rossi");
    expect(new Set(subjects).size).toBe(subjects.length);
    const { stage, tasks } = await read(projectId);
    expect([stage, tasks.length]).toEqual(["review", 1]);
    expect((await time.org.ok("list_reminders", { projectId })).items).toEqual([]);
  });

  it("keeps silent where a submission's deadline is on the same day", async () => {
    const { id: projectId } = await project();
    await submit(projectId, 45);
    await setStage(projectId, { decisionDeadline: time.day(45).toISOString() });
    expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
    expect(about("Termine per la decisione dell'ente")).toEqual([]);
  });

  it("is not told again where a submission with the same date tells of it: never two notices for one date", async () => {
    const { id: projectId } = await project();
    const { id, reminder } = await submit(projectId, 20);
    await setStage(projectId, { decisionDeadline: time.day(20).toISOString() });
    expect(await time.result(`watch-submission:${id}`)).toBe("overdue");
    await time.result(`watch-reminder:${reminder.id}`);
    expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
    expect(new Set(time.mails()).size).toBe(time.mails().length);
    expect(about("Termine decorso")).toHaveLength(1);
    const { rows } = await time.api.pool.query("select notice from message where about_id = $1", [projectId]);
    expect(rows).toEqual([]);
    expect((await read(projectId)).tasks).toHaveLength(1);
  });

  it("is watched at its new date once it was moved, and no more once it was cleared", async () => {
    const { id: projectId } = await project();
    await setStage(projectId, { decisionDeadline: time.day(10).toISOString() });
    await time.ordered();
    await setStage(projectId, { decisionDeadline: time.day(400).toISOString() });
    await time.ordered();
    await time.pass(30);
    expect(time.mails()).toEqual([]);
    await setStage(projectId, { decisionDeadline: "" });
    expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
    expect(time.mails()).toEqual([]);
    expect((await read(projectId)).tasks).toEqual([]);
  });

  it("runs again for a new deadline after an earlier one has passed", async () => {
    const { id: projectId } = await project();
    await setStage(projectId, { decisionDeadline: new Date(Date.now() + 1_000).toISOString() });
    await time.result(`watch-project:${projectId}`);
    expect((await read(projectId)).tasks).toHaveLength(1);
    await setStage(projectId, { decisionDeadline: new Date(Date.now() + 1_000).toISOString() });
    expect(await time.result(`watch-project:${projectId}`)).toBe("settled");
    expect((await read(projectId)).tasks).toHaveLength(2);
  });
});
