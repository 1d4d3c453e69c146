import { describe, expect, it } from "@jest/globals";
import { documentKinds } from "../../../src/domain/vocabulary.js";
import { cleanDocuments } from "./clean-documents.js";
import { findings } from "./sample.js";

describe("reviewDocument of a faultless document", () => {
  it.each(cleanDocuments)("finds nothing in a %s", (_name, input) => {
    expect(findings(input)).toEqual([]);
  });

  it("has one of every kind", () => {
    const kinds = new Set(cleanDocuments.map(([, { document }]) => document.kind));
    expect([...kinds].sort()).toEqual([...documentKinds].sort());
  });
});
