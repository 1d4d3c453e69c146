import { expect, it } from "@jest/globals";
import { codeEdition, codeInEdition } from "../../src/domain/code-edition.js";

it.each([
  ["TOS25_01.A03.001.001", "TOS", 2025, "TOS25_"],
  ["LOM261.OC.EEA.Pa01", "LOM", 2026, "LOM261."],
  ["VEN26-01.02.01.00", "VEN", 2026, "VEN26-"],
  ["PUG2026/01.E01.001.001", "PUG", 2026, "PUG2026/"],
])("knows the edition that %s begins with", (code, region, year, prefix) => {
  expect(codeEdition(code)).toEqual({ region, year, prefix });
});

it.each(["01.A03.001", "PVC12-05", "TUB20-2.5", "NP12/3", "ABC2026", "A1.01.1"])("knows none in %s", (code) => {
  expect(codeEdition(code)).toBeNull();
});

it("finds a work of Veneto and of Puglia in the next edition", () => {
  const next = (code: string, of: string) =>
    codeInEdition(code, codeEdition(of) as NonNullable<ReturnType<typeof codeEdition>>);
  expect(next("VEN25-01.02.01.00", "VEN26-01.01.01.00")).toBe("VEN26-01.02.01.00");
  expect(next("PUG2025/01.E01.001.001", "PUG2026/01.E01.002")).toBe("PUG2026/01.E01.001.001");
  expect(next("PUG2025/01.E01.001.001", "VEN26-01.01.01.00")).toBeNull();
});
