import { describe, expect, it } from "@jest/globals";
import { type Filing, filingsOf, type Own, ownAsGiven } from "../../../src/domain/clocks/clock-facts.js";
import { historyOf } from "../../../src/domain/clocks/clock-history.js";
import { type OutcomeAndClock, statesOf, withoutClock } from "../../../src/domain/clocks/outcomes.js";

const timezone = "Europe/Rome";
const now = new Date("2026-05-20T10:00Z");
const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 4, day, hour));
const date = (day: number) => new Date(Date.UTC(2026, 4, day));
const own = (fields: Partial<Own> = {}): Own => ({
  id: "project",
  type: "scia",
  stage: "review",
  decisionDeadline: null,
  deadlineSetAt: null,
  deadlineSettledAt: null,
  deadlineMetAt: null,
  deadlineContinuedBy: null,
  createdAt: at(1),
  ...fields,
});
const outcome = (name: OutcomeAndClock["outcome"], day: number): OutcomeAndClock => ({
  ...withoutClock,
  outcome: name,
  outcomeAt: at(day),
});
const filing = (id: string, day: number, deadline: Date | null, ...outcomes: OutcomeAndClock[]): Filing => ({
  id,
  kind: "submission",
  submittedAt: date(day),
  createdAt: at(day),
  deadlineGivenAt: null,
  states: [{ ...withoutClock, decisionDeadline: deadline }, ...outcomes],
  integration: null,
});
const integration = (
  id: string,
  day: number,
  fields: Partial<Filing["integration"]> & { deadline?: Date } = {},
): Filing => {
  const { deadline = null, ...rest } = fields;
  return {
    ...filing(id, day, deadline),
    kind: "integration",
    integration: { at: at(day), type: "scia", clocks: null, ...rest },
  };
};
const clockOf = (id: string, filings: readonly Filing[], project = own()) => {
  const { clockState, decisionDeadline, remainingDays } =
    historyOf(project, filings, { timezone, now }).states.get(id)?.at(-1) ?? withoutClock;
  return [clockState, decisionDeadline?.getUTCDate() ?? null, remainingDays];
};

describe("the clocks of a project", () => {
  const suspended = filing("a", 2, date(30), outcome("suspended", 10));

  it("are made in the order of recording, whatever the order of the filings", () => {
    const second = outcome("suspended", 14);
    const filings = [
      filing("a", 2, date(25), outcome("suspended", 10), second),
      integration("b", 12),
      integration("c", 16),
    ];
    for (const each of [filings, filings.toReversed()]) expect(clockOf("a", each)).toEqual(["running", 29, 13]);
    expect(clockOf("a", filings.slice(0, 2))).toEqual(["suspended", 27, 13]);
    expect(clockOf("a", filings.slice(0, 1))).toEqual(["suspended", 25, 15]);
  });

  it("go on three times, each time with the days of the time before", () => {
    const thrice = filing("a", 2, date(20), outcome("suspended", 5), outcome("suspended", 9), outcome("suspended", 13));
    const parts = [integration("b", 7), integration("c", 11), integration("d", 15)];
    expect(clockOf("a", [thrice, ...parts])).toEqual(["running", 26, 11]);
    expect(clockOf("a", [thrice, ...parts.slice(1)])).toEqual(["running", 28, 13]);
  });

  it("are met by an integration that keeps the one that it met", () => {
    const other = filing("b", 3, date(28), outcome("suspended", 10));
    const first = integration("c", 12);
    const { effects } = historyOf(own(), [suspended, other, first], { timezone, now });
    expect(effects.get("c")).toMatchObject({ clocks: ["b"], resumed: { remainingDays: 18 } });
    const second = integration("d", 13, { clocks: ["a"] });
    expect(clockOf("b", [suspended, other, second])).toEqual(["suspended", 28, 18]);
    expect(clockOf("a", [suspended, other, second])[0]).toBe("running");
  });

  it("are not met by one that met none, nor by a later part, unless the earlier one is gone", () => {
    expect(clockOf("a", [suspended, integration("b", 12, { clocks: [] })])[0]).toBe("suspended");
    const [first, part] = [integration("b", 12), integration("c", 14)];
    const { effects } = historyOf(own(), [suspended, first, part], { timezone, now });
    expect(effects.get("c")).toEqual({ clocks: ["a"], resumed: null });
    expect(clockOf("a", [suspended, integration("c", 14, { clocks: ["a"] })])).toEqual(["running", 3, 20]);
  });

  it("are replaced by one with a deadline, or by the next where that is gone", () => {
    const [filed, first, second] = [
      filing("a", 2, date(30)),
      integration("b", 4, { deadline: date(28), clocks: ["a"] }),
      integration("c", 6, { deadline: date(29), clocks: ["b", "a"] }),
    ];
    const states = (...filings: Filing[]) => filings.map(({ id }) => clockOf(id, filings)[0]);
    expect(states(filed, first, second)).toEqual(["closed", "closed", "running"]);
    expect(states(filed, second)).toEqual(["closed", "running"]);
    expect(states(first, second)).toEqual(["closed", "running"]);
    expect(states(filed)).toEqual(["running"]);
    // Of one that took effect without the first, which is back.
    expect(states(filed, first, { ...second, integration: { at: at(6), type: null, clocks: ["a"] } })).toEqual([
      "closed",
      "closed",
      "running",
    ]);
  });

  it("end on the date that a person gave, also where they are closed by now", () => {
    const filings = [suspended, integration("b", 12), integration("c", 14, { deadline: date(29) })];
    expect(clockOf("a", filings)).toEqual(["closed", 1, null]);
    const given = { ...suspended, deadlineGivenAt: at(16) };
    expect(clockOf("a", [given, ...filings.slice(1)])).toEqual(["closed", 30, null]);
  });

  it("of the project's own deadline go on likewise, and one suspension counts from its first day", () => {
    const project = own({ decisionDeadline: date(20), deadlineSetAt: at(1) });
    const undated = filing("a", 2, null, outcome("suspended", 10), outcome("suspended", 15));
    const history = historyOf(project, [undated, integration("b", 12)], { timezone, now });
    expect(history.own).toMatchObject({ decisionDeadline: date(22), deadlineContinuedBy: "b" });
    expect(history.isOwnRunning).toBe(false);
    expect(historyOf(project, [undated], { timezone, now }).own.decisionDeadline).toEqual(date(25));
  });

  describe("that an earlier release counted, which kept less", () => {
    const project = own({ decisionDeadline: date(20), deadlineSetAt: at(1) });
    const undated = (id: string, ...days: number[]) =>
      filing(id, 2, null, ...days.map((day) => outcome("suspended", day)));
    const b = integration("b", 14);

    it.each([
      ["a suspension", date(24), [undated("a", 10), b]],
      ["the latest of two", date(22), [undated("c", 12), undated("a", 10), b]],
      ["a suspension, and another since", date(24), [undated("a", 10, 16), b]],
    ])("go from the project's own date as it was given before %s", (_what, went, filings) => {
      const { own: moved } = historyOf(project, filings, { timezone, now });
      expect(moved).toMatchObject({ decisionDeadline: went, deadlineContinuedBy: "b" });
      const given = { deadline: date(20).toISOString(), setAt: at(1).toISOString() };
      for (const deadlineGiven of [
        null,
        { ...given, movedTo: went.toISOString() },
        { ...given, deadline: date(3).toISOString(), movedTo: date(4).toISOString() },
      ]) {
        const asGiven = ownAsGiven({ ...moved, deadlineGiven }, filings, timezone);
        expect(asGiven).toMatchObject({ decisionDeadline: date(20), deadlineContinuedBy: null });
        expect(historyOf(asGiven, filings, { timezone, now }).own).toMatchObject(moved);
      }
    });

    it("are left where nothing tells the date before", () => {
      const moved = { ...project, decisionDeadline: date(24), deadlineSetAt: at(14), deadlineContinuedBy: "b" };
      const dateOf = (fields: Partial<Parameters<typeof ownAsGiven>[0]>, filings: Filing[]) =>
        ownAsGiven({ ...moved, deadlineGiven: null, ...fields }, filings, timezone).decisionDeadline;
      const dated = filing("d", 2, date(30), { ...outcome("suspended", 12), decisionDeadline: date(30) });
      expect(dateOf({}, [undated("a", 10)])).toEqual(date(24));
      expect(dateOf({}, [undated("a", 16), b])).toEqual(date(24));
      expect(dateOf({}, [undated("a", 10), dated, b])).toEqual(date(20));
      const anew = { type: "permesso_di_costruire" } as const;
      expect(dateOf(anew, [undated("a", 10), b])).toEqual(date(24));
      const deadlineGiven = { deadline: date(20).toISOString(), setAt: at(1).toISOString() };
      const movedTo = date(24).toISOString();
      expect(dateOf({ ...anew, deadlineGiven: { ...deadlineGiven, movedTo } }, [undated("a", 10), b])).toEqual(
        date(20),
      );
      expect(dateOf({ decisionDeadline: null }, [undated("a", 10), b])).toBeNull();
    });

    it("ran before an outcome that alone was kept, until the date before an integration moved it", () => {
      const former = (state: Partial<OutcomeAndClock>) =>
        statesOf({ ...outcome("suspended", 10), decisionDeadline: date(24), outcomesBefore: null, ...state }).at(-2);
      const moved = { clockState: "running", deadlineBefore: date(20), continuedBy: "b" } as const;
      expect(former(moved)).toEqual({ ...withoutClock, clockState: "running", decisionDeadline: date(20) });
      expect(former({ clockState: "suspended", remainingDays: 14 })).toMatchObject({ decisionDeadline: date(24) });
      const decided = { outcome: "approved", clockState: "closed", remainingDays: 14 } as const;
      expect(former(decided)).toMatchObject({ outcome: "suspended", clockState: "suspended", remainingDays: 14 });
      expect(former({ ...decided, continuedBy: "b", deadlineBefore: date(20) })).toMatchObject({
        outcome: null,
        clockState: "running",
        decisionDeadline: date(24),
      });
    });

    it("were met by the integrations that they name", () => {
      const stored = (id: string, state: Partial<OutcomeAndClock>) => ({
        ...withoutClock,
        ...filing(id, 2, null),
        outcomesBefore: null,
        integrated: null,
        ...state,
      });
      const integrated = { ...stored("b", {}), kind: "integration" as const, createdAt: at(14) };
      const met = (continuedBy: string | null) =>
        filingsOf({ id: "project", deadlineContinuedBy: continuedBy === "own" ? "b" : null }, [
          stored("a", { ...outcome("suspended", 10), decisionDeadline: date(30), continuedBy }),
          integrated,
        ])[1]?.integration;
      expect(met("b")).toEqual({ at: at(14), type: null, clocks: ["a"] });
      expect(met("own")).toEqual({ at: at(14), type: null, clocks: ["project"] });
      expect(met(null)).toEqual({ at: at(14), type: null, clocks: null });
    });
  });
});
