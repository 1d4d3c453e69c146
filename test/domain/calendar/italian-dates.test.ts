import { expect, it } from "@jest/globals";
import {
  italianDate,
  italianDay,
  italianLocalDate,
  percentWithArticle,
  withArticle,
} from "../../../src/domain/calendar/italian-dates.js";

it("writes a whole day as that day, also west of Greenwich", () => {
  expect(italianDay(new Date("2026-11-21T00:00:00Z"), "America/New_York")).toBe("21 novembre 2026");
  expect(italianDay(new Date("2026-11-20T23:00:00Z"), "Europe/Rome")).toBe("21 novembre 2026");
});

it("writes the first of a month as an ordinal, and no other day", () => {
  const rome = (text: string) => italianDate(new Date(text), "Europe/Rome");
  expect([rome("2027-01-01"), rome("2026-05-01T06:00:00Z"), rome("2026-05-11"), rome("2026-05-21")]).toEqual([
    "1° gennaio 2027",
    "1° maggio 2026 alle ore 08:00",
    "11 maggio 2026",
    "21 maggio 2026",
  ]);
  expect(italianLocalDate(new Date("2026-12-31T23:30:00Z"), "Europe/Rome")).toBe("1° gennaio 2027");
});

it("elides the article before percentages that are read with a vowel, and has another one before zero", () => {
  const percents = ["0", "0,5", "1", "1,5", "4", "8", "8,5", "10", "11", "18", "80", "81,25", "100"];
  expect(percents.map((percent) => percentWithArticle("del", percent))).toEqual([
    ...[
      "dello 0%",
      "dello 0,5%",
      "dell'1%",
      "dell'1,5%",
      "del 4%",
      "dell'8%",
      "dell'8,5%",
      "del 10%",
      "dell'11%",
      "del 18%",
    ],
    ...["dell'80%", "dell'81,25%", "del 100%"],
  ]);
});

it("elides the article before the 8th and the 11th", () => {
  expect(["1°", "8", "11", "18", "28"].map((day) => withArticle("del", `${day} maggio 2026`))).toEqual([
    "del 1° maggio 2026",
    "dell'8 maggio 2026",
    "dell'11 maggio 2026",
    "del 18 maggio 2026",
    "del 28 maggio 2026",
  ]);
  expect([withArticle("al", "8/5/2026"), withArticle("al", "08/05/2026")]).toEqual(["all'8/5/2026", "al 08/05/2026"]);
  expect([withArticle("il", "11 maggio 2026"), withArticle("Dal", "8 maggio 2026")]).toEqual([
    "l'11 maggio 2026",
    "Dall'8 maggio 2026",
  ]);
});
