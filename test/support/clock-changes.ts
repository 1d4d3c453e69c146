import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { expireDocument } from "../../src/workflows/expire-document.js";
import { watchProject } from "../../src/workflows/watch-project.js";
import { watchReminder } from "../../src/workflows/watch-reminder.js";
import { eventually } from "./eventually.js";
import { type FlyingTime, startFlyingTime } from "./flying-time.js";
import { localTime, moments } from "./moments.js";

const sunday = 0;

let time: FlyingTime;
beforeEach(async () => {
  time = await startFlyingTime();
});
afterEach(() => time?.close());

/** The next day on which a clock changes, at least 40 days ahead: the n-th Sunday of a month, or its last. */
function changeDay(month: number, which: number | "last"): Date {
  for (let year = new Date().getUTCFullYear(); ; year++) {
    const days = Array.from({ length: 31 }, (_, i) => new Date(Date.UTC(year, month - 1, i + 1)));
    const sundays = days.filter((day) => day.getUTCMonth() === month - 1 && day.getUTCDay() === sunday);
    const found = sundays.at(which === "last" ? -1 : which - 1) as Date;
    if (found.getTime() > Date.now() + 40 * dayMs) return found;
  }
}
const plus = (day: Date, days: number) => new Date(day.getTime() + days * dayMs);
const dateOf = (day: Date) => day.toISOString().slice(0, 10);

/** Starts the watcher of a date that is beyond the horizon, as a sweep would when it has come nearer. */
async function watch(workflow: { name: string }, workflowId: string, ids: object): Promise<string> {
  const args = [{ organizationId: time.org.organizationId, ...ids }];
  await time.environment.client.workflow.start(workflow.name, { workflowId, taskQueue: mainQueue, args });
  return armed(workflowId);
}
/** Once a run waits: time must not fly before. */
async function armed(workflowId: string): Promise<string> {
  await time.ordered();
  const handle = time.environment.client.workflow.getHandle(workflowId);
  await eventually(async () => {
    const { events } = await handle.fetchHistory();
    return events?.some((event) => event.timerStartedEventAttributes);
  });
  return workflowId;
}
const remind = async (fields: object) => {
  const { id } = await time.org.ok("create_reminder", { title: "Deposito", ...fields });
  return watch(watchReminder, `watch-reminder:${id}`, { reminderId: id });
};
const submit = async (projectId: string, decisionDeadline: Date, kind = "submission") =>
  time.org.ok("record_submission", { projectId, kind, decisionDeadline: decisionDeadline.toISOString() });
const at = async (workflowId: string, timezone: string, ...activities: string[]) =>
  (await moments(time.environment, workflowId, ...activities)).map((moment) => localTime(moment, timezone));

interface Change {
  zone: string;
  change: string;
  day: Date;
  /** when a notice of 08:30 comes by UTC, before and after it */
  before: string;
  after: string;
  dayH: number;
}

const changes: Change[] = [
  { zone: "Europe/Rome", change: "March", day: changeDay(3, "last"), before: "07:30", after: "06:30", dayH: 23 },
  { zone: "Europe/Rome", change: "October", day: changeDay(10, "last"), before: "06:30", after: "07:30", dayH: 25 },
  { zone: "America/New_York", change: "March", day: changeDay(3, 2), before: "13:30", after: "12:30", dayH: 23 },
  { zone: "America/New_York", change: "November", day: changeDay(11, 1), before: "12:30", after: "13:30", dayH: 25 },
];

/** Each test has one run alone: where several wait, the flying clock doesn't always stop for the others. */
export const clockChanges = (zone: string, change?: string): Change[] =>
  changes.filter((one) => one.zone === zone && (!change || one.change === change));

/** Defines the tests of what a change of the clock moves. */
export function testOverClockChanges(tested: Change[]): void {
  describe.each(tested)("over the clock change of $change in $zone", ({ zone, day, before, after, dayH }) => {
    beforeEach(() => time.api.pool.query("update organization set timezone = $1", [zone]));

    it("notices come at 08:30 by the organization's clock, before it and after it", async () => {
      const dueAt = plus(day, 5);
      const workflowId = await remind({ kind: "deadline", dueAt: dueAt.toISOString() });
      expect(await time.result(workflowId)).toBe("told");
      const told = await moments(time.environment, workflowId, "tellAhead", "fireReminder");
      expect(told.length).toBeGreaterThanOrEqual(5);
      for (const moment of told) expect(localTime(moment, zone)).toMatch(/ 08:30$/);
      const utc = told.map((moment) => moment.toISOString().slice(11, 16));
      expect([utc[0], utc.at(-1)]).toEqual([before, after]);
      expect(localTime(told.at(-1) as Date, zone)).toBe(`${dateOf(dueAt)} 08:30`);
      expect(time.mails()).toHaveLength(told.length);
    });

    it("a deadline on the day of the change is over when that day is, an hour shorter or longer", async () => {
      const { id: projectId } = await time.org.ok("create_project", { name: "Villa Rossi" });
      const { id } = await submit(projectId, day);
      const workflowId = await armed(`watch-submission:${id}`);
      expect(await time.result(workflowId)).toBe("overdue");
      const [over] = (await moments(time.environment, workflowId, "markOverdue")) as [Date];
      expect(localTime(over, zone)).toBe(`${dateOf(plus(day, 1))} 00:00`);
      expect(localTime(new Date(over.getTime() - dayH * 3_600_000), zone)).toBe(`${dateOf(day)} 00:00`);
    });
  });
}

/** Defines those of what has a day or a time in Italy. */
export function testItalianDates(tested: Change[]): void {
  describe.each(tested)("over the clock change of $change in Italy", ({ zone, day }) => {
    it("a reminder at a time of day comes at that time", async () => {
      const workflowId = await remind({ dueAt: `${dateOf(plus(day, 1))}T18:15:00` });
      await time.result(workflowId);
      expect(await at(workflowId, zone, "fireReminder")).toEqual([`${dateOf(plus(day, 1))} 18:15`]);
    });

    it("a reminder for the day of the change comes at 08:30", async () => {
      const workflowId = await remind({ dueAt: dateOf(day) });
      await time.result(workflowId);
      expect(await at(workflowId, zone, "fireReminder")).toEqual([`${dateOf(day)} 08:30`]);
    });

    it("a project's own deadline is over at the local end of its day", async () => {
      const { id: projectId } = await time.org.ok("create_project", { name: "Villa Bianchi" });
      await time.org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: dateOf(day) });
      const workflowId = await watch(watchProject, `watch-project:${projectId}`, { projectId });
      expect(await time.result(workflowId)).toBe("settled");
      expect(await at(workflowId, zone, "settleProjectDeadline")).toEqual([`${dateOf(plus(day, 1))} 00:00`]);
    });

    it("a document expires at the local end of its last day", async () => {
      const { id: docId } = await time.org.ok("create_document", { title: "Preventivo" });
      await time.org.ok("update_document", { docId, validUntil: dateOf(day), body: "Rilievo" });
      await time.org.ok("issue_document", { docId });
      const workflowId = await watch(expireDocument, `expire-document:${docId}:1`, { documentId: docId, revision: 1 });
      expect(await time.result(workflowId)).toBe("expired");
      expect(await at(workflowId, zone, "expire")).toEqual([`${dateOf(plus(day, 1))} 00:00`]);
    });

    it("a suspension keeps calendar days, and what comes after it ends at the local end of its day", async () => {
      const { id: projectId } = await time.org.ok("create_project", { name: "Villa Rossi" });
      const today = localTime(new Date(), zone).slice(0, 10);
      const deadline = plus(day, 10);
      const { id } = await submit(projectId, deadline);
      const { clock } = await time.org.ok("set_submission_outcome", { submissionId: id, outcome: "suspended" });
      expect(clock).toEqual({ state: "suspended", remainingDays: (deadline.getTime() - Date.parse(today)) / dayMs });
      await armed(`watch-submission:${id}`);
      await time.pass((plus(day, 20).getTime() - Date.now()) / dayMs);
      expect(time.mails()).toEqual([]);
      const second = await submit(projectId, plus(day, 60), "integration");
      expect(await time.result(`watch-submission:${id}`)).toBe("closed");
      const workflowId = `watch-submission:${second.id}`;
      expect(await time.result(workflowId)).toBe("overdue");
      expect(await at(workflowId, zone, "markOverdue")).toEqual([`${dateOf(plus(day, 61))} 00:00`]);
    });
  });
}
