import { describe, expect, it } from "@jest/globals";
import { isHoliday, isMonthDay, workingDayFrom, workingDayUpTo } from "../../../src/domain/calendar/holidays.js";

describe("isHoliday", () => {
  it("knows the public holidays of 2027 that fall from Monday to Saturday, and no others", () => {
    const holidays: string[] = [];
    for (let day = new Date("2027-01-01"); day.getUTCFullYear() === 2027; day = new Date(day.getTime() + 86_400_000)) {
      const text = day.toISOString().slice(0, 10);
      if (day.getUTCDay() !== 0 && isHoliday(text)) holidays.push(text.slice(5));
    }
    expect(holidays).toEqual(["01-01", "01-06", "03-29", "05-01", "06-02", "10-04", "11-01", "12-08", "12-25"]);
  });

  it("has San Francesco from 2026 only", () => {
    expect(isHoliday("2025-10-04")).toBe(false);
    expect(isHoliday("2024-10-04")).toBe(false);
    expect(isHoliday("2027-10-04")).toBe(true);
    expect(isHoliday("2028-10-04")).toBe(true);
  });

  it("has Easter Mondays", () => {
    for (const day of ["2026-04-06", "2027-03-29", "2028-04-17", "2029-04-02", "2030-04-22"])
      expect(isHoliday(day)).toBe(true);
  });

  it("has Sundays, no Saturdays and no patron saints", () => {
    expect(isHoliday("2026-11-22")).toBe(true);
    expect(isHoliday("2026-11-21")).toBe(false);
    expect(isHoliday("2027-06-29")).toBe(false);
    expect(isHoliday("2027-06-24")).toBe(false);
    expect(isHoliday("2027-11-04")).toBe(false);
    expect(isHoliday("2027-03-19")).toBe(false);
  });

  it("adds an organization's own holidays", () => {
    expect(isHoliday("2027-06-24", ["06-24"])).toBe(true);
    expect(isHoliday("2027-06-25", ["06-24"])).toBe(false);
  });
});

describe("working days", () => {
  it("move on past holidays for legal terms", () => {
    expect(workingDayFrom("2026-12-25")).toBe("2026-12-28");
    expect(workingDayFrom("2026-12-24")).toBe("2026-12-24");
    expect(workingDayFrom("2027-03-28")).toBe("2027-03-30");
    expect(workingDayFrom("2026-12-12")).toBe("2026-12-12");
  });

  it("move back before holidays for notices", () => {
    expect(workingDayUpTo("2026-12-26")).toBe("2026-12-24");
    expect(workingDayUpTo("2027-06-24", ["06-24"])).toBe("2027-06-23");
    expect(workingDayUpTo("2027-01-01")).toBe("2026-12-31");
    expect(workingDayUpTo("2026-11-20")).toBe("2026-11-20");
  });

  it("end even where every day is a holiday", () => {
    const all = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10),
    );
    expect(workingDayUpTo("2027-06-24", all)).toBe("2026-06-23");
  });
});

describe("isMonthDay", () => {
  it("accepts days that exist in some year", () => {
    expect(["06-24", "02-29", "12-31", "01-01"].every(isMonthDay)).toBe(true);
    expect(["6-24", "02-30", "13-01", "00-10", "04-31", "10-00", "06-24\n", "", "2026-06-24"].some(isMonthDay)).toBe(
      false,
    );
  });
});
