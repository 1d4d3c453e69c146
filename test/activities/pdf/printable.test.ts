import { expect, it } from "@jest/globals";
import { lines } from "../../../src/activities/pdf/printable.js";

it("composes no more marks on one letter than any writing has", () => {
  expect(lines(`citta\u0300\na${"\u0300\u0316".repeat(1_000)}`).map((line) => line.length < 40)).toEqual([true, true]);
  expect(lines("citta\u0300")).toEqual(["città"]);
});
