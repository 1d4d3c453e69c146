import { expect, it } from "@jest/globals";
import { italianDay, withArticle } from "../../src/domain/italian-dates.js";

it("writes a whole day as that day, also west of Greenwich", () => {
  expect(italianDay(new Date("2026-11-21T00:00:00Z"), "America/New_York")).toBe("21 novembre 2026");
  expect(italianDay(new Date("2026-11-20T23:00:00Z"), "Europe/Rome")).toBe("21 novembre 2026");
});

it("elides the article before the 8th and the 11th", () => {
  expect(["1", "8", "11", "18", "28"].map((day) => withArticle("del", `${day} maggio 2026`))).toEqual([
    "del 1 maggio 2026",
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
