import { describe, expect, it } from "@jest/globals";
import { localDay, localTime, readableSize, withDate } from "../../src/web/language.js";

describe("what depends on the reader's language", () => {
  it.each([
    [0, "0 bytes", "0 byte"],
    [1, "1 byte", "1 byte"],
    [999, "999 bytes", "999 byte"],
    [1_000, "1 kB", "1 kB"],
    [123_456, "123 kB", "123 kB"],
    [1_550_000, "1.6 MB", "1,6 MB"],
  ])("is a size: %d", (bytes, english, italian) => {
    expect([readableSize(bytes, "en"), readableSize(bytes, "it")]).toEqual([english, italian]);
  });

  it.each([
    ["2026-01-31T22:59:00Z", "31 Jan 2026, 23:59", "31 gen 2026, 23:59"],
    ["2026-07-31T22:00:00Z", "1 Aug 2026, 00:00", "1° ago 2026, 00:00"],
  ])("is a time in Italy: %s", (instant, english, italian) => {
    expect([localTime(new Date(instant), "en"), localTime(new Date(instant), "it")]).toEqual([english, italian]);
    expect([localDay(new Date(instant), "en"), localDay(new Date(instant), "it")]).toEqual([
      english.replace(/,.*/, ""),
      italian.replace(/,.*/, ""),
    ]);
  });

  it("is the article before a day", () => {
    expect(["8 nov 2026", "1° nov 2026", "18 nov 2026"].map((day) => withDate("membro dal", day))).toEqual([
      "membro dall'8 nov 2026",
      "membro dal 1° nov 2026",
      "membro dal 18 nov 2026",
    ]);
    expect(withDate("aggiunta", "8 nov 2026")).toBe("aggiunta 8 nov 2026");
    expect(withDate("member since", "8 Nov 2026")).toBe("member since 8 Nov 2026");
  });
});
