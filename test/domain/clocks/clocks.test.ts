import { describe, expect, it } from "@jest/globals";
import {
  type Clock,
  type ClockedSubmission,
  clocksOf,
  nearestClock,
  type OwnDeadline,
} from "../../../src/domain/clocks/clocks.js";

const rome = "Europe/Rome";
const at = (text: string) => new Date(text);
const now = at("2026-05-04T10:00Z");
const own = (fields: Partial<OwnDeadline> = {}): OwnDeadline => ({
  stage: "review",
  decisionDeadline: at("2026-06-01"),
  deadlineSetAt: at("2026-03-01T09:00Z"),
  deadlineSettledAt: null,
  deadlineMetAt: null,
  createdAt: at("2026-01-01T09:00Z"),
  ...fields,
});
const filed = (fields: Partial<ClockedSubmission> = {}): ClockedSubmission => ({
  id: "s",
  kind: "submission",
  decisionDeadline: null,
  clockState: null,
  remainingDays: null,
  outcome: null,
  outcomeAt: null,
  outcomeSetAt: null,
  deadlineBefore: null,
  createdAt: "2026-02-01T09:00:00+00:00",
  ...fields,
});
const statuses = (project: OwnDeadline, ...submissions: ClockedSubmission[]) =>
  clocksOf(project, submissions, now, rome).map(({ submissionId, status }) => [submissionId, status]);

describe("a project's own deadline", () => {
  it("is closed by the stages approved and closed", () => {
    expect(statuses(own())).toEqual([[null, "running"]]);
    for (const stage of ["approved", "closed"] as const) expect(statuses(own({ stage }))).toEqual([[null, "closed"]]);
    expect(statuses(own({ decisionDeadline: null }))).toEqual([]);
  });

  it("is overdue once people were told that it has passed", () => {
    const passed = { decisionDeadline: at("2026-05-01") };
    expect(statuses(own(passed))).toEqual([[null, "running"]]);
    expect(statuses(own({ ...passed, deadlineSettledAt: now }))).toEqual([[null, "overdue"]]);
    expect(statuses(own({ deadlineSettledAt: now }))).toEqual([[null, "running"]]);
  });

  it("shows the days that are left while it runs, none once it is overdue or closed", () => {
    const days = (fields: Partial<OwnDeadline>) => clocksOf(own(fields), [], now, rome)[0]?.remainingDays;
    expect(days({})).toBe(28);
    expect(days({ decisionDeadline: at("2026-05-01"), deadlineSettledAt: now })).toBe(0);
    expect(days({ stage: "closed" })).toBeNull();
  });

  it("is the clock of a submission with the same day in Rome", () => {
    const same = filed({ decisionDeadline: "2026-05-31T22:00:00+00:00", clockState: "suspended", remainingDays: 5 });
    expect(statuses(own(), same)).toEqual([["s", "suspended"]]);
  });

  it("is closed by an integration with another date, and by a decision on a submission without one, if they came later", () => {
    const dated = { kind: "integration", decisionDeadline: "2026-07-01T00:00:00Z", clockState: "running" } as const;
    const later = { createdAt: "2026-04-01T09:00:00Z" };
    expect(statuses(own(), filed({ ...dated, ...later }))).toEqual([
      ["s", "running"],
      [null, "closed"],
    ]);
    expect(statuses(own(), filed(dated))).toEqual([
      ["s", "running"],
      [null, "running"],
    ]);
    const answered = { outcome: "approved", outcomeAt: "2026-04-01T09:00:00Z" } as const;
    for (const outcome of ["approved", "rejected"] as const)
      expect(statuses(own(), filed({ ...answered, outcome }))).toEqual([[null, "closed"]]);
    expect(statuses(own(), filed({ ...answered, outcomeAt: "2026-02-20T09:00:00Z" }))).toEqual([[null, "running"]]);
  });

  it("goes on beside a later integration without a date, and a later filing with another", () => {
    const later = { createdAt: "2026-04-01T09:00:00Z" };
    expect(statuses(own(), filed({ kind: "integration", ...later }))).toEqual([[null, "running"]]);
    const another = filed({ ...later, decisionDeadline: "2026-07-01T00:00:00Z", clockState: "running" });
    expect(statuses(own(), another)).toEqual([
      ["s", "running"],
      [null, "running"],
    ]);
    expect(statuses(own(), filed({ ...another, clockState: null }))).toEqual([[null, "running"]]);
  });

  it("is suspended with such a submission, and keeps the days that were left on that day", () => {
    const [clock] = clocksOf(own(), [filed({ outcome: "suspended", outcomeAt: "2026-05-02T09:00:00Z" })], now, rome);
    expect(clock).toMatchObject({ status: "suspended", remainingDays: 30 });
  });

  it("is suspended from the latest answer of several", () => {
    const answers = ["2026-04-20T09:00:00Z", "2026-05-02T09:00:00Z"].map((outcomeAt) =>
      filed({ outcome: "suspended", outcomeAt }),
    );
    for (const submissions of [answers, answers.toReversed()])
      expect(clocksOf(own(), submissions, now, rome)).toMatchObject([{ status: "suspended", remainingDays: 30 }]);
  });
});

describe("a project's own deadline beside its only filing, which has another date", () => {
  const answered = { outcome: "suspended", outcomeAt: "2026-05-02T09:00:00Z", remainingDays: 33 } as const;
  const dated = { decisionDeadline: "2026-06-04T00:00:00Z", ...answered } as const;
  const stopped = filed({ ...dated, clockState: "suspended" });

  it("is suspended with it, unless it was set afterwards or another filing was made", () => {
    const clocks = clocksOf(own(), [stopped], now, rome);
    expect(clocks.map(({ status, remainingDays }) => [status, remainingDays])).toEqual([
      ["suspended", 33],
      ["suspended", 30],
    ]);
    const running = [null, "running"];
    expect(statuses(own({ deadlineSetAt: at("2026-05-03T09:00Z") }), stopped)[1]).toEqual(running);
    expect(statuses(own(), stopped, filed({ id: "t" }))[1]).toEqual(running);
    const corrected = filed({ ...stopped, outcomeAt: "2026-02-20", outcomeSetAt: "2026-05-02T09:00:00Z" });
    expect(statuses(own(), corrected)[1]).toEqual([null, "suspended"]);
  });

  it("is closed once the filing goes on or is decided, and runs where it was never suspended", () => {
    const moved = { decisionDeadline: "2026-07-10", deadlineBefore: "2026-06-04" };
    expect(statuses(own(), filed({ ...stopped, ...moved, clockState: "running" }))[1]).toEqual([null, "closed"]);
    const decided = { ...stopped, clockState: "closed", outcome: "approved" } as const;
    expect(statuses(own(), filed(decided))[1]).toEqual([null, "closed"]);
    expect(statuses(own(), filed({ ...decided, remainingDays: null }))[1]).toEqual([null, "running"]);
  });

  it("is one clock with it where both had one day until the filing went on", () => {
    const moved = { decisionDeadline: "2026-07-10", deadlineBefore: "2026-06-01", clockState: "running" } as const;
    expect(statuses(own(), filed({ ...answered, ...moved }), filed({ id: "t" }))).toEqual([["s", "running"]]);
  });
});

describe("the nearest clock", () => {
  const clock = (status: Clock["status"], day: string): Clock => ({
    submissionId: day,
    status,
    endsAt: at(day),
    remainingDays: null,
  });
  const nearest = (...clocks: Clock[]) => nearestClock(clocks)?.submissionId ?? null;

  it("is the running one that ends first; without one, the overdue one that ended last", () => {
    const overdue = [clock("overdue", "2026-01-01"), clock("overdue", "2026-02-01")];
    const running = [clock("running", "2026-09-01"), clock("running", "2026-08-01")];
    const others = [clock("suspended", "2026-03-01"), clock("closed", "2026-02-10")];
    expect(nearest(...overdue, ...running, ...others)).toBe("2026-08-01");
    expect(nearest(...overdue, ...others)).toBe("2026-02-01");
    expect(nearest(...others)).toBeNull();
  });
});
