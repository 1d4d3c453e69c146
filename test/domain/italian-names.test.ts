import { describe, expect, it } from "@jest/globals";
import { documentName, linesInItalian } from "../../src/domain/italian-names.js";

it("counts lines in Italian, with a point from the thousands on, as amounts have it", () => {
  expect([0, 1, 999, 1_204, 12_040].map(linesInItalian)).toEqual([
    "0 voci",
    "1 voce",
    "999 voci",
    "1.204 voci",
    "12.040 voci",
  ]);
});

describe("a document's name", () => {
  it.each([
    ["preventivo", "Villa Rossi", "Preventivo n. 2026/0001: Villa Rossi"],
    ["preventivo", "Preventivo Villa Rossi", "Preventivo Villa Rossi (n. 2026/0001)"],
    ["preventivo", "PREVENTIVO: Villa Rossi", "PREVENTIVO: Villa Rossi (n. 2026/0001)"],
    ["preventivo", "Preventivo n. 2026/0001 corretto", "Preventivo n. 2026/0001 corretto"],
    ["engagement_letter", "Lettera di incarico Rossi", "Lettera di incarico Rossi (n. 2026/0001)"],
    ["delegation", "Delegazione a Roma", "Delega n. 2026/0001: Delegazione a Roma"],
    ["preventivo", " preventivo", "Preventivo n. 2026/0001"],
    ["engagement_letter", "Lettera d’incarico", "Lettera d'incarico n. 2026/0001"],
  ] as const)("of the kind %s with the title %j is %s: the kind isn't said twice", (kind, title, name) => {
    expect(documentName(kind, "2026/0001", title)).toBe(name);
  });
});
