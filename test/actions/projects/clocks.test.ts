import { describe, expect, it, jest } from "@jest/globals";
import { ActionContext } from "../../../src/actions/context.js";
import { updateOrganization } from "../../../src/admin/provision.js";
import { overdueTaskTitles } from "../../../src/domain/clocks/overdue.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { day } from "../../support/days.js";
import { restoreLast } from "../../support/deletions.js";
import { createProject, ordersFor, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const project = async (fields: Record<string, unknown> = {}) => (await createProject(org, fields)).id;
const read = (projectId: string) => org.ok("get_project", { projectId });
const record = (projectId: string, fields: object = {}) => org.ok("record_submission", { projectId, ...fields });
const setStage = (projectId: string, fields: object) =>
  org.ok("update_project_stage", { projectId, stage: "review", ...fields });
const decide = (submissionId: string, outcome: string) => org.ok("set_submission_outcome", { submissionId, outcome });
const correct = (submissionId: string, fields: object) => org.ok("update_submission", { submissionId, ...fields });
const reopen = (submissionId: string) => org.ok("reopen_submission", { submissionId });
const reminderOf = ({ reminder }: TestRecord) => org.ok("get_reminder", { reminderId: reminder.id });
const nearest = ({ decisionDeadline, decisionDeadlineSource }: TestRecord) => [
  decisionDeadline,
  decisionDeadlineSource,
];
const restoreLatest = (before?: number) => restoreLast(org, "submission", before);
/** A submission of 60 days that the authority suspended today. */
async function suspended(fields: Record<string, unknown> = {}) {
  const projectId = await project(fields);
  const submission = await record(projectId, { decisionDeadline: day(60) });
  await decide(submission.id, "suspended");
  return { projectId, submission };
}
/** Has a submission's deadline be told of as passed. @returns the id of the task that is opened then */
async function pass(projectId: string, submissionId: string, deadline: string): Promise<string> {
  await api.pool.query("update submission set clock_state = 'overdue', overdue_at = now() where id = $1", [
    submissionId,
  ]);
  const [title] = overdueTaskTitles(new Date(deadline), "Europe/Rome");
  return (await org.ok("create_task", { projectId, title })).id;
}

describe("a project's clocks", () => {
  it("show the nearest that runs, and where its deadline was given", async () => {
    const projectId = await project();
    expect(nearest(await setStage(projectId, { decisionDeadline: day(40) }))).toEqual([day(40), "stage"]);
    const first = await record(projectId, { decisionDeadline: day(30) });
    expect(nearest(first.project)).toEqual([day(30), "submission"]);
    expect((await read(projectId)).clocks).toEqual([
      { submissionId: first.id, status: "running", endsAt: day(30), remainingDays: 30 },
      { submissionId: null, status: "running", endsAt: day(40), remainingDays: 40 },
    ]);
    await decide(first.id, "approved");
    const after = await read(projectId);
    expect(nearest(after)).toEqual([day(40), "stage"]);
    expect(after.clocks[0]).toEqual({ submissionId: first.id, status: "closed", endsAt: day(30), remainingDays: null });
    expect(nearest(await setStage(projectId, { stage: "approved" }))).toEqual([null, null]);
  });

  it("are one clock where a submission and the stage have the same day", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(30) });
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    await decide(id, "suspended");
    const shown = await read(projectId);
    expect(nearest(shown)).toEqual([null, null]);
    expect(shown.clocks).toEqual([{ submissionId: id, status: "suspended", endsAt: day(30), remainingDays: 30 }]);
  });

  it("are found by list_projects up to a day, that day included", async () => {
    const own = await organization(api);
    const made: string[] = [];
    for (const days of [10, 20, 30]) {
      const { id: projectId } = await createProject(own);
      await own.ok("record_submission", { projectId, decisionDeadline: day(days) });
      made.push(projectId);
    }
    // A date of the project's own that a submission with the same date covers, which is decided.
    const { id: projectId } = await createProject(own);
    await own.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: day(5) });
    const { id } = await own.ok("record_submission", { projectId, decisionDeadline: day(5) });
    await own.ok("set_submission_outcome", { submissionId: id, outcome: "approved" });
    const { id: decided } = await createProject(own);
    await own.ok("update_project_stage", { projectId: decided, stage: "approved", decisionDeadline: day(5) });
    const found = async (filters: object) => {
      const { items } = await own.ok("list_projects", filters);
      return items.map((item: TestRecord) => [item.id, item.decisionDeadline]);
    };
    const expected = [
      [made[1], day(20)],
      [made[0], day(10)],
    ];
    expect(await found({ deadlineTo: day(20).slice(0, 10) })).toEqual(expected);
    expect(await found({ deadlineTo: day(20).slice(0, 10), limit: 1 })).toEqual([expected[0]]);
    expect(await found({ deadlineTo: day(4) })).toEqual([]);
  });
});

describe("a suspended clock", () => {
  it("has a suspended reminder, which is found as such", async () => {
    const { projectId, submission } = await suspended();
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(60) });
    const { items } = await org.ok("list_reminders", { projectId, status: "suspended" });
    expect(items.map((each: TestRecord) => each.id)).toEqual([submission.reminder.id]);
    expect((await org.ok("list_reminders", { projectId, status: "pending" })).items).toEqual([]);
  });

  it("goes on with its remaining days when an integration without a date is filed", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const filed = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    expect(filed.clock).toEqual({
      rule: "L241_SUSP",
      effect: "resumed",
      endsAt: day(57),
      explanation: expect.stringContaining(
        `The clock goes on with the 60 days that remained, counted from the integration of ${day(-3).slice(0, 10)}, and ends on ${day(57).slice(0, 10)} (L. 241/1990, art. 2, comma 7).`,
      ),
    });
    expect(filed.reminder).toMatchObject({ id: submission.reminder.id, status: "pending", dueAt: day(57) });
    expect(filed.decisionDeadline).toBeNull();
    expect(nearest(filed.project)).toEqual([day(57), "submission"]);
    expect((await read(projectId)).submissions[0]).toMatchObject({
      decisionDeadline: day(57),
      clock: { state: "running", remainingDays: 57 },
    });
  });

  it("goes on once, where two integrations are filed at the same time", async () => {
    const { projectId, submission } = await suspended();
    const { all } = ActionContext.prototype;
    // The first has read the project, with the clock suspended, when the second is filed.
    const reading = jest.spyOn(ActionContext.prototype, "all").mockImplementationOnce(async function (
      this: ActionContext,
      ...args: Parameters<typeof all>
    ) {
      await record(projectId, { kind: "integration", submittedAt: day(-3) });
      return all.apply(this, args);
    } as typeof all);
    const later = await record(projectId, { kind: "integration", submittedAt: day(0) });
    reading.mockRestore();
    expect(later.clock).toBeNull();
    expect(nearest(later.project)).toEqual([day(57), "submission"]);
    expect((await read(projectId)).submissions[0].decisionDeadline).toBe(day(57));
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(57) });
  });

  it("is not moved by another date of filing alone, and that is said with the term of the law", async () => {
    const projectId = await project({ type: "permesso_di_costruire" });
    const filed = await record(projectId, { submittedAt: day(0), decisionDeadline: day(90) });
    const corrected = await correct(filed.id, { submittedAt: day(-20) });
    expect(corrected).toMatchObject({ decisionDeadline: day(90), suggestedDeadline: { date: day(70).slice(0, 10) } });
    expect(corrected.warnings).toEqual([
      expect.objectContaining({ code: "deadline_kept", suggestion: expect.stringContaining(day(70).slice(0, 10)) }),
    ]);
    expect((await correct(filed.id, { decisionDeadline: day(70) })).warnings).toEqual([]);
    const inRemedy = await record(projectId, { submittedAt: day(0), decisionDeadline: day(45) });
    const [kept] = (await correct(inRemedy.id, { submittedAt: day(-20) })).warnings;
    const [special, ordinary] = [day(25), day(70)].map((each) => each.slice(0, 10));
    expect(kept.suggestion).toMatch(
      new RegExp(`it would be ${special} .*art\\. 36-bis.*, ordinarily ${ordinary} .*art\\. 20`),
    );
    const landscape = await record(await project({ type: "scia" }), {
      submittedAt: day(0),
      decisionDeadline: day(120),
    });
    expect((await correct(landscape.id, { submittedAt: day(-20) })).warnings[0].suggestion).toMatch(
      new RegExp(`it would be ${day(100).slice(0, 10)} .*art\\. 146.*, ordinarily ${day(10).slice(0, 10)} `),
    );
  });

  it("keeps what an integration made of it in the date that is proposed where the filing's is corrected", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    await correct(submission.id, { submittedAt: day(-10), outcomeAt: day(-5) });
    expect((await record(projectId, { kind: "integration", submittedAt: day(-3) })).clock.endsAt).toBe(day(62));
    const corrected = await correct(submission.id, { submittedAt: day(-9) });
    expect(corrected).toMatchObject({ decisionDeadline: day(62), suggestedDeadline: null });
    expect(corrected.warnings).toEqual([
      expect.objectContaining({ code: "deadline_kept", suggestion: expect.stringContaining(day(63).slice(0, 10)) }),
    ]);
    const permesso = await suspended({ type: "permesso_di_costruire" });
    await record(permesso.projectId, { kind: "integration", submittedAt: day(0) });
    expect((await correct(permesso.submission.id, { submittedAt: day(-9) })).warnings).toEqual([]);
  });

  it("begins anew in full for a permesso di costruire", async () => {
    const { projectId, submission } = await suspended({ type: "permesso_di_costruire" });
    const { clock, reminder } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(clock).toMatchObject({ rule: "PDC_INTEG_REQ", effect: "restarted", endsAt: day(90) });
    expect(clock.explanation).toContain("D.P.R. 380/2001, art. 20, comma 5");
    expect(reminder).toMatchObject({ id: submission.reminder.id, dueAt: day(90) });
  });

  it("names the term of a sanatoria beside the ordinary one with which it begins anew", async () => {
    const projectId = await project({ type: "permesso_di_costruire" });
    const filed = { submittedAt: "2026-03-02", decisionDeadline: "2026-04-16" };
    const { id } = await record(projectId, filed);
    await decide(id, "suspended");
    const ofSanatoria = ({ warnings = [] }: TestRecord) =>
      warnings.filter(({ code }: { code: string }) => code === "special_term");
    const first = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const anew = day(45).slice(0, 10);
    expect(first.clock.endsAt).toBe(day(90));
    expect(ofSanatoria(first)).toEqual([
      {
        code: "special_term",
        pointer: "/submittedAt",
        detail: expect.stringMatching(new RegExp(`on 2026-04-16, .*art\\. 36-bis.* ends on ${anew}\\.$`)),
        suggestion: expect.stringContaining(`{"submissionId": "${id}", "decisionDeadline": "${anew}"}`),
      },
    ]);
    const corrected = await correct(id, { decisionDeadline: anew });
    expect([corrected.decisionDeadline, corrected.warnings]).toEqual([day(45), []]);
    await decide(id, "suspended");
    expect(ofSanatoria(await record(projectId, { kind: "integration", submittedAt: day(1) }))).toHaveLength(1);
    const ordinary = await project({ type: "permesso_di_costruire" });
    await decide((await record(ordinary, { submittedAt: day(0), decisionDeadline: day(90) })).id, "suspended");
    expect(ofSanatoria(await record(ordinary, { kind: "integration" }))).toEqual([]);
  });

  it("names the days that remained where it may have been of another authority's consent", async () => {
    const projectId = await project({ type: "permesso_di_costruire" });
    const { id } = await record(projectId, { submittedAt: day(-10), decisionDeadline: day(20) });
    await decide(id, "suspended");
    const { clock, warnings } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(clock.endsAt).toBe(day(90));
    expect(warnings).toEqual([
      {
        code: "special_term",
        pointer: "/submittedAt",
        detail: `The clock begins anew with the term of a permesso di costruire; it ended on ${day(20).slice(0, 10)}, which isn't the end of that term.`,
        suggestion: expect.stringContaining(`{"submissionId": "${id}", "decisionDeadline": "${day(20).slice(0, 10)}"}`),
      },
    ]);
  });

  it("names the term of the fire brigade, whose whole term begins anew, beside the days that remained", async () => {
    const projectId = await project({ type: "scia" });
    const filed = await record(projectId, { submittedAt: day(-40), decisionDeadline: day(20) });
    const differs = filed.warnings.find(({ code }: { code: string }) => code === "differs_from_term");
    expect(differs.detail).toMatch(/D\.P\.R\. 31\/2017.*; or of D\.P\.R\. 151\/2011/);
    await decide(filed.id, "suspended");
    const { clock, warnings } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(clock.endsAt).toBe(day(20));
    const anew = day(60).slice(0, 10);
    expect(warnings).toEqual([
      {
        code: "special_term",
        pointer: "/submittedAt",
        detail: expect.stringMatching(
          new RegExp(`goes on .* D\\.P\\.R\\. 151/2011.* Begun anew, that one ends on ${anew}\\.$`),
        ),
        suggestion: expect.stringContaining(`{"submissionId": "${filed.id}", "decisionDeadline": "${anew}"}`),
      },
    ]);
    const permesso = await project({ type: "permesso_di_costruire" });
    await decide((await record(permesso, { submittedAt: day(-40), decisionDeadline: day(20) })).id, "suspended");
    const [other] = (await record(permesso, { kind: "integration", submittedAt: day(0) })).warnings;
    expect(other.suggestion).toMatch(new RegExp(`151/2011, .* begins anew and ends on ${anew}`));
  });

  it("names the term of a sanatoria where the project's own deadline had it", async () => {
    const projectId = await project({ type: "permesso_di_costruire" });
    await setStage(projectId, { submittedAt: "2026-03-02", decisionDeadline: "2026-04-16" });
    await decide((await record(projectId)).id, "suspended");
    const { clock, warnings } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(clock.endsAt).toBe(day(90));
    expect(warnings).toEqual([
      expect.objectContaining({
        code: "special_term",
        suggestion: expect.stringContaining(`"stage": "review", "decisionDeadline": "${day(45).slice(0, 10)}"}`),
      }),
    ]);
  });

  it("is suspended again when the integration is deleted, and goes on when that is brought back", async () => {
    const { projectId, submission } = await suspended();
    const before = await read(projectId);
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const during = await read(projectId);
    await org.ok("delete_submission", { submissionId: id });
    const clocksOf = ({ decisionDeadline, clocks }: TestRecord) => ({ decisionDeadline, clocks });
    expect(clocksOf(await read(projectId))).toEqual(clocksOf(before));
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(60) });
    await restoreLast(org, "submission");
    expect(clocksOf(await read(projectId))).toEqual(clocksOf(during));
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60) });
    expect(nearest((await correct(id, { submittedAt: day(-10) })).project)).toEqual([day(50), "submission"]);
  });

  it("goes on with the next integration where the first of two is deleted, or was none, until that is back", async () => {
    const { projectId, submission } = await suspended();
    const first = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    const second = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const clock = async () => (await read(projectId)).clocks[0];
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(57) });
    await org.ok("delete_submission", { submissionId: first.id });
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(60) });
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60) });
    await restoreLatest();
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(57) });
    await correct(first.id, { kind: "reminder" });
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(60) });
    await org.ok("delete_submission", { submissionId: second.id });
    expect(await clock()).toMatchObject({ status: "suspended", remainingDays: 60 });
    const own = await project();
    await setStage(own, { decisionDeadline: day(60) });
    await decide((await record(own)).id, "suspended");
    const [one] = [
      await record(own, { kind: "integration", submittedAt: day(-3) }),
      await record(own, { kind: "integration" }),
    ];
    expect((await read(own)).clocks).toMatchObject([{ status: "running", endsAt: day(57) }]);
    await org.ok("delete_submission", { submissionId: one.id });
    expect((await read(own)).clocks).toMatchObject([{ status: "running", endsAt: day(60) }]);
  });

  it("goes on with the first integration again where both were deleted, and that one is restored", async () => {
    for (const isOwn of [false, true]) {
      const projectId = await project();
      if (isOwn) await setStage(projectId, { decisionDeadline: day(60) });
      await decide((await record(projectId, isOwn ? {} : { decisionDeadline: day(60) })).id, "suspended");
      const first = await record(projectId, { kind: "integration", submittedAt: day(-3) });
      const second = await record(projectId, { kind: "integration", submittedAt: day(0) });
      for (const { id } of [first, second]) await org.ok("delete_submission", { submissionId: id });
      expect((await read(projectId)).clocks).toMatchObject([{ status: "suspended" }]);
      await restoreLatest(1);
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(57) }]);
      await restoreLatest();
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running" }]);
    }
  });

  it("waits for an integration where the next one has let the project's own deadline go on", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(80) });
    const [own, other] = [await record(projectId), await record(projectId, { decisionDeadline: day(33) })];
    for (const { id } of [own, other]) await decide(id, "suspended");
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    await org.ok("delete_submission", { submissionId: id });
    expect((await read(projectId)).clocks.map(({ status }: TestRecord) => status)).toEqual(["suspended", "running"]);
  });

  it("goes on with the next integration where it is restored without the first, until that is back", async () => {
    const { projectId, submission } = await suspended();
    const first = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    for (const { id } of [submission, first]) await org.ok("delete_submission", { submissionId: id });
    await restoreLatest(1);
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(60) }]);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60) });
    await restoreLatest();
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(57) }]);
  });

  it("moves with the integration's date of filing, and is suspended again where it was no integration", async () => {
    const { projectId, submission } = await suspended();
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(nearest((await correct(id, { submittedAt: day(-10) })).project)).toEqual([day(50), "submission"]);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(50) });
    expect(nearest((await correct(id, { kind: "reminder" })).project)).toEqual([null, null]);
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(60) });
    expect((await correct(id, { kind: "integration" })).clock).toMatchObject({ effect: "resumed", endsAt: day(50) });
    // With a date of its own it replaces the clock; without one again, the clock is what it was.
    const dated = await correct(id, { decisionDeadline: day(80) });
    expect(dated.project.clocks.map((clock: TestRecord) => [clock.status, clock.endsAt])).toEqual([
      ["closed", day(60)],
      ["running", day(80)],
    ]);
    const undated = await correct(id, { decisionDeadline: "" });
    expect(undated.clock).toMatchObject({ effect: "resumed", endsAt: day(50) });
    expect(undated.project.clocks).toHaveLength(1);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(50), notes: null });
  });

  it("has the days of a second suspension follow the integration before it, as that is corrected, deleted and restored", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const first = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await decide(submission.id, "suspended");
    const clock = async () => (await read(projectId)).clocks[0];
    const stopped = (days: number) => ({ status: "suspended", endsAt: day(days), remainingDays: days });
    await correct(first.id, { submittedAt: day(3) });
    expect(await clock()).toMatchObject(stopped(63));
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(63) });
    await org.ok("delete_submission", { submissionId: first.id });
    expect(await clock()).toMatchObject(stopped(60));
    await restoreLatest();
    expect(await clock()).toMatchObject(stopped(63));
    const second = await record(projectId, { kind: "integration", submittedAt: day(5) });
    expect(second.clock).toMatchObject({ endsAt: day(68) });
    await correct(first.id, { submittedAt: day(1) });
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(66) });
    await org.ok("delete_submission", { submissionId: first.id });
    expect(await clock()).toMatchObject({ status: "running", endsAt: day(65) });
    await org.ok("delete_submission", { submissionId: second.id });
    expect(await clock()).toMatchObject(stopped(60));
  });

  it("has the days of a third suspension follow the integrations before both others", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const integrate = async () => {
      const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
      await decide(submission.id, "suspended");
      return id;
    };
    const [first, second] = [await integrate(), await integrate()];
    const stopped = (days: number) => [{ status: "suspended", endsAt: day(days), remainingDays: days }];
    await correct(first, { submittedAt: day(3) });
    expect((await read(projectId)).clocks).toMatchObject(stopped(63));
    await correct(second, { submittedAt: day(1) });
    expect((await read(projectId)).clocks).toMatchObject(stopped(64));
    await org.ok("delete_submission", { submissionId: first });
    expect((await read(projectId)).clocks).toMatchObject(stopped(61));
  });

  it("waits for an integration too where it gets its deadline only now, after a decision that it had been given by mistake", async () => {
    const projectId = await project({ type: "scia" });
    const { id } = await record(projectId);
    await decide(id, "approved");
    await decide(id, "suspended");
    const { clock } = await correct(id, { decisionDeadline: day(60) });
    expect(clock).toEqual({ state: "suspended", remainingDays: 60 });
    await record(projectId, { kind: "integration", submittedAt: day(2) });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(62) }]);
  });

  it("stays suspended a second time, though the machine that recorded the integration before ran ahead", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await decide(submission.id, "suspended");
    await api.pool.query(
      `update submission set integrated = integrated || jsonb_build_object('at', now() + interval '1 minute') where id = $1`,
      [id],
    );
    await correct(id, { submittedAt: day(1) });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "suspended", endsAt: day(61), remainingDays: 61 }]);
  });

  it("of one authority stays suspended where a release before has let another's go on, and then to a date that was given", async () => {
    const projectId = await project({ type: "scia" });
    const file = (days: number) => record(projectId, { submittedAt: day(-5), decisionDeadline: day(days) });
    const [one, other] = [await file(60), await file(40)];
    for (const { id } of [one, other]) await decide(id, "suspended");
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    await correct(other.id, { decisionDeadline: day(50) });
    await api.pool.query("update submission set integrated = null, deadline_given_at = null where project_id = $1", [
      projectId,
    ]);
    await correct(one.id, { outcomeAt: day(-1) });
    expect((await read(projectId)).clocks).toMatchObject([
      { status: "suspended", endsAt: day(60), remainingDays: 61 },
      { status: "running", endsAt: day(50) },
    ]);
  });

  it("is the project's own, and goes on with the filing whose suspension stopped it, where that was an integration", async () => {
    const projectId = await project({ type: "scia" });
    const { id } = await record(projectId, { submittedAt: day(-1) });
    await setStage(projectId, { decisionDeadline: day(30) });
    await decide(id, "suspended");
    const { clock } = await correct(id, { kind: "integration" });
    expect(clock).toMatchObject({ effect: "resumed", endsAt: day(29) });
    expect((await read(projectId)).clocks).toMatchObject([{ submissionId: null, status: "running", endsAt: day(29) }]);
  });

  it("stays replaced by the later of two integrations where the first has no deadline any more", async () => {
    const projectId = await project({ type: "scia" });
    await record(projectId, { decisionDeadline: day(60) });
    const { id } = await record(projectId, { kind: "integration", decisionDeadline: day(70) });
    await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await correct(id, { decisionDeadline: null });
    expect((await read(projectId)).clocks).toMatchObject([
      { status: "closed", endsAt: day(60) },
      { status: "running", endsAt: day(80) },
    ]);
  });

  describe("of before its history was kept", () => {
    const forget =
      (...columns: string[]) =>
      async (projectId: string) => {
        const set = columns.map((column) => `${column} = null`).join(", ");
        await api.pool.query(`update submission set ${set} where project_id = $1`, [projectId]);
      };
    const forgetEffects = forget("integrated", "deadline_given_at");
    const forgetAll = forget("integrated", "deadline_given_at", "outcomes_before", "outcome_set_at");

    it("goes on with the integration that it met, not with one that was filed before it had a deadline", async () => {
      const projectId = await project({ type: "scia" });
      const { id } = await record(projectId, { submittedAt: day(-5) });
      await decide(id, "suspended");
      await record(projectId, { kind: "integration", submittedAt: day(-4) });
      await correct(id, { decisionDeadline: day(50) });
      await record(projectId, { kind: "integration", submittedAt: day(-2) });
      await forgetEffects(projectId);
      await correct(id, { outcomeAt: day(-2) });
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(50) }]);
    });

    it("is suspended to the date that it gets, though integrations had been filed when it had none", async () => {
      const projectId = await project({ type: "scia" });
      const { id } = await record(projectId, { submittedAt: day(-5) });
      await decide(id, "suspended");
      await record(projectId, { kind: "integration", submittedAt: day(-4) });
      await forgetEffects(projectId);
      expect((await correct(id, { decisionDeadline: day(50) })).clock).toEqual({
        state: "suspended",
        remainingDays: 50,
      });
    });

    it("of an integration that got its deadline after the next was filed is replaced by a third", async () => {
      const projectId = await project({ type: "scia" });
      const integrate = (fields: object) => record(projectId, { kind: "integration", ...fields });
      const first = await integrate({});
      await integrate({ decisionDeadline: day(20) });
      await correct(first.id, { decisionDeadline: day(40) });
      await forgetEffects(projectId);
      await integrate({ decisionDeadline: day(60) });
      expect((await read(projectId)).clocks).toMatchObject([
        { status: "closed", endsAt: day(40) },
        { status: "closed", endsAt: day(20) },
        { status: "running", endsAt: day(60) },
      ]);
    });

    it("runs on when it is restored, though its integration was corrected while it was deleted", async () => {
      const { projectId, submission } = await suspended({ type: "scia" });
      const { id } = await record(projectId, { kind: "integration", submittedAt: day(3) });
      await org.ok("delete_submission", { submissionId: submission.id });
      await forgetEffects(projectId);
      await correct(id, { notes: "Con la relazione" });
      await restoreLatest();
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(63) }]);
    });

    it("goes on as before with its integration, where the one that replaced it since has no deadline", async () => {
      const { projectId } = await suspended({ type: "scia" });
      await record(projectId, { kind: "integration", submittedAt: day(3) });
      await forgetEffects(projectId);
      const { id } = await record(projectId, { kind: "integration", submittedAt: day(4), decisionDeadline: day(90) });
      await correct(id, { decisionDeadline: null });
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(63) }]);
    });

    it("stays closed where a decision ended it before it was suspended", async () => {
      const { projectId, submission } = await suspended({ type: "scia" });
      for (const outcome of ["rejected", "suspended"]) await decide(submission.id, outcome);
      await forgetAll(projectId);
      await record(projectId, { kind: "integration" });
      expect((await read(projectId)).clocks).toMatchObject([{ status: "closed", endsAt: day(60) }]);
    });

    it("runs to the end that an integration had given it where the decision since is taken back", async () => {
      const { projectId, submission } = await suspended({ type: "scia" });
      await record(projectId, { kind: "integration", submittedAt: day(3) });
      await decide(submission.id, "rejected");
      await forgetAll(projectId);
      await reopen(submission.id);
      expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(63) }]);
    });
  });

  it("goes on to the corrected date of its integration, where another that replaced it is deleted", async () => {
    const { projectId } = await suspended({ type: "scia" });
    const resumed = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    const dated = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await correct(resumed.id, { submittedAt: day(-1) });
    await org.ok("delete_submission", { submissionId: dated.id });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(59) }]);
  });

  it("runs to the date that it was given since, where the integration with which it had gone on is deleted", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await correct(submission.id, { decisionDeadline: day(50) });
    await org.ok("delete_submission", { submissionId: id });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(50) }]);
  });

  it("of a permesso di costruire begins anew, whatever a second suspension had left", async () => {
    const { projectId, submission } = await suspended({ type: "permesso_di_costruire" });
    const first = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await decide(submission.id, "suspended");
    const second = await record(projectId, { kind: "integration", submittedAt: day(5) });
    await org.ok("delete_submission", { submissionId: first.id });
    expect(nearest(await read(projectId))).toEqual([second.clock.endsAt, "submission"]);
    await org.ok("delete_submission", { submissionId: second.id });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "suspended", endsAt: day(60), remainingDays: 60 }]);
  });

  it("moves with its own integration alone, and stays closed where it was decided since", async () => {
    const { projectId } = await suspended();
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    const other = await record(projectId, { decisionDeadline: day(30) });
    await decide(other.id, "suspended");
    const { id } = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const states = async () => (await read(projectId)).clocks.map(({ status, endsAt }: TestRecord) => [status, endsAt]);
    await correct(id, { submittedAt: day(-5) });
    expect(await states()).toEqual([
      ["running", day(60)],
      ["running", day(25)],
    ]);
    await decide(other.id, "approved");
    await correct(id, { submittedAt: day(-4) });
    expect(await states()).toEqual([
      ["running", day(60)],
      ["closed", day(26)],
    ]);
  });

  it("is as it was before when the integration is deleted, and replaced again when that is restored", async () => {
    const { projectId, submission } = await suspended();
    const erase = (submissionId: string) => org.ok("delete_submission", { submissionId });
    const states = async () => (await read(projectId)).clocks.map(({ status, endsAt }: TestRecord) => [status, endsAt]);
    const first = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await erase(first.id);
    expect(await states()).toEqual([["suspended", day(60)]]);
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(60) });
    const second = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    const replaced = [await states(), await reminderOf(submission)];
    await erase(second.id);
    expect(await states()).toEqual([["suspended", day(60)]]);
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", notes: null });
    await restoreLast(org, "submission");
    const { updatedAt: _, ...reminder } = await reminderOf(submission);
    expect([await states(), reminder]).toMatchObject([replaced[0], { status: "cancelled", notes: replaced[1].notes }]);
  });

  it("takes the task of its passed end away once the integration's date, which was mistyped, is right", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", submittedAt: day(-70) });
    const taskId = await pass(projectId, submission.id, integration.clock.endsAt);
    await correct(integration.id, { submittedAt: day(0) });
    expect(await read(projectId)).toMatchObject({ clocks: [{ status: "running", endsAt: day(60) }] });
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "cancelled" });
  });

  it("takes the task of its passed end away once it goes on, although it was suspended in between", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { submittedAt: day(-90), decisionDeadline: day(-10) });
    const taskId = await pass(projectId, id, day(-10));
    await decide(id, "suspended");
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "todo" });
    await record(projectId, { kind: "integration" });
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "cancelled" });
  });

  it("has the task of its passed end follow to another date that has passed as well", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", submittedAt: day(-70) });
    const taskId = await pass(projectId, submission.id, integration.clock.endsAt);
    await correct(integration.id, { submittedAt: day(-68) });
    const [title] = overdueTaskTitles(new Date(day(-8)), "Europe/Rome");
    expect(await read(projectId)).toMatchObject({ clocks: [{ status: "overdue", endsAt: day(-8) }] });
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "todo", title });
    await decide(submission.id, "approved");
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "cancelled" });
  });

  it("leaves the task of another filing whose term passed on the same day", async () => {
    const projectId = await project();
    const filed = { submittedAt: day(-70), decisionDeadline: day(-10) };
    const [fire, landscape] = [await record(projectId, filed), await record(projectId, filed)];
    for (const { id } of [fire, landscape]) await pass(projectId, id, day(-10));
    const tasks = async () => (await read(projectId)).tasks.map(({ status }: TestRecord) => status).toSorted();
    await decide(fire.id, "approved");
    expect(await tasks()).toEqual(["cancelled", "todo"]);
    await reopen(fire.id);
    expect(await tasks()).toEqual(["todo", "todo"]);
    await correct(landscape.id, { decisionDeadline: day(20) });
    expect(await tasks()).toEqual(["cancelled", "todo"]);
    await decide(landscape.id, "approved");
    await reopen(landscape.id);
    expect(await tasks()).toEqual(["cancelled", "todo"]);
    await decide(fire.id, "approved");
    expect(await tasks()).toEqual(["cancelled", "cancelled"]);
  });

  it("leaves the task that is open for another filing where somebody has begun with one of two", async () => {
    const projectId = await project();
    const filed = { submittedAt: day(-70), decisionDeadline: day(-10) };
    const [fire, landscape] = [await record(projectId, filed), await record(projectId, filed)];
    const taskId = await pass(projectId, fire.id, day(-10));
    const other = await pass(projectId, landscape.id, day(-10));
    await org.ok("update_task_status", { taskId, status: "done" });
    await decide(fire.id, "approved");
    expect(await org.ok("get_task", { taskId: other })).toMatchObject({ status: "todo" });
  });

  it("takes the task of a passed end away where the deadline that a stage stored is corrected", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(-10) });
    await api.pool.query("update project set deadline_settled_at = now() where id = $1", [projectId]);
    const [title] = overdueTaskTitles(new Date(day(-10)), "Europe/Rome");
    const { id: taskId } = await org.ok("create_task", { projectId, title });
    await setStage(projectId, {});
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "todo" });
    await setStage(projectId, { decisionDeadline: day(20) });
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "cancelled" });
    const { rows: events } = await api.pool.query(
      "select record_type, record_id from audit_event where changes @> jsonb_build_array(jsonb_build_object('id', $1::text)) order by id desc limit 1",
      [taskId],
    );
    expect(events).toEqual([{ record_type: "project", record_id: projectId }]);
  });

  it("knows the task of its passed end by the title that an earlier release wrote", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", submittedAt: "2026-03-02" });
    const taskId = await pass(projectId, submission.id, integration.clock.endsAt);
    const writtenAsBefore = () =>
      api.pool.query("update task set title = replace(title, '(1° ', '(1 ') where id = $1 returning title", [taskId]);
    expect((await writtenAsBefore()).rows[0].title).toMatch(/ \(1 maggio 2026\)$/);
    await correct(integration.id, { submittedAt: "2026-04-02" });
    expect((await org.ok("get_task", { taskId })).title).toMatch(/ \(1° giugno 2026\)$/);
    await writtenAsBefore();
    await decide(submission.id, "approved");
    expect(await org.ok("get_task", { taskId })).toMatchObject({ status: "cancelled" });
  });

  it("is followed by a reminder that is brought back, whatever became of it meanwhile", async () => {
    const restored = async (
      meanwhile: (submission: TestRecord) => Promise<unknown>,
      before: (submission: TestRecord) => Promise<unknown> = async () => {},
    ) => {
      const submission = await record(await project(), { decisionDeadline: day(60) });
      await before(submission);
      await org.ok("delete_reminder", { reminderId: submission.reminder.id });
      await meanwhile(submission);
      await restoreLast(org, "reminder");
      return [submission, await reminderOf(submission)] as const;
    };
    expect((await restored(async () => {}))[1]).toMatchObject({ status: "pending", dueAt: day(60), notes: null });
    const [stopped, waiting] = await restored(({ id }) => decide(id, "suspended"));
    expect(waiting).toMatchObject({ status: "suspended", dueAt: day(60) });
    await record(stopped.projectId, { kind: "integration", submittedAt: day(2) });
    expect(await reminderOf(stopped)).toMatchObject({ status: "pending", dueAt: day(62) });
    const [decided, ended] = await restored(({ id }) => decide(id, "approved"));
    expect(ended).toMatchObject({ status: "cancelled", notes: expect.stringContaining("è chiuso") });
    await reopen(decided.id);
    expect(await reminderOf(decided)).toMatchObject({ status: "pending", notes: null });
    const taken = await restored(
      ({ id }) => reopen(id),
      ({ id }) => decide(id, "approved"),
    );
    expect(taken[1]).toMatchObject({ status: "pending", dueAt: day(60), notes: null });
    const [filing, second] = await restored(({ id }) => correct(id, { decisionDeadline: day(50) }));
    expect(second).toMatchObject({ status: "cancelled", notes: expect.stringContaining("altro promemoria") });
    const [, closed] = await restored(
      ({ id }) => reopen(id).then(() => correct(id, { decisionDeadline: day(50) })),
      ({ id }) => decide(id, "approved"),
    );
    expect(closed).toMatchObject({ status: "cancelled", notes: "Annullato: l'ente ha accolto la domanda." });
    await decide(filing.id, "suspended");
    await correct(filing.id, { decisionDeadline: day(40) });
    await reopen(filing.id);
    const { items } = await org.ok("list_reminders", { projectId: filing.projectId, status: "pending" });
    expect(items).toMatchObject([{ dueAt: day(40) }]);
    expect(await reminderOf(filing)).toMatchObject({ status: "cancelled", dueAt: day(60) });
  });

  it("is followed by a reminder that got another date while the project was deleted", async () => {
    const submission = await record(await project(), { decisionDeadline: day(60) });
    await org.ok("delete_project", { projectId: submission.projectId });
    await org.ok("update_reminder", { reminderId: submission.reminder.id, dueAt: day(70) });
    await restoreLast(org, "project");
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60) });
  });

  it("is replaced by an integration's with a date, where a later filing is decided already", async () => {
    const projectId = await project();
    await record(projectId, { decisionDeadline: day(30) });
    await decide((await record(projectId, { decisionDeadline: day(40) })).id, "approved");
    await record(projectId, { kind: "integration", decisionDeadline: day(60) });
    const { submissions } = await read(projectId);
    expect(submissions.map(({ clock }: TestRecord) => clock.state)).toEqual(["closed", "closed", "running"]);
  });

  it("is replaced by the answer to its suspension, where another authority's still runs", async () => {
    const { projectId, submission } = await suspended();
    const other = await record(projectId, { decisionDeadline: day(90) });
    const stateOf = async () => (await read(projectId)).submissions.map(({ clock }: TestRecord) => clock.state);
    const answer = await record(projectId, { kind: "integration", decisionDeadline: day(70) });
    expect(await stateOf()).toEqual(["closed", "running", "running"]);
    expect(await reminderOf(other)).toMatchObject({ status: "pending" });
    expect(answer.warnings).toEqual([
      {
        code: "clock_replaced",
        pointer: "/decisionDeadline",
        detail: expect.stringMatching(
          new RegExp(`${submission.id}, .* is closed; still open: of submission ${other.id}, `),
        ),
        suggestion: expect.stringContaining(`{"submissionId": "${answer.id}", "decisionDeadline": null}`),
      },
    ]);
    await correct(answer.id, { decisionDeadline: null });
    expect((await read(projectId)).clocks).toMatchObject([{ endsAt: day(60) }, { endsAt: day(90) }]);
  });

  it("runs on where an integration with a date answers the suspension of the project's own", async () => {
    const projectId = await project({ type: "scia" });
    await setStage(projectId, { decisionDeadline: day(20) });
    await decide((await record(projectId)).id, "suspended");
    const other = await record(projectId, { decisionDeadline: day(90) });
    const isAnswered = async ({ id }: TestRecord) =>
      expect((await read(projectId)).clocks).toMatchObject([
        { submissionId: other.id, status: "running" },
        { submissionId: id, status: "running" },
        { submissionId: null, status: "closed" },
      ]);
    const answer = await record(projectId, { kind: "integration", decisionDeadline: day(40) });
    await isAnswered(answer);
    // Also where its date is given later.
    await correct(answer.id, { decisionDeadline: null });
    await correct(answer.id, { decisionDeadline: day(40) });
    await isAnswered(answer);
    await org.ok("delete_submission", { submissionId: answer.id });
    const filed = await record(projectId, { decisionDeadline: day(40) });
    await correct(filed.id, { kind: "integration" });
    await isAnswered(filed);
  });

  it("is not told of already where it had passed before, and passes again after it went on", async () => {
    const projectId = await project({ type: "scia" });
    const submission = await record(projectId, { submittedAt: day(-200), decisionDeadline: day(-150) });
    await pass(projectId, submission.id, day(-150));
    await decide(submission.id, "suspended");
    const integration = await record(projectId, { kind: "integration" });
    await correct(integration.id, { submittedAt: day(-100) });
    const { clocks } = await read(projectId);
    expect(clocks).toMatchObject([{ submissionId: submission.id, status: "running" }]);
    expect(Date.parse(clocks[0].endsAt)).toBeLessThan(Date.now());
  });

  it("wakes the watcher of the project's own deadline where that goes on", async () => {
    const projectId = await project({ type: "scia" });
    await setStage(projectId, { decisionDeadline: day(20) });
    await decide((await record(projectId)).id, "suspended");
    const orders = async () => (await ordersFor(api, `watch-project:${projectId}`)).length;
    const before = await orders();
    const { clock } = await record(projectId, { kind: "integration" });
    expect([clock.effect, (await orders()) - before]).toEqual(["resumed", 1]);
  });

  it.each<[string, (projectId: string) => Promise<() => Promise<unknown>>]>([
    [
      "a filing takes the decided stage back",
      async (projectId) => {
        await setStage(projectId, { stage: "approved", decisionDeadline: day(20) });
        return () => record(projectId, { advanceStage: "review" });
      },
    ],
    [
      "a second filing is recorded beside the only one, which is suspended",
      async (projectId) => {
        const { id } = await record(projectId, { decisionDeadline: day(30) });
        await setStage(projectId, { decisionDeadline: day(20) });
        await decide(id, "suspended");
        return () => record(projectId);
      },
    ],
    [
      "a second filing is recorded beside the only one, which is suspended, though works have begun",
      async (projectId) => {
        const { id } = await record(projectId, { decisionDeadline: day(30) });
        await setStage(projectId, { stage: "in_progress", decisionDeadline: day(20) });
        await decide(id, "suspended");
        return () => record(projectId);
      },
    ],
    [
      "a second filing is restored beside the only one, which is suspended",
      async (projectId) => {
        const { id } = await record(projectId, { decisionDeadline: day(30) });
        const { id: submissionId } = await record(projectId);
        await setStage(projectId, { decisionDeadline: day(20) });
        await decide(id, "suspended");
        await org.ok("delete_submission", { submissionId });
        return restoreLatest;
      },
    ],
    [
      "a second filing is restored beside the only one, which is suspended, though works have begun",
      async (projectId) => {
        const { id } = await record(projectId, { decisionDeadline: day(30) });
        const { id: submissionId } = await record(projectId);
        await setStage(projectId, { stage: "in_progress", decisionDeadline: day(20) });
        await decide(id, "suspended");
        await org.ok("delete_submission", { submissionId });
        return restoreLatest;
      },
    ],
  ])("lets the project's own deadline, which was settled, be watched again where %s", async (_, prepare) => {
    const projectId = await project();
    const act = await prepare(projectId);
    const own = async () => (await read(projectId)).clocks.find((clock: TestRecord) => clock.submissionId === null);
    expect((await own()).status).not.toBe("running");
    // As the watcher does once it is awake.
    await api.pool.query("update project set deadline_settled_at = now() where id = $1", [projectId]);
    const before = (await ordersFor(api, `watch-project:${projectId}`)).length;
    await act();
    expect((await own()).status).toBe("running");
    const { rows } = await api.pool.query("select deadline_settled_at from project where id = $1", [projectId]);
    expect(rows).toEqual([{ deadline_settled_at: null }]);
    expect((await ordersFor(api, `watch-project:${projectId}`)).length).toBe(before + 1);
  });

  it.each<[string, (projectId: string) => Promise<unknown>]>([
    ["works begin", (projectId) => setStage(projectId, { stage: "in_progress" })],
    ["a variant is filed", (projectId) => record(projectId, { advanceStage: "submitted" })],
    [
      "a filing is corrected",
      async (projectId) => correct((await record(projectId)).id, { notes: "Protocollo ricevuto" }),
    ],
  ])("does not have the end told of a deadline before which the stage was approved, once %s", async (_, act) => {
    const projectId = await project();
    await setStage(projectId, { stage: "approved", decisionDeadline: day(-2) });
    await api.pool.query("update project set deadline_settled_at = $2 where id = $1", [projectId, day(-10)]);
    await act(projectId);
    const { rows } = await api.pool.query("select deadline_settled_at from project where id = $1", [projectId]);
    expect(rows).toEqual([{ deadline_settled_at: new Date(day(-10)) }]);
  });

  describe.each(["approved", "rejected", "suspended"])("that passed while a filing was wrongly %s", (outcome) => {
    /** As the watcher left the project's own deadline, which was the day before yesterday; null: to be watched. */
    async function settledAfter(settledAt: string, takeBack: (submissionId: string) => Promise<unknown>) {
      const projectId = await project();
      const { id } = await record(projectId);
      await setStage(projectId, { decisionDeadline: day(-2) });
      await decide(id, outcome);
      await api.pool.query("update submission set created_at = $2 where id = $1", [id, day(-20)]);
      await api.pool.query("update project set deadline_settled_at = $2 where id = $1", [projectId, settledAt]);
      await takeBack(id);
      const { rows } = await api.pool.query("select deadline_settled_at as at from project where id = $1", [projectId]);
      return rows[0].at;
    }
    const reopen = (submissionId: string) => org.ok("reopen_submission", { submissionId });
    const remove = (submissionId: string) => org.ok("delete_submission", { submissionId });

    it("has its end told once the outcome is taken back, or the filing deleted", async () => {
      expect(await settledAfter(day(-10), reopen)).toBeNull();
      expect(await settledAfter(day(-10), remove)).toBeNull();
    });

    it("isn't told again, nor is one that was settled before that filing, nor while the outcome stands", async () => {
      expect(await settledAfter(day(-1), reopen)).toEqual(new Date(day(-1)));
      expect(await settledAfter(day(-30), reopen)).toEqual(new Date(day(-30)));
      const note = (submissionId: string) => correct(submissionId, { notes: "Protocollo ricevuto" });
      expect(await settledAfter(day(-10), note)).toEqual(new Date(day(-10)));
      const giveDate = (submissionId: string) => correct(submissionId, { decisionDeadline: day(40) });
      expect(await settledAfter(day(-10), giveDate)).toEqual(new Date(day(-10)));
    });
  });

  it("leaves a deadline settled whose stage was approved in time, once a filing says that works begin", async () => {
    const projectId = await project();
    await setStage(projectId, { stage: "approved", decisionDeadline: day(20) });
    await api.pool.query("update project set deadline_settled_at = now() where id = $1", [projectId]);
    const before = (await ordersFor(api, `watch-project:${projectId}`)).length;
    for (const fields of [{ advanceStage: "in_progress" }, {}]) await record(projectId, fields);
    expect((await ordersFor(api, `watch-project:${projectId}`)).length).toBe(before);
  });

  it("keeps a deadline met whose stage was approved, once works begin, until another date is set", async () => {
    const projectId = await project();
    const own = async () => (await read(projectId)).clocks.find((clock: TestRecord) => clock.submissionId === null);
    await setStage(projectId, { stage: "approved", decisionDeadline: day(20) });
    await setStage(projectId, { stage: "in_progress" });
    expect((await own()).status).toBe("closed");
    await correct((await record(projectId)).id, { notes: "Protocollo ricevuto" });
    await setStage(projectId, { stage: "in_progress", decisionDeadline: day(20) });
    expect((await own()).status).toBe("closed");
    await setStage(projectId, { stage: "in_progress", decisionDeadline: day(40) });
    expect((await own()).status).toBe("running");
    await record(projectId, { advanceStage: "approved" });
    await record(projectId, { advanceStage: "registered" });
    expect((await own()).status).toBe("closed");
    await setStage(projectId, { stage: "review" });
    expect((await own()).status).toBe("running");
    await setStage(projectId, { stage: "in_progress" });
    expect((await own()).status).toBe("running");
  });

  it("takes a stage that was closed by mistake for no approval", async () => {
    const projectId = await project();
    const own = async () => (await read(projectId)).clocks[0].status;
    await setStage(projectId, { stage: "in_progress", decisionDeadline: day(20) });
    for (const stage of ["closed", "in_progress"]) await setStage(projectId, { stage });
    expect(await own()).toBe("running");
    for (const stage of ["approved", "closed", "in_progress"]) await setStage(projectId, { stage });
    expect(await own()).toBe("closed");
  });

  it("lets a deadline run that the release before sets once works have begun", async () => {
    const projectId = await project();
    await setStage(projectId, { stage: "approved", decisionDeadline: day(20) });
    await setStage(projectId, { stage: "in_progress" });
    const sets = "update project set decision_deadline = $2, deadline_set_at = now() where id = $1";
    await api.pool.query(sets, [projectId, day(40)]);
    expect((await read(projectId)).clocks[0].status).toBe("running");
  });

  it("lets a deadline run that is set after an approval which a fast clock dated later", async () => {
    const projectId = await project();
    for (const stage of ["approved", "in_progress"]) await setStage(projectId, { stage });
    await api.pool.query("update project set deadline_met_at = now() + interval '1 minute' where id = $1", [projectId]);
    await setStage(projectId, { stage: "in_progress", decisionDeadline: day(20) });
    expect((await read(projectId)).clocks[0].status).toBe("running");
  });

  it("keeps a deadline met that a corrected integration moves", async () => {
    const projectId = await project();
    const own = async () => (await read(projectId)).clocks.find((clock: TestRecord) => clock.submissionId === null);
    await setStage(projectId, { decisionDeadline: day(20) });
    await decide((await record(projectId)).id, "suspended");
    const integration = await record(projectId, { kind: "integration" });
    for (const stage of ["approved", "in_progress"]) await setStage(projectId, { stage });
    await correct(integration.id, { submittedAt: day(3) });
    expect(await own()).toMatchObject({ status: "closed", endsAt: day(23) });
  });

  it.each([
    ["was wrongly approved", []],
    ["had wrongly gone on to works", ["in_progress", "registered"]],
  ])("has the end told, once, of a deadline that passed while the stage %s", async (_, stages) => {
    const projectId = await project();
    await setStage(projectId, { stage: "approved", decisionDeadline: day(-2) });
    for (const stage of stages) await setStage(projectId, { stage });
    const settledAt = async () => {
      const { rows } = await api.pool.query("select deadline_settled_at as at from project where id = $1", [projectId]);
      return rows[0].at;
    };
    await api.pool.query("update project set deadline_settled_at = $2 where id = $1", [projectId, day(-10)]);
    const before = (await ordersFor(api, `watch-project:${projectId}`)).length;
    await setStage(projectId, { stage: "integration" });
    expect(await settledAt()).toBeNull();
    expect((await ordersFor(api, `watch-project:${projectId}`)).length).toBe(before + 1);
    // As the watcher does once it has told people.
    const toldAt = new Date();
    await api.pool.query("update project set deadline_settled_at = $2 where id = $1", [projectId, toldAt]);
    for (const stage of ["approved", "review"]) await setStage(projectId, { stage });
    expect(await settledAt()).toEqual(toldAt);
  });

  it("leaves the project's own deadline alone, which is watched, where a filing is recorded", async () => {
    const projectId = await project();
    const { updatedAt } = await setStage(projectId, { decisionDeadline: day(20) });
    const before = (await ordersFor(api, `watch-project:${projectId}`)).length;
    expect((await record(projectId)).project).toMatchObject({ updatedAt, decisionDeadline: day(20) });
    expect((await ordersFor(api, `watch-project:${projectId}`)).length).toBe(before);
  });

  it("runs on when an integration that replaced it is deleted", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await org.ok("delete_submission", { submissionId: integration.id });
    expect(nearest(await read(projectId))).toEqual([day(60), "submission"]);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60), notes: null });
    await setStage(projectId, { decisionDeadline: day(20) });
    const other = await record(projectId, { kind: "integration", decisionDeadline: day(90) });
    expect(nearest(other.project)).toEqual([day(90), "submission"]);
    await org.ok("delete_submission", { submissionId: other.id });
    expect(nearest(await read(projectId))).toEqual([day(20), "stage"]);
    expect(await ordersFor(api, `watch-project:${projectId}`)).not.toEqual([]);
  });

  it("is suspended, where the authority suspended it since, when an integration that replaced it is deleted", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await decide(submission.id, "suspended");
    await correct(submission.id, { submittedAt: day(-9), outcomeAt: day(-2) });
    const before = (await read(projectId)).clocks;
    await org.ok("delete_submission", { submissionId: integration.id });
    await restoreLatest();
    expect((await read(projectId)).clocks).toEqual(before);
    await org.ok("delete_submission", { submissionId: integration.id });
    const clock = { submissionId: submission.id, status: "suspended", endsAt: day(60), remainingDays: 62 };
    expect((await read(projectId)).clocks).toEqual([clock]);
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(60), notes: null });
    const resumed = await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(resumed.clock).toMatchObject({ effect: "resumed", endsAt: day(62) });
    await org.ok("delete_submission", { submissionId: resumed.id });
    expect(await reopen(submission.id)).toMatchObject({ outcome: null, clock: { state: "running" } });
  });

  it("has the days of its corrected deadline, when an integration that replaced it while suspended is deleted", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await correct(submission.id, { decisionDeadline: day(50) });
    await org.ok("delete_submission", { submissionId: integration.id });
    const clock = { submissionId: submission.id, status: "suspended", endsAt: day(50), remainingDays: 50 };
    expect((await read(projectId)).clocks).toEqual([clock]);
  });

  it("stays closed, where a decision came before that suspension, when the integration is deleted", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    for (const outcome of ["rejected", "suspended"]) await decide(submission.id, outcome);
    await org.ok("delete_submission", { submissionId: integration.id });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "closed" }]);
    await reopen(submission.id);
    expect(await reopen(submission.id)).toMatchObject({ outcome: null, clock: { state: "running" } });
  });

  it("goes on as before, where one integration had let it go on and another replaced it, when the latter is deleted", async () => {
    const { projectId } = await suspended();
    const resumed = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const other = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    await org.ok("delete_submission", { submissionId: other.id });
    expect(nearest(await read(projectId))).toEqual([resumed.clock.endsAt, "submission"]);
  });

  it("stays replaced when the integration that replaced it is deleted, and was replaced itself", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const [first, second] = [
      await record(projectId, { kind: "integration", decisionDeadline: day(80) }),
      await record(projectId, { kind: "integration", decisionDeadline: day(90) }),
    ];
    const before = (await read(projectId)).clocks;
    await org.ok("delete_submission", { submissionId: first.id });
    expect(nearest(await read(projectId))).toEqual([day(90), "submission"]);
    expect(await reminderOf(submission)).toMatchObject({ status: "cancelled" });
    await restoreLatest();
    expect((await read(projectId)).clocks).toEqual(before);
    await org.ok("delete_submission", { submissionId: first.id });
    await org.ok("delete_submission", { submissionId: second.id });
    expect(nearest(await read(projectId))).toEqual([day(60), "submission"]);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending" });
  });

  it("stays replaced by the one of two integrations that is restored, in whatever order they were deleted", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const)
      for (const back of order) {
        const projectId = await project();
        await record(projectId, { decisionDeadline: day(60) });
        const dated = { kind: "integration", decisionDeadline: day(80) };
        const both = [await record(projectId, dated), await record(projectId, { ...dated, decisionDeadline: day(90) })];
        for (const n of order) await org.ok("delete_submission", { submissionId: both[n]?.id });
        await restoreLatest(1 - order.indexOf(back));
        expect((await read(projectId)).clocks).toMatchObject([
          { status: "closed", endsAt: day(60) },
          { submissionId: both[back]?.id, status: "running" },
        ]);
      }
  });

  it("runs when it is restored without the integration that replaced it, until that is restored too", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    const before = (await read(projectId)).clocks;
    for (const { id } of [submission, integration]) await org.ok("delete_submission", { submissionId: id });
    await restoreLatest(1);
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(60) }]);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(60), notes: null });
    expect(await ordersFor(api, `watch-submission:${submission.id}`)).not.toEqual([]);
    await restoreLatest();
    expect((await read(projectId)).clocks).toEqual(before);
    expect(await reminderOf(submission)).toMatchObject({ status: "cancelled" });
  });

  it("has no open reminder where it is replaced again by the later of two restores", async () => {
    const projectId = await project();
    const submission = await record(projectId, { decisionDeadline: day(60) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    for (const { id } of [integration, submission]) await org.ok("delete_submission", { submissionId: id });
    await restoreLatest(1);
    expect(await reminderOf(integration)).toMatchObject({ status: "pending" });
    await restoreLatest();
    expect(nearest(await read(projectId))).toEqual([day(80), "submission"]);
    expect(await reminderOf(submission)).toMatchObject({ status: "cancelled" });
  });

  it("is suspended when it is restored without the integration that let it go on", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", submittedAt: day(0) });
    const before = (await read(projectId)).clocks;
    for (const { id } of [submission, integration]) await org.ok("delete_submission", { submissionId: id });
    await restoreLatest(1);
    expect((await read(projectId)).clocks).toMatchObject([{ status: "suspended" }]);
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended" });
    await restoreLatest();
    expect((await read(projectId)).clocks).toEqual(before);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending" });
  });

  it("is the project's own where the submission has no date, and goes on likewise", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(40) });
    const { id } = await record(projectId);
    await decide(id, "suspended");
    const own = async () => (await read(projectId)).clocks;
    expect(await own()).toEqual([{ submissionId: null, status: "suspended", endsAt: day(40), remainingDays: 40 }]);
    const integration = await record(projectId, { kind: "integration", submittedAt: day(2) });
    expect(integration.clock).toMatchObject({ effect: "resumed", endsAt: day(42) });
    expect(nearest(integration.project)).toEqual([day(42), "stage"]);
    expect(nearest((await correct(integration.id, { submittedAt: day(1) })).project)).toEqual([day(41), "stage"]);
    await org.ok("delete_submission", { submissionId: integration.id });
    expect(await own()).toEqual([{ submissionId: null, status: "suspended", endsAt: day(40), remainingDays: 40 }]);
    await restoreLast(org, "submission");
    expect(nearest(await read(projectId))).toEqual([day(41), "stage"]);
    await correct(integration.id, { kind: "reminder", submittedAt: day(3) });
    expect(await own()).toMatchObject([{ status: "suspended", endsAt: day(40) }]);
    await correct(integration.id, { kind: "integration", submittedAt: day(1) });
    expect(nearest(await read(projectId))).toEqual([day(41), "stage"]);
    expect(await decide(id, "suspended")).not.toHaveProperty("warnings");
    expect(await own()).toEqual([{ submissionId: null, status: "suspended", endsAt: day(41), remainingDays: 41 }]);
  });

  it("is the project's own, and has the days that the first suspension left where the integration in between is deleted", async () => {
    const goneOn = async (next: string) => {
      const projectId = await project({ type: "scia" });
      await setStage(projectId, { decisionDeadline: day(20) });
      const { id } = await record(projectId, { submittedAt: day(-20) });
      await decide(id, "suspended");
      await correct(id, { outcomeAt: day(-10) });
      const integration = await record(projectId, { kind: "integration", submittedAt: day(-5) });
      expect(integration.clock).toMatchObject({ effect: "resumed", endsAt: day(25) });
      await decide(id, next);
      await org.ok("delete_submission", { submissionId: integration.id });
      const { rows } = await api.pool.query("select deadline_continued_by from project where id = $1", [projectId]);
      expect(rows).toEqual([{ deadline_continued_by: null }]);
      return { projectId, id };
    };
    const again = await goneOn("suspended");
    expect((await read(again.projectId)).clocks).toEqual([
      { submissionId: null, status: "suspended", endsAt: day(30), remainingDays: 30 },
    ]);
    const decided = await goneOn("rejected");
    expect((await read(decided.projectId)).clocks).toMatchObject([{ status: "closed" }]);
    await reopen(decided.id);
    expect((await read(decided.projectId)).clocks).toEqual([
      { submissionId: null, status: "suspended", endsAt: day(20), remainingDays: 30 },
    ]);
  });

  it("is suspended again, from that day on, after it had gone on and passed", async () => {
    const { projectId, submission } = await suspended();
    await correct(submission.id, { outcomeAt: day(0) });
    await record(projectId, { kind: "integration" });
    await api.pool.query("update submission set clock_state = 'overdue', overdue_at = now() where id = $1", [
      submission.id,
    ]);
    const { outcomeAt } = await decide(submission.id, "suspended");
    expect(outcomeAt).not.toBe(day(0));
    await reopen(submission.id);
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(60) }]);
  });

  it("changes nothing where no clock is suspended", async () => {
    const projectId = await project();
    const first = await record(projectId, { decisionDeadline: day(30) });
    expect((await record(projectId, { kind: "integration" })).clock).toBeNull();
    expect(await reminderOf(first)).toMatchObject({ status: "pending", dueAt: day(30) });
  });
});

describe("a reminder that a person closed", () => {
  it.each(["done", "cancelled"])(
    "and that was %s is open again once the deadline gets another date",
    async (status) => {
      const projectId = await project();
      const { id, reminder } = await record(projectId, { decisionDeadline: day(20) });
      const close = () => org.ok("complete_reminder", { reminderId: reminder.id, status });
      await org.ok("update_reminder", { reminderId: reminder.id, notes: "Chiamato il tecnico" });
      await close();
      const shown = () => org.ok("get_reminder", { reminderId: reminder.id });
      expect((await correct(id, { decisionDeadline: `${day(20).slice(0, 10)}T12:00` })).warnings).toEqual([]);
      expect(await shown()).toMatchObject({ status });
      const before = (await ordersFor(api, `watch-reminder:${reminder.id}`)).length;
      expect((await correct(id, { decisionDeadline: day(40) })).warnings).toMatchObject([
        { code: "reminder_reopened" },
      ]);
      expect(await shown()).toMatchObject({ status: "pending", dueAt: day(40), notes: "Chiamato il tecnico" });
      expect((await ordersFor(api, `watch-reminder:${reminder.id}`)).length).toBe(before + 1);
      await close();
      await decide(id, "suspended");
      expect(await shown()).toMatchObject({ status, dueAt: day(40) });
      const resumed = await record(projectId, { kind: "integration", submittedAt: day(-3) });
      expect(resumed.clock.explanation).toContain("is open again for the new one");
      expect(resumed.reminder).toMatchObject({ id: reminder.id, status: "pending", dueAt: day(37) });
      await close();
      expect((await correct(resumed.id, { submittedAt: day(-2) })).warnings).toMatchObject([
        { code: "integration_before_suspension" },
        { code: "reminder_reopened" },
      ]);
      expect(await shown()).toMatchObject({ status: "pending", dueAt: day(38) });
    },
  );

  it("stays closed where its clock is closed, until that runs to another date", async () => {
    const submission = await record(await project(), { decisionDeadline: day(20) });
    const { id, reminder } = submission;
    await org.ok("complete_reminder", { reminderId: reminder.id });
    await decide(id, "approved");
    expect((await correct(id, { decisionDeadline: day(40) })).warnings).toEqual([]);
    expect(await reminderOf(submission)).toMatchObject({ status: "done", dueAt: day(20) });
    await reopen(id);
    expect(await reminderOf(submission)).toMatchObject({ status: "pending", dueAt: day(40) });
  });
});

describe("what was mistyped", () => {
  const bookkeeping = /^(id|created_at|updated_at|version|project_id|submission_id|due_set_at|watched_at)$/;
  /** The rows of a project's submissions and reminders, without what tells them apart. */
  async function rows(projectId: string) {
    const of = async (table: string) => {
      const found = await api.pool.query(`select * from ${table} where project_id = $1 order by id`, [projectId]);
      return found.rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !bookkeeping.test(key))));
    };
    return { submissions: await of("submission"), reminders: await of("reminder"), tasks: await of("task") };
  }
  const filed = { submittedAt: day(-2), notes: "Depositata", decisionDeadline: day(30) };
  async function asMeant() {
    const projectId = await project({ name: "Villa" });
    await record(projectId, filed);
    return rows(projectId);
  }

  it("ends where it should have begun: a wrong date, number and kind", async () => {
    const projectId = await project({ name: "Villa" });
    const wrong = { kind: "reminder", protocolNumber: "PG/9", submittedAt: day(-20), decisionDeadline: day(300) };
    const { id, reminder } = await record(projectId, { ...wrong, notes: "x" });
    const right = { ...filed, kind: "submission", protocolNumber: "" };
    const { project: shown, clock } = await correct(id, right);
    expect([clock, nearest(shown)]).toEqual([{ state: "running", remainingDays: 30 }, [day(30), "submission"]]);
    expect(await rows(projectId)).toEqual(await asMeant());
    // Too far away before to be watched; now it is near.
    expect(await ordersFor(api, `watch-reminder:${reminder.id}`)).toEqual([
      { type: "watchReminder", signal: "reminderChanged" },
    ]);
    expect((await ordersFor(api, `watch-submission:${id}`)).map(({ signal }) => signal)).toEqual([
      "submissionChanged",
      "submissionChanged",
    ]);
  });

  it.each(["approved", "rejected", "suspended"])(
    "ends where it should have begun: a wrong outcome, %s",
    async (outcome) => {
      const projectId = await project({ name: "Villa" });
      const { id } = await record(projectId, filed);
      await decide(id, outcome);
      expect(await reopen(id)).toMatchObject({ outcome: null, clock: { state: "running", remainingDays: 30 } });
      expect(await rows(projectId)).toEqual(await asMeant());
      expect(await reopen(id)).toMatchObject({ outcome: null });
    },
  );

  it("is told in the audit log, before and after", async () => {
    const { id, reminder } = await record(await project(), { decisionDeadline: day(300) });
    await correct(id, { decisionDeadline: day(30) });
    const event = (await auditOf(api, id)).find(({ action }) => action === "update_submission");
    const of = (record: string) => event?.changes.find((change) => change.record === record);
    expect(of("submission")).toMatchObject({
      before: { decisionDeadline: day(300) },
      after: { decisionDeadline: day(30) },
    });
    expect(of("reminder")).toMatchObject({ id: reminder.id, before: { dueAt: day(300) }, after: { dueAt: day(30) } });
  });

  it("comes back suspended where a wrong decision ended a suspension", async () => {
    const { projectId, submission } = await suspended();
    const before = await rows(projectId);
    await decide(submission.id, "approved");
    expect((await reopen(submission.id)).clock).toEqual({ state: "suspended", remainingDays: 60 });
    const after = await rows(projectId);
    expect(after.reminders).toEqual(before.reminders);
    // Without an outcome, it runs again when the suspension is taken back as well.
    expect((await reopen(submission.id)).clock).toEqual({ state: "running", remainingDays: 60 });
  });

  /** What reopen_submission restores: the submission with its clock, and its reminder, as stored and as shown. */
  async function state(projectId: string) {
    const [shown, { submissions, reminders }] = [await read(projectId), await rows(projectId)];
    return { clocks: shown.clocks, submissions, reminders };
  }

  it.each([
    ["suspended", "rejected"],
    ["rejected", "approved", "suspended"],
    ["suspended", "integration", "rejected"],
    ["suspended", "integration", "suspended", "integration", "approved"],
    ["approved", "suspended"],
  ])("is taken back step by step, outcome after outcome: %s, %s …", async (...steps) => {
    const projectId = await project({ name: "Villa" });
    const { id } = await record(projectId, filed);
    const before: Awaited<ReturnType<typeof state>>[] = [];
    for (const step of steps) {
      before.push(await state(projectId));
      if (step === "integration") await record(projectId, { kind: "integration", submittedAt: day(1) });
      else await decide(id, step);
    }
    const outcomes = (shown: { submissions: Record<string, unknown>[] }) => shown.submissions[0];
    for (const [at, step] of [...steps.entries()].reverse()) {
      if (step === "integration") continue;
      await reopen(id);
      const now = await state(projectId);
      expect(outcomes(now)).toEqual(outcomes(before[at] as never));
      expect([now.clocks, now.reminders]).toEqual([before[at]?.clocks, before[at]?.reminders]);
    }
    expect(await reopen(id)).toMatchObject({ outcome: null, clock: { state: "running", remainingDays: 30 } });
  });

  it("goes back to the corrected dates, where a deadline or an integration was corrected since", async () => {
    const { projectId, submission } = await suspended();
    const integration = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await decide(submission.id, "suspended");
    await decide(submission.id, "rejected");
    await correct(integration.id, { submittedAt: day(-5) });
    expect(await reopen(submission.id)).toMatchObject({ outcome: "suspended", clock: { state: "suspended" } });
    expect(await reopen(submission.id)).toMatchObject({ outcome: "suspended", decisionDeadline: day(55) });
    await decide(submission.id, "rejected");
    await org.ok("delete_submission", { submissionId: integration.id });
    expect(await reopen(submission.id)).toMatchObject({ outcome: "suspended", clock: { state: "suspended" } });
    await decide(submission.id, "rejected");
    await correct(submission.id, { decisionDeadline: day(20) });
    expect((await reopen(submission.id)).clock).toEqual({ state: "suspended", remainingDays: 20 });
    expect(await reopen(submission.id)).toMatchObject({ outcome: null, decisionDeadline: day(20) });
  });

  it("was given before outcomes were kept, and is taken back all the same", async () => {
    const { submission } = await suspended();
    await decide(submission.id, "rejected");
    await api.pool.query("update submission set outcomes_before = null where id = $1", [submission.id]);
    expect(await reopen(submission.id)).toMatchObject({ outcome: "suspended", clock: { state: "suspended" } });
    expect(await reopen(submission.id)).toMatchObject({ outcome: null, clock: { state: "running" } });
  });

  it("leaves a clock closed that an integration replaced, and a reminder that a person closed", async () => {
    const { projectId, submission } = await suspended();
    await org.ok("complete_reminder", { reminderId: submission.reminder.id });
    await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    expect(await reopen(submission.id)).toMatchObject({ outcome: null, clock: { state: "closed" } });
    expect(await reminderOf(submission)).toMatchObject({ status: "done" });
  });

  it("counts anew what remained where the deadline of a suspended clock was wrong", async () => {
    const { submission } = await suspended();
    const { clock } = await correct(submission.id, { decisionDeadline: day(20) });
    expect(clock).toEqual({ state: "suspended", remainingDays: 20 });
    expect(await reminderOf(submission)).toMatchObject({ status: "suspended", dueAt: day(20) });
  });

  it("ends on the date that was given, also where the clock had gone on and was replaced since", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const resumed = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    expect(await correct(submission.id, { decisionDeadline: day(50) })).toMatchObject({ decisionDeadline: day(50) });
    await correct(resumed.id, { submittedAt: day(-2) });
    expect((await read(projectId)).clocks[0]).toMatchObject({ status: "closed", endsAt: day(50) });
  });

  it("keeps the project's own deadline suspended where the date of the integration before is corrected", async () => {
    const projectId = await project({ type: "scia" });
    await setStage(projectId, { decisionDeadline: day(40) });
    const { id } = await record(projectId);
    await decide(id, "suspended");
    const first = await record(projectId, { kind: "integration", submittedAt: day(0) });
    await decide(id, "suspended");
    await correct(first.id, { submittedAt: day(2) });
    const stopped = { submissionId: null, status: "suspended", endsAt: day(42), remainingDays: 42 };
    expect((await read(projectId)).clocks).toEqual([stopped]);
  });

  it("gives a deadline and a reminder to a submission that had none, and takes them away", async () => {
    const projectId = await project();
    const { id } = await record(projectId);
    expect((await correct(id, { decisionDeadline: day(20) })).clock).toEqual({ state: "running", remainingDays: 20 });
    const list = async () => (await org.ok("list_reminders", { projectId })).items;
    expect(await list()).toMatchObject([{ status: "pending", kind: "deadline", dueAt: day(20) }]);
    expect(await correct(id, { decisionDeadline: null })).toMatchObject({ decisionDeadline: null, clock: null });
    expect(await list()).toMatchObject([{ status: "cancelled" }]);
    await correct(id, { decisionDeadline: day(25) });
    expect(await list()).toMatchObject([{ status: "pending", dueAt: day(25), notes: null }]);
  });

  it("can't be without a date of filing", async () => {
    const { id } = await record(await project());
    for (const submittedAt of ["", null])
      expect((await org.call("update_submission", { submissionId: id, submittedAt })).status).toBe(400);
  });
});

describe("what was probably not meant", () => {
  const codes = ({ warnings = [] }: TestRecord) => warnings.map(({ code }: { code: string }) => code);

  it("is a date that can't be, in a filing, a correction and a stage; without one there are no warnings", async () => {
    const projectId = await project();
    const filed = await record(projectId, { decisionDeadline: day(30) });
    expect("warnings" in filed).toBe(false);
    expect(codes(await record(projectId, { submittedAt: "2062-01-10" }))).toEqual(["filed_in_future"]);
    expect(codes(await record(projectId, { submittedAt: day(0), decisionDeadline: day(-400) }))).toEqual([
      "deadline_before_filing",
    ]);
    expect(codes(await correct(filed.id, { decisionDeadline: "2062-01-10" }))).toEqual(["date_far_away"]);
    expect(codes(await correct(filed.id, { notes: "x" }))).toEqual([]);
    expect(codes(await setStage(projectId, { decisionDeadline: "2020-01-10" }))).toEqual(["deadline_passed"]);
    expect("warnings" in (await setStage(projectId, {}))).toBe(false);
  });

  it("is a filing or an outcome decades back, as of a number that was meant as a date", async () => {
    const projectId = await project();
    const far = { code: "date_far_away", pointer: "/submittedAt" };
    const { id, warnings } = await record(projectId, { submittedAt: 20261110 });
    expect(warnings).toMatchObject([far]);
    expect(warnings[0].detail).toMatch(/^The date 1970-01-01 lies \d+ years back\.$/);
    expect((await record(projectId, { submittedAt: 1795745096 })).warnings).toMatchObject([far]);
    expect((await setStage(projectId, { submittedAt: 20261110 })).warnings).toMatchObject([far]);
    await decide(id, "rejected");
    expect((await correct(id, { outcomeAt: 20261110 })).warnings).toMatchObject([
      { code: "date_far_away", pointer: "/outcomeAt" },
    ]);
  });

  it("is the same filing once more", async () => {
    const projectId = await project();
    const filing = { submittedAt: day(-3), decisionDeadline: day(27), protocolNumber: "PG/2026/0123456" };
    const first = await record(projectId, filing);
    expect(codes(first)).toEqual([]);
    const { warnings } = await record(projectId, filing);
    expect(warnings).toMatchObject([{ code: "duplicate", pointer: "/protocolNumber" }]);
    expect(warnings[0].detail).toContain(first.id);
    expect(codes(await record(projectId, { ...filing, submittedAt: day(-2) }))).toEqual([]);
    expect(codes(await record(projectId, { ...filing, kind: "reminder" }))).toEqual([]);
    expect(codes(await record(await project(), filing))).toEqual([]);
    const { protocolNumber, ...unnumbered } = filing;
    expect(codes(await record(projectId, unnumbered))).toEqual([]);
    expect(codes(await record(projectId, unnumbered))).toEqual(["duplicate"]);
    expect(codes(await record(projectId, {}))).toEqual([]);
    expect(codes(await record(projectId, {}))).toEqual([]);
  });

  it("is a task or a reminder decades away", async () => {
    const projectId = await project();
    const far = { title: "Collaudo", dueAt: "2062-03-01" };
    for (const [action, update, field] of [
      ["create_task", "update_task", "taskId"],
      ["create_reminder", "update_reminder", "reminderId"],
    ] as const) {
      const made = await org.ok(action, { projectId, ...far });
      expect(made.warnings).toMatchObject([{ code: "date_far_away", pointer: "/dueAt" }]);
      expect(made.warnings[0].suggestion).toContain(update);
      expect("warnings" in (await org.ok(update, { [field]: made.id, dueAt: day(9) }))).toBe(false);
      expect(codes(await org.ok(update, { [field]: made.id, dueAt: "1926-03-01" }))).toEqual(["date_far_away"]);
      const passed = await org.ok(action, { projectId, title: "Collaudo", dueAt: day(-300) });
      expect(passed.warnings).toMatchObject([{ code: "date_passed", pointer: "/dueAt" }]);
      expect(passed.warnings[0].detail).toBe(`The date ${day(-300).slice(0, 10)} has passed.`);
    }
  });

  it("is a day of filing that gives way to today's, since the stage is set to submitted again", async () => {
    const projectId = await project();
    const submitted = (fields: object) => setStage(projectId, { stage: "submitted", ...fields });
    expect(codes(await submitted({ submittedAt: day(-40) }))).toEqual([]);
    const { warnings } = await submitted({});
    expect(warnings).toMatchObject([{ code: "filing_date_replaced", pointer: "/submittedAt" }]);
    expect(warnings[0].suggestion).toContain(`"submittedAt": "${day(-40).slice(0, 10)}"`);
    expect(codes(await submitted({}))).toEqual([]);
  });

  it("is an integration that is dated before the suspension", async () => {
    const { projectId, submission } = await suspended({ type: "catastale" });
    const early = await record(projectId, { kind: "integration", submittedAt: day(-3) });
    expect(codes(early)).toEqual(["integration_before_suspension"]);
    expect(early.warnings[0].suggestion).toContain(submission.id);
    expect(codes(await correct(early.id, { submittedAt: day(0) }))).toEqual([]);
  });

  it("is an integration from before the suspension, with which the clock goes on since it has no deadline of its own", async () => {
    const projectId = await project({ type: "catastale" });
    const { id } = await record(projectId, { submittedAt: day(-20), decisionDeadline: day(40) });
    const dated = await record(projectId, { kind: "integration", submittedAt: day(-6), decisionDeadline: day(60) });
    await decide(id, "suspended");
    const { clock, warnings } = await correct(dated.id, { decisionDeadline: null });
    expect([clock.effect, warnings]).toMatchObject(["resumed", [{ code: "integration_before_suspension" }]]);
  });

  it("is a suspension after the integration that ended it, or before that of an earlier one", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    await correct(submission.id, { submittedAt: day(-20), outcomeAt: day(-10) });
    const { id: first } = await record(projectId, { kind: "integration", submittedAt: day(-6) });
    const warned = { code: "suspension_out_of_order", pointer: "/outcomeAt", detail: expect.stringContaining(first) };
    expect((await correct(submission.id, { outcomeAt: day(-5) })).warnings).toMatchObject([warned]);
    expect((await correct(submission.id, { outcomeAt: day(-6) })).warnings).toEqual([]);
    await decide(submission.id, "suspended");
    expect((await correct(submission.id, { outcomeAt: day(-7) })).warnings).toMatchObject([warned]);
    expect((await correct(submission.id, { outcomeAt: day(-4) })).warnings).toEqual([]);
    await record(projectId, { kind: "integration", submittedAt: day(-2) });
    expect((await correct(submission.id, { outcomeAt: day(-3) })).warnings).toEqual([]);
  });

  it("is an integration that was recorded before the suspension that it answers", async () => {
    const projectId = await project({ type: "scia" });
    const { id } = await record(projectId, { submittedAt: day(-17), decisionDeadline: day(13) });
    const integration = await record(projectId, { kind: "integration", submittedAt: day(-2) });
    expect([integration.clock, codes(integration)]).toEqual([null, []]);
    expect(codes(await decide(id, "suspended"))).toEqual([]);
    const { warnings } = await correct(id, { outcomeAt: day(-9) });
    expect(warnings).toMatchObject([{ code: "integration_unused", pointer: "/outcomeAt" }]);
    expect(warnings[0].detail).toContain(`The integration ${integration.id} of ${day(-2).slice(0, 10)}`);
    await correct(integration.id, { kind: "reminder" });
    const { clock } = await correct(integration.id, { kind: "integration" });
    expect(clock).toMatchObject({ effect: "resumed", endsAt: day(20) });
    await decide(id, "suspended");
    expect(codes(await correct(id, { outcomeAt: day(-2) }))).toEqual([]);
  });

  it("is an integration of today, when the suspension is recorded after it", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    await record(projectId, { kind: "integration" });
    expect((await decide(id, "suspended")).warnings).toMatchObject([
      { code: "integration_unused", pointer: "/outcome" },
    ]);
  });

  it("is a later part of an integration, whose first part let the clock go on", async () => {
    const { projectId, submission } = await suspended();
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    const sameDay = await record(projectId, { kind: "integration", submittedAt: day(0), notes: "Allegato" });
    expect(sameDay.warnings).toBeUndefined();
    const { clock, warnings } = await record(projectId, { kind: "integration", submittedAt: day(9) });
    const moved = day(69).slice(0, 10);
    expect(clock).toBeNull();
    expect(warnings).toContainEqual({
      code: "clock_not_moved",
      pointer: "/submittedAt",
      detail: expect.stringContaining(`still ends on ${day(60).slice(0, 10)}.`),
      suggestion: expect.stringContaining(`{"submissionId": "${submission.id}", "decisionDeadline": "${moved}"}`),
    });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(60) }]);
    await correct(submission.id, { decisionDeadline: moved });
    expect((await read(projectId)).clocks).toMatchObject([{ status: "running", endsAt: day(69) }]);
    await decide(submission.id, "approved");
    expect((await record(projectId, { kind: "integration", submittedAt: day(0) })).warnings).toBeUndefined();
    const own = await project({ type: "catastale" });
    await setStage(own, { decisionDeadline: day(60) });
    await decide((await record(own)).id, "suspended");
    await record(own, { kind: "integration", submittedAt: day(-3) });
    const [ofOwn] = (await record(own, { kind: "integration", submittedAt: day(0) })).warnings;
    expect([ofOwn.code, ofOwn.suggestion]).toEqual([
      "clock_not_moved",
      expect.stringContaining(`"stage": "review", "decisionDeadline": "${day(60).slice(0, 10)}"}`),
    ]);
  });

  it("is an integration that lets one of several suspended clocks go on", async () => {
    const { projectId, submission } = await suspended({ type: "catastale" });
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    await decide(id, "suspended");
    const first = await record(projectId, { kind: "integration" });
    expect(first.warnings).toMatchObject([{ code: "clocks_left_suspended", pointer: "/kind" }]);
    expect(first.warnings[0].detail).toMatch(new RegExp(`submission ${id},.*: of submission ${submission.id}, `));
    const second = await record(projectId, { kind: "integration" });
    expect([second.clock.effect, codes(second)]).toEqual(["resumed", []]);
  });

  it("is an integration that answers an earlier suspension alone, which is recorded twice and deleted once", async () => {
    const { projectId, submission } = await suspended();
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    await decide(id, "suspended");
    const dated = await record(projectId, { kind: "integration", decisionDeadline: day(80) });
    expect(dated.warnings[0].suggestion).toMatch(/; one that is suspended takes it only once /);
    const cleared = await correct(dated.id, { decisionDeadline: null });
    expect(cleared.warnings.at(-1).suggestion).toContain(`delete_submission {"submissionId": "${dated.id}"}`);
    await record(projectId, { kind: "integration" });
    await org.ok("delete_submission", { submissionId: dated.id });
    await correct(submission.id, { decisionDeadline: day(80) });
    expect((await read(projectId)).clocks).toMatchObject([
      { submissionId: submission.id, status: "running", endsAt: day(80) },
      { submissionId: id, status: "suspended", endsAt: day(30), remainingDays: 30 },
    ]);
  });

  it("is another type of a project whose clocks are open", async () => {
    const { projectId, submission } = await suspended({ type: "scia" });
    const retype = (type: string) => org.ok("update_project", { projectId, type });
    expect(codes(await retype("scia"))).toEqual([]);
    const { type, warnings } = await retype("permesso_di_costruire");
    expect([type, warnings]).toMatchObject([
      "permesso_di_costruire",
      [{ code: "type_of_open_clocks", pointer: "/type" }],
    ]);
    expect(warnings[0].detail).toContain(`began under scia are still open: of submission ${submission.id} (suspended)`);
    await decide(submission.id, "approved");
    expect(codes(await retype("cila"))).toEqual([]);
  });

  it("is an outcome of an integration, while the clock that it lets go on still runs", async () => {
    const { projectId, submission } = await suspended();
    const { id } = await record(projectId, { kind: "integration" });
    const { warnings } = await decide(id, "rejected");
    expect(warnings).toMatchObject([{ code: "clock_still_running", pointer: "/submissionId" }]);
    expect(warnings[0].suggestion).toContain(`set_submission_outcome {"submissionId": "${submission.id}"`);
    expect(codes(await decide(submission.id, "rejected"))).toEqual([]);
    expect(codes(await decide(id, "approved"))).toEqual([]);
  });

  it("is an outcome of a filing whose clock an integration has replaced, while that one runs", async () => {
    const projectId = await project();
    const filing = await record(projectId, { decisionDeadline: day(30) });
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(50) });
    const { warnings } = await decide(filing.id, "approved");
    expect(warnings).toMatchObject([{ code: "clock_still_running", pointer: "/submissionId" }]);
    expect(warnings[0].suggestion).toContain(`set_submission_outcome {"submissionId": "${integration.id}"`);
    await decide(integration.id, "approved");
    expect(codes(await decide(filing.id, "approved"))).toEqual([]);
  });

  it("is a suspension of what is suspended already, until an integration is filed", async () => {
    const { projectId, submission } = await suspended();
    const before = await read(projectId);
    const again = await decide(submission.id, "suspended");
    expect(again.warnings).toMatchObject([{ code: "suspended_before", pointer: "/outcome" }]);
    expect(again.warnings[0].detail).toContain(`suspended since ${day(0).slice(0, 10)}`);
    expect(await read(projectId)).toMatchObject({ clocks: before.clocks });
    await record(projectId, { kind: "integration" });
    expect(codes(await decide(submission.id, "suspended"))).toEqual([]);
    const undated = await record(await project(), {});
    expect(codes(await decide(undated.id, "suspended"))).toEqual([]);
    expect(codes(await decide(undated.id, "suspended"))).toEqual(["suspended_before"]);
    await record(undated.projectId, { kind: "integration" });
    expect(codes(await decide(undated.id, "suspended"))).toEqual([]);
    const replaced = await suspended();
    await record(replaced.projectId, { kind: "integration", decisionDeadline: day(80) });
    expect(codes(await decide(replaced.submission.id, "suspended"))).toEqual(["clock_still_running"]);
  });

  it("is a suspension after a decision, which had ended the clock, and says how to have it stopped instead", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    expect(codes(await decide(id, "rejected"))).toEqual([]);
    const { clock, warnings } = await decide(id, "suspended");
    expect([clock.state, warnings]).toMatchObject(["closed", [{ code: "clock_ended", pointer: "/outcome" }]]);
    expect(warnings[0].suggestion).toContain(`reopen_submission {"submissionId": "${id}"}`);
    expect(await reopen(id)).toMatchObject({ outcome: "rejected", clock: { state: "closed" } });
    expect(await reopen(id)).toMatchObject({ outcome: null, clock: { state: "running" } });
    const stopped = await decide(id, "suspended");
    expect([stopped.clock, codes(stopped)]).toEqual([{ state: "suspended", remainingDays: 30 }, []]);
  });

  it("is a suspension or a refusal of a day on which the term had ended, until that day is right", async () => {
    // A Friday, so that no holiday follows.
    const [ended, late] = ["2026-11-20", "2026-11-21"];
    const filed = { submittedAt: "2026-08-22", decisionDeadline: ended };
    for (const outcome of ["suspended", "rejected"]) {
      const { id } = await record(await project({ type: "permesso_di_costruire" }), filed);
      const { warnings } = await decide(id, outcome);
      expect(warnings).toMatchObject([{ code: "answered_late", pointer: "/outcome" }]);
      expect(warnings[0].detail).toContain(`had ended on ${ended}, before this answer of ${day(0).slice(0, 10)}`);
      expect(warnings[0].detail).toContain("art. 20, comma 8");
      expect((await correct(id, { outcomeAt: late })).warnings).toMatchObject([
        { code: "answered_late", pointer: "/outcomeAt" },
      ]);
      expect(codes(await correct(id, { outcomeAt: ended }))).toEqual([]);
    }
    const approved = await record(await project(), filed);
    expect(codes(await decide(approved.id, "approved"))).toEqual([]);
  });

  it("is no answer on the working day after a term that ended on a holiday, and none to a clock that was suspended", async () => {
    const projectId = await project({ type: "scia" });
    // A Sunday.
    const { id } = await record(projectId, { submittedAt: "2026-10-16", decisionDeadline: "2026-11-15" });
    await decide(id, "suspended");
    expect(codes(await correct(id, { outcomeAt: "2026-11-17" }))).toEqual(["answered_late"]);
    expect(codes(await correct(id, { outcomeAt: "2026-11-16" }))).toEqual([]);
    expect(codes(await decide(id, "rejected"))).toEqual([]);
  });

  it("is an answer to one of several filings without a deadline, by which the project's own stops", async () => {
    for (const [outcome, fate] of [
      ["approved", "closed"],
      ["suspended", "suspended"],
    ]) {
      const projectId = await project();
      await setStage(projectId, { decisionDeadline: day(36) });
      const first = await record(projectId);
      const second = await record(projectId);
      const { warnings } = await decide(second.id, outcome as string);
      expect(warnings).toMatchObject([{ code: "own_deadline_stopped", pointer: "/submissionId" }]);
      expect(warnings[0].detail).toContain(`the project's own, ${day(36).slice(0, 10)}, which is ${fate} now`);
      expect(warnings[0].suggestion).toContain(`{"submissionId": "${first.id}", "decisionDeadline": "`);
      const { project: mended } = await correct(first.id, { decisionDeadline: day(36) });
      expect(nearest(mended)).toEqual([day(36), "submission"]);
      expect(codes(await decide(first.id, "approved"))).toEqual([]);
    }
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(36) });
    const only = await record(projectId);
    expect(codes(await decide(only.id, "suspended"))).toEqual([]);
    const integration = await record(projectId, { kind: "integration" });
    expect(codes(await decide(integration.id, "approved"))).toEqual(["own_deadline_stopped"]);
  });

  it("is an integration with a deadline, which closes the project's own too where there are several filings", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(36) });
    const { id } = await record(projectId, { decisionDeadline: day(40) });
    const only = await record(projectId, { kind: "integration", decisionDeadline: day(70) });
    expect(codes(only)).toEqual([]);
    await org.ok("delete_submission", { submissionId: only.id });
    await record(projectId, { decisionDeadline: day(50) });
    await decide(id, "suspended");
    const integration = await record(projectId, { kind: "integration", decisionDeadline: day(71) });
    expect(codes(integration)).toEqual(["clock_replaced", "own_deadline_stopped"]);
    expect(integration.warnings[1]).toMatchObject({ pointer: "/decisionDeadline" });
    expect(integration.warnings[1].detail).toContain(`project's own, ${day(36).slice(0, 10)}, which is closed now`);
    await correct(integration.id, { decisionDeadline: null });
    expect(codes(await correct(integration.id, { decisionDeadline: day(71) }))).toContain("own_deadline_stopped");
  });

  it("is a clock that goes on although the decision was recorded", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(30) });
    const { warnings, project: shown } = await record(projectId, { kind: "outcome", advanceStage: "approved" });
    expect(nearest(shown)).toEqual([day(30), "submission"]);
    expect(warnings).toMatchObject([{ code: "clock_still_running", pointer: "/kind" }]);
    expect(warnings[0].detail).toContain(`The clock of submission ${id}`);
    expect(warnings[0].suggestion).toContain(`set_submission_outcome {"submissionId": "${id}"`);
    expect(codes(await setStage(projectId, { stage: "closed" }))).toEqual(["clock_still_running"]);
    await decide(id, "approved");
    expect(codes(await record(projectId, { kind: "outcome" }))).toEqual([]);
    await setStage(projectId, { decisionDeadline: day(9) });
    expect(codes(await record(projectId, { kind: "outcome" }))).toEqual(["clock_still_running"]);
    expect(codes(await record(projectId, { kind: "outcome", advanceStage: "approved" }))).toEqual([]);
  });
});

describe("the day of an outcome", () => {
  it("says of a suspended permesso di costruire that its whole term begins anew", async () => {
    const { id } = await record(await project({ type: "permesso_di_costruire" }), { decisionDeadline: day(86) });
    const { explanation, suggestedDeadlines } = await decide(id, "suspended");
    expect(explanation).toMatch(
      /86 days remained .* Whatever remained, the whole term .* begins anew .*\(D\.P\.R\. 380\/2001, art\. 20, comma 5\)/,
    );
    const suspension = suggestedDeadlines.find(({ rule }: { rule: string }) => rule === "L241_SUSP");
    expect(suspension.meaning).toContain("of a permesso di costruire the whole term begins anew");
  });

  it("is today, which the answer says, until it is corrected; what remained follows", async () => {
    const projectId = await project({ type: "catastale" });
    const { id } = await record(projectId, { submittedAt: day(-10), decisionDeadline: day(60) });
    const answer = await decide(id, "suspended");
    expect(answer.explanation).toMatch(`60 days remained of the term on ${day(0).slice(0, 10)}, the day on which`);
    expect(answer.explanation).toContain(id);
    const corrected = await correct(id, { outcomeAt: day(-3) });
    expect(corrected).toMatchObject({
      outcomeAt: day(-3),
      clock: { state: "suspended", remainingDays: 63 },
      explanation: `63 days remained of the term on ${day(-3).slice(0, 10)}, the day of the authority's answer. The days that remained go on when the integration is filed (L. 241/1990, art. 2, comma 7).`,
    });
    const { clock, reminder } = await record(projectId, { kind: "integration", submittedAt: day(1) });
    expect([clock.endsAt, reminder.dueAt]).toEqual([day(64), day(64)]);
    const again = await correct(id, { outcomeAt: day(-2) });
    expect(again).toMatchObject({ decisionDeadline: day(63), clock: { state: "running", remainingDays: 63 } });
    expect((await org.ok("get_reminder", { reminderId: reminder.id })).dueAt).toBe(day(63));
    expect((await ordersFor(api, `watch-submission:${id}`)).length).toBeGreaterThan(3);
    expect(await reopen(id)).toMatchObject({ outcomeAt: null, decisionDeadline: day(60) });
  });

  it("moves the project's own deadline where the submission has none, and the terms of the law", async () => {
    const projectId = await project();
    await setStage(projectId, { decisionDeadline: day(40) });
    const { id } = await record(projectId, { submittedAt: day(-9) });
    await decide(id, "suspended");
    expect((await correct(id, { outcomeAt: day(-4) })).project.clocks).toMatchObject([
      { status: "suspended", remainingDays: 44 },
    ]);
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(nearest((await correct(id, { outcomeAt: day(-1) })).project)).toEqual([day(41), "stage"]);
    const rejected = await decide(id, "rejected");
    expect(rejected.explanation).toContain("The suggested terms are counted from");
    const { suggestedDeadlines, explanation } = await correct(id, { outcomeAt: day(-9) });
    expect(suggestedDeadlines).toEqual(expect.arrayContaining([expect.objectContaining({ rule: "TAR" })]));
    expect(explanation).toContain("the day of the authority's answer");
  });

  it.each([
    ["permesso_di_costruire", "approved", ["ENEA"]],
    ["permesso_di_costruire", "rejected", []],
    ["scia", "approved", ["SCIA_VALID", "ENEA"]],
  ])(
    "suggests of a filing's own terms those that outlast the decision: of a %s that is %s",
    async (type, outcome, left) => {
      const { id } = await record(await project({ type }), { submittedAt: day(-9) });
      const decided = await decide(id, outcome);
      const { suggestedDeadline, suggestedDeadlines } = await correct(id, { outcomeAt: day(0) });
      expect(suggestedDeadline).toBeNull();
      const own = suggestedDeadlines.slice(0, left.length);
      expect(own.map(({ rule }: TestRecord) => rule)).toEqual(left);
      expect(suggestedDeadlines.slice(left.length)).toEqual(decided.suggestedDeadlines);
    },
  );

  it("leaves in the warning of a deadline that stays which one the law sets, though the filing is decided", async () => {
    const { id } = await record(await project({ type: "permesso_di_costruire" }), {
      submittedAt: day(-9),
      decisionDeadline: day(81),
    });
    await decide(id, "approved");
    const { warnings, suggestedDeadline } = await correct(id, { submittedAt: day(-8) });
    expect(suggestedDeadline).toMatchObject({ date: day(82).slice(0, 10) });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: "deadline_kept", suggestion: expect.stringContaining(day(82).slice(0, 10)) }),
    );
  });

  it("is the day that was given, west of Greenwich too, where it begins after its midnight UTC", async () => {
    const there = await organization(api);
    await updateOrganization(api.app.database, there.organizationId, { timezone: "America/New_York" });
    const corrected = async (decisionDeadline: string | undefined, ownDeadline: string | null) => {
      const { id: projectId } = await createProject(there);
      await there.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: ownDeadline });
      const filing = { projectId, submittedAt: day(-20), decisionDeadline };
      const { id: submissionId } = await there.ok("record_submission", filing);
      await there.ok("set_submission_outcome", { submissionId, outcome: "suspended" });
      return there.ok("update_submission", { submissionId, outcomeAt: day(-10) });
    };
    const { clock, explanation } = await corrected(day(20), null);
    expect(clock).toEqual({ state: "suspended", remainingDays: 30 });
    expect(explanation).toContain(`30 days remained of the term on ${day(-10).slice(0, 10)}`);
    const { project: shown } = await corrected(undefined, day(20));
    expect(shown.clocks).toMatchObject([{ submissionId: null, status: "suspended", remainingDays: 30 }]);
    const integration = { projectId: shown.id, kind: "integration", submittedAt: day(-5) };
    expect((await there.ok("record_submission", integration)).project.decisionDeadline).toBe(day(25));
  });

  it("changes nothing of a permesso di costruire that has begun anew", async () => {
    const { projectId, submission } = await suspended({ type: "permesso_di_costruire" });
    await correct(submission.id, { submittedAt: day(-9) });
    await record(projectId, { kind: "integration", submittedAt: day(0) });
    expect(await correct(submission.id, { outcomeAt: day(-3) })).toMatchObject({ decisionDeadline: day(90) });
  });

  it("is neither before the filing nor in the future, and there is none without an outcome", async () => {
    const { id } = await record(await project(), { submittedAt: day(-2), decisionDeadline: day(60) });
    const refused = async (fields: object) => {
      const { status, errors } = await org.call("update_submission", { submissionId: id, ...fields });
      return [status, errors[0]?.pointer];
    };
    expect(await refused({ outcomeAt: day(-1) })).toEqual([409, undefined]);
    await decide(id, "suspended");
    expect(await refused({ outcomeAt: day(-3) })).toEqual([400, "/outcomeAt"]);
    expect(await refused({ outcomeAt: day(1) })).toEqual([400, "/outcomeAt"]);
    expect(await refused({ outcomeAt: day(-3), submittedAt: day(-4) })).toEqual([200, undefined]);
    expect(await refused({ submittedAt: day(-2) })).toEqual([400, "/submittedAt"]);
    expect(await refused({ submittedAt: day(-2), outcomeAt: day(-1) })).toEqual([200, undefined]);
    expect(await refused({ submittedAt: day(-1) })).toEqual([200, undefined]);
    expect((await org.ok("update_submission", { submissionId: id, notes: "x" })).submittedAt).toBe(day(-1));
    await reopen(id);
    expect(await refused({ submittedAt: day(0) })).toEqual([200, undefined]);
  });
});

describe("the terms of the law", () => {
  const rules = ({ suggestedDeadlines }: TestRecord) => suggestedDeadlines.map(({ rule }: { rule: string }) => rule);

  it("are listed with their sources, and nothing is set", async () => {
    const projectId = await project({ type: "permesso_di_costruire" });
    const submission = await record(projectId, { submittedAt: "2026-03-02" });
    expect(submission.suggestedDeadlines[0]).toMatchObject({ ...submission.suggestedDeadline, isVerified: true });
    expect(rules(submission)).toEqual(expect.arrayContaining(["PDC_ISTR", "PDC_COMPLEX", "LAND_SIMPLE"]));
    expect(rules(await record(projectId, { kind: "integration" }))).toEqual(["PDC_FINAL"]);
    expect(rules(await record(projectId, { kind: "reminder" }))).toEqual(["PDC_ATTEST"]);
    expect(rules(await record(projectId, { decisionDeadline: day(9) }))).toEqual([]);
    const landscape = await record(await project({ type: "generic" }));
    const { suggestedDeadlines, explanation } = await decide(landscape.id, "approved");
    expect([suggestedDeadlines[0].date, explanation]).toEqual([null, null]);
    expect(rules(await decide(submission.id, "rejected"))).toEqual(["TAR_ACCESS", "TAR", "PRESIDENT"]);
    expect((await read(projectId)).clocks).toHaveLength(1);
  });
});

describe("where the clock was set back by ten minutes since", () => {
  /** As if all that is recorded of a project had been so before that. */
  async function setBack(projectId: string): Promise<void> {
    const later = (...columns: string[]) => columns.map((name) => `${name} = ${name} + interval '10 minutes'`).join();
    const integrated = `jsonb_set(integrated, '{at}', to_jsonb((integrated ->> 'at')::timestamptz + interval '10 minutes'))`;
    for (const change of [
      `update project set ${later("created_at", "deadline_set_at")} where id = $1`,
      `update submission set ${later("created_at", "outcome_at", "outcome_set_at", "deadline_given_at")}, integrated = ${integrated} where project_id = $1`,
    ])
      await api.pool.query(change, [projectId]);
  }
  const clocks = async (projectId: string) =>
    (await read(projectId)).clocks.map(({ status, endsAt }: TestRecord) => [status, endsAt]);

  it("a suspension stops a project's own deadline, an integration has it go on, and a decision ends it", async () => {
    const projectId = await project();
    const { id } = await record(projectId);
    await setStage(projectId, { decisionDeadline: day(60) });
    await setBack(projectId);
    await decide(id, "suspended");
    expect(await clocks(projectId)).toEqual([["suspended", day(60)]]);
    await setBack(projectId);
    await record(projectId, { kind: "integration", submittedAt: day(5) });
    expect(await clocks(projectId)).toEqual([["running", day(65)]]);
    await setBack(projectId);
    await decide(id, "approved");
    expect(await clocks(projectId)).toEqual([["closed", day(65)]]);
  });

  it("a deadline that is set after a decision runs", async () => {
    const projectId = await project();
    const { id } = await record(projectId);
    await decide(id, "approved");
    await setBack(projectId);
    await setStage(projectId, { decisionDeadline: day(60) });
    expect(await clocks(projectId)).toEqual([["running", day(60)]]);
  });

  it("an integration meets a clock, and a date that is given after it stays", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(60) });
    await setBack(projectId);
    await decide(id, "suspended");
    await setBack(projectId);
    const integration = await record(projectId, { kind: "integration", submittedAt: day(5) });
    expect(await clocks(projectId)).toEqual([["running", day(65)]]);
    await setBack(projectId);
    await correct(id, { decisionDeadline: day(70) });
    await correct(integration.id, { submittedAt: day(6) });
    expect(await clocks(projectId)).toEqual([["running", day(70)]]);
  });

  it("an integration moves a deadline that was given before it", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(60) });
    await decide(id, "suspended");
    await record(projectId, { kind: "integration", submittedAt: day(5) });
    await correct(id, { decisionDeadline: day(70) });
    await setBack(projectId);
    await decide(id, "suspended");
    await record(projectId, { kind: "integration", submittedAt: day(10) });
    expect(await clocks(projectId)).toEqual([["running", day(80)]]);
  });

  it("an outcome counts as that of the day on which it was recorded", async () => {
    const projectId = await project();
    const { id } = await record(projectId, { decisionDeadline: day(60) });
    await setBack(projectId);
    const { explanation } = await decide(id, "suspended");
    expect(explanation).toContain("the day on which the outcome was recorded");
  });

  it("a second suspension after an integration is one of its own", async () => {
    const projectId = await project();
    const { id } = await record(projectId);
    await setBack(projectId);
    await decide(id, "suspended");
    await record(projectId, { kind: "integration" });
    const { warnings = [] } = await decide(id, "suspended");
    expect(warnings.map(({ code }: TestRecord) => code)).not.toContain("suspended_before");
  });
});
