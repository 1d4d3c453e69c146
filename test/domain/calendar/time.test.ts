import { describe, expect, it } from "@jest/globals";
import {
  atLocalTime,
  dayNotBegun,
  dueInstant,
  endOfDay,
  hasPassed,
  isBefore,
  isTimezone,
  isWholeDay,
  wholeDay,
} from "../../../src/domain/calendar/time.js";

const rome = "Europe/Rome";

describe("whole days", () => {
  const at = (text: string) => new Date(text);

  it("are midnight UTC and local midnight", () => {
    expect(isWholeDay(at("2026-12-01T00:00:00Z"), rome)).toBe(true);
    expect(isWholeDay(at("2026-11-30T23:00:00Z"), rome)).toBe(true);
    expect(isWholeDay(at("2026-07-01T22:00:00Z"), rome)).toBe(true);
    expect(isWholeDay(at("2026-12-01T22:00:00Z"), rome)).toBe(false);
    expect(isWholeDay(at("2026-12-01T00:00:00.001Z"), rome)).toBe(false);
    expect(isWholeDay(at("1960-05-01T00:00:00Z"), rome)).toBe(true);
  });

  it("mean one calendar day, whatever the zone", () => {
    expect(wholeDay(at("2026-12-01T00:00:00Z"), rome)).toBe("2026-12-01");
    expect(wholeDay(at("2026-11-30T23:00:00Z"), rome)).toBe("2026-12-01");
    expect(wholeDay(at("2026-12-01T00:00:00Z"), "America/New_York")).toBe("2026-12-01");
    expect(wholeDay(at("2026-12-01T02:00:00Z"), "America/New_York")).toBe("2026-11-30");
    expect(wholeDay(at("2026-12-01T23:30:00Z"), rome)).toBe("2026-12-02");
  });

  it("end at the local midnight after them, on clock change days too", () => {
    expect(endOfDay(at("2026-12-01T00:00:00Z"), rome)).toEqual(at("2026-12-01T23:00:00Z"));
    expect(endOfDay(at("2027-03-28T00:00:00Z"), rome)).toEqual(at("2027-03-28T22:00:00Z"));
    expect(endOfDay(at("2026-10-25T00:00:00Z"), rome)).toEqual(at("2026-10-25T23:00:00Z"));
    expect(endOfDay(at("2026-12-01T00:00:00Z"), "America/New_York")).toEqual(at("2026-12-02T05:00:00Z"));
    // Chile changes its clocks at midnight: 6 September 2026 begins at 01:00.
    expect(endOfDay(at("2026-09-05T00:00:00Z"), "America/Santiago")).toEqual(at("2026-09-06T04:00:00Z"));
    expect(isWholeDay(at("2026-09-06T04:00:00Z"), "America/Santiago")).toBe(true);
  });

  it("begin after their midnight UTC west of Greenwich alone, and are before an instant by their beginning", () => {
    const newYork = "America/New_York";
    expect(dayNotBegun(at("2026-12-02T05:00:00Z"), newYork)).toEqual(at("2026-12-02T00:00:00Z"));
    expect(dayNotBegun(at("2026-12-02T05:00:00.001Z"), newYork)).toBeNull();
    expect(dayNotBegun(at("2026-12-02T00:00:00Z"), newYork)).toBeNull();
    for (const zone of [rome, "Europe/London", "Pacific/Auckland"])
      for (const hour of ["00:00", "11:00", "23:00"])
        expect(dayNotBegun(at(`2026-12-02T${hour}:00Z`), zone)).toBeNull();
    expect(isBefore(at("2026-12-02T00:00:00Z"), at("2026-12-02T05:00:00Z"), newYork)).toBe(false);
    expect(isBefore(at("2026-12-02T02:00:00Z"), at("2026-12-02T05:00:00Z"), newYork)).toBe(true);
    expect(isBefore(at("2026-12-01T00:00:00Z"), at("2026-12-02T05:00:00Z"), newYork)).toBe(true);
  });

  it("fire at 08:30 local time; other instants as they are", () => {
    expect(dueInstant(at("2026-12-01T00:00:00Z"), rome)).toEqual(at("2026-12-01T07:30:00Z"));
    expect(dueInstant(at("2026-06-30T22:00:00Z"), rome)).toEqual(at("2026-07-01T06:30:00Z"));
    expect(dueInstant(at("2026-12-01T14:15:00Z"), rome)).toEqual(at("2026-12-01T14:15:00Z"));
  });

  it("have passed when the local day is over", () => {
    const deadline = at("2026-12-01T00:00:00Z");
    expect(hasPassed(deadline, at("2026-12-01T12:00:00Z"), rome)).toBe(false);
    expect(hasPassed(deadline, at("2026-12-01T22:59:59.999Z"), rome)).toBe(false);
    expect(hasPassed(deadline, at("2026-12-01T23:00:00Z"), rome)).toBe(true);
    expect(hasPassed(at("2026-12-01T10:00:00Z"), at("2026-12-01T09:59:59Z"), rome)).toBe(false);
    expect(hasPassed(at("2026-12-01T10:00:00Z"), at("2026-12-01T10:00:00Z"), rome)).toBe(true);
  });
});

describe("zones", () => {
  it("gives the instant of a local time", () => {
    expect(atLocalTime("2026-12-01", "08:30", rome).toISOString()).toBe("2026-12-01T07:30:00.000Z");
    expect(atLocalTime("2026-08-01", "08:30", rome).toISOString()).toBe("2026-08-01T06:30:00.000Z");
    expect(atLocalTime("2027-03-28", "02:30", rome).toISOString()).toBe("2027-03-28T01:30:00.000Z");
  });

  it("knows IANA names only", () => {
    expect(["Europe/Rome", "America/Argentina/Buenos_Aires", "UTC"].every(isTimezone)).toBe(true);
    expect(["", "Europe/Atlantis", "+01:00", "Rome", "Europe/Rome\0"].some(isTimezone)).toBe(false);
  });
});
