import { describe, expect, it } from "@jest/globals";
import { documentKinds } from "../../../src/domain/vocabulary.js";
import { faultyDocuments } from "./real-faulty.js";
import { rightDocuments } from "./real-right.js";
import { findings, found } from "./sample.js";

describe("a document as professionals write it", () => {
  it.each(rightDocuments)("has no findings where it is right: %s", (_name, input) => {
    expect(findings(input)).toEqual([]);
  });

  it.each(faultyDocuments)("has all its faults found, and no others: %s", (_name, input, expected) => {
    expect(found(input)).toEqual(expected);
  });

  it("comes in every kind, right and faulty", () => {
    for (const documents of [rightDocuments, faultyDocuments]) {
      const kinds = new Set(documents.map(([, { document }]) => document.kind));
      expect([...kinds].sort()).toEqual([...documentKinds].sort());
    }
  });

  it("makes each of the 32 checks find something", () => {
    const ids = new Set(
      faultyDocuments.flatMap(([, , expected]) => expected.map((finding) => finding.split(/[ _]/)[1])),
    );
    const all = Array.from({ length: 32 }, (_, at) => `R${String(at + 1).padStart(2, "0")}`);
    expect([...ids].sort()).toEqual(all);
  });

  it("has the findings of each check in one category", () => {
    const checksOf: Record<string, string[]> = {};
    const all = faultyDocuments.flatMap(([, input]) => findings(input));
    for (const found of new Set(all.map(({ category, code }) => `${category} ${code.slice(0, 3)}`))) {
      const [category = "", id = ""] = found.split(" ");
      checksOf[category] = [...(checksOf[category] ?? []), id].sort();
    }
    expect(checksOf).toEqual({
      pricing: ["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13"],
      missing_detail: ["R14", "R15", "R16", "R17", "R18", "R19", "R20"],
      legal: ["R21", "R22", "R23", "R24", "R25", "R26", "R27"],
      formal: ["R28", "R29", "R30", "R32"],
      readability: ["R31"],
    });
  });
});
