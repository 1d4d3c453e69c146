import { expect, it } from "@jest/globals";
import { linesInItalian } from "../../src/domain/italian-names.js";

it("counts lines in Italian, with a point from the thousands on, as amounts have it", () => {
  expect([0, 1, 999, 1_204, 12_040].map(linesInItalian)).toEqual([
    "0 voci",
    "1 voce",
    "999 voci",
    "1.204 voci",
    "12.040 voci",
  ]);
});
