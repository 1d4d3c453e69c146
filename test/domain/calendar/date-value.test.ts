import { describe, expect, it } from "@jest/globals";
import { dateFault, isDateValue, parseDateValue } from "../../../src/domain/calendar/date-value.js";

const rome = "Europe/Rome";
const iso = (value: string | number, zone = rome) => parseDateValue(value, zone)?.toISOString() ?? null;

describe("parseDateValue", () => {
  it.each([
    ["2026-12-01", "2026-12-01T00:00:00.000Z"],
    ["2026-12-01T10:00:00Z", "2026-12-01T10:00:00.000Z"],
    ["2026-12-01T10:00+05:30", "2026-12-01T04:30:00.000Z"],
    ["2026-12-01T10:00+0100", "2026-12-01T09:00:00.000Z"],
    ["2026-12-01T10:00+01", "2026-12-01T09:00:00.000Z"],
    ["2026-12-01T10:00:00.123456Z", "2026-12-01T10:00:00.123Z"],
    ["2026-12-01T10:00", "2026-12-01T09:00:00.000Z"],
    ["2026-07-01T10:00:00", "2026-07-01T08:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["1900-01-01", "1900-01-01T00:00:00.000Z"],
    ["2200-12-31", "2200-12-31T00:00:00.000Z"],
    ["1900-01-01T00:00", "1899-12-31T23:00:00.000Z"],
    ["2200-12-31T23:59:59-01:00", "2201-01-01T00:59:59.000Z"],
  ])("reads %s", (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it("reads epoch milliseconds", () => {
    expect(iso(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(iso(1796083200000)).toBe("2026-12-01T00:00:00.000Z");
    expect(iso(-1.5)).toBe("1969-12-31T23:59:59.999Z");
  });

  it.each([
    "2027-02-31",
    "2027-02-29",
    "2026-13-01",
    "2026-00-10",
    "0000-01-01",
    "0001-01-01",
    "1899-12-31",
    "2201-01-01",
    "9999-12-31",
    "domani",
    "",
    " 2026-12-01",
    "2026-12-01 ",
    "2026-12",
    "2026-12-01T25:00",
    "2026-12-01T24:00:00Z",
    "2026-12-01T10:61",
    "2026-12-01T10:00:61Z",
    "2026-12-01T10:00+25:00",
    "2026-12-01T",
    "1796083200000",
    "01/12/2026",
    "+012026-12-01",
    "10000-01-01",
    "2026-12-01T10:00[Europe/Rome]",
    "٢٠٢٦-١٢-٠١",
  ])("refuses %j", (text) => {
    expect(iso(text)).toBeNull();
  });

  const noDate = "must be an ISO 8601 date or date-time, or epoch milliseconds, from 1900 to 2200, such as 2026-12-31";
  it.each([
    ["2026-11-31", "must be a day that exists: 2026-11-31 doesn't, since that month has 30 days"],
    ["2027-02-29T10:00", "must be a day that exists: 2027-02-29 doesn't, since that month has 28 days"],
    ["2026-13-01", "must be a day that exists: 2026-13-01 doesn't, since there is no month 13"],
    ["2026-00-10", "must be a day that exists: 2026-00-10 doesn't, since there is no month 00"],
    ["2026-12-32", "must be a day that exists: 2026-12-32 doesn't, since that month has 31 days"],
    ["2206-12-01", "must have a year from 1900 to 2200, not 2206"],
    ["0026-12-01T10:00Z", "must have a year from 1900 to 2200, not 0026"],
    [9e12, "must have a year from 1900 to 2200"],
    ["01/12/2026", noDate],
    ["2026-12-01T25:00", noDate],
    [true, noDate],
  ])("says what is wrong with %j", (value, fault) => {
    expect([isDateValue(value), dateFault(value)]).toEqual([false, fault]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15, 7289654400000, -2208988800001])(
    "refuses the number %p",
    (value) => {
      expect(iso(value)).toBeNull();
    },
  );

  it("takes the hour that the spring clock change skips as the one after, and the doubled one as the first", () => {
    expect(iso("2027-03-28T02:30")).toBe("2027-03-28T01:30:00.000Z");
    expect(iso("2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
  });

  it("says so when the zone itself is wrong", () => {
    expect(() => parseDateValue("2026-12-01T10:00", "Europe/Atlantis")).toThrow(RangeError);
  });
});

describe("isDateValue", () => {
  it("needs no zone", () => {
    expect(isDateValue("2026-12-01T10:00")).toBe(true);
    expect(isDateValue(0)).toBe(true);
    expect(isDateValue("2027-02-31")).toBe(false);
    expect(isDateValue("2200-12-31T23:00")).toBe(true);
    expect(isDateValue("2201-01-01T00:00")).toBe(false);
    expect(isDateValue(null)).toBe(false);
    expect(isDateValue(new Date())).toBe(false);
    expect(isDateValue(["2026-12-01"])).toBe(false);
  });
});
