import { describe, expect, it } from "@jest/globals";
import { formOf, knowsStructure } from "../../../src/api/mcp/form.js";

const textOf = (answer: string): string => JSON.parse(answer).content[0].text;
const items = Array.from({ length: 60 }, (_, n) => ({
  id: `d${n}`,
  title: `Offerta ${n}`,
  status: "issued",
  body: "Relazione. ".repeat(50),
  lineItems: [1, 2, 3],
}));
const long = { result: { items, nextCursor: "abc", omitted: ["items.contact"] }, cut: "Only 60 entries." };

describe("the form of an answer", () => {
  it("is text and structure alike where it is short", () => {
    const structure = { result: { id: "c1", name: "Anna" } };
    for (const isKnown of [true, false]) {
      const answer = formOf(structure, isKnown);
      expect([JSON.parse(answer).structuredContent, JSON.parse(textOf(answer))]).toEqual([structure, structure]);
    }
  });

  it("is the structure where it is long, with a digest that names each record and says where the whole is", () => {
    const answer = formOf(long, true);
    expect(JSON.parse(answer).structuredContent).toEqual(long);
    const text = textOf(answer);
    expect(text.length).toBeLessThan(6_500);
    const { result, digest, cut } = JSON.parse(text);
    expect(result.items[0]).toEqual({ id: "d0", title: "Offerta 0", status: "issued", lineItemsCount: 3 });
    expect([result.items.length, result.nextCursor, result.omitted, cut]).toEqual([
      expect.any(Number),
      "abc",
      ["items.contact"],
      "Only 60 entries.",
    ]);
    expect(digest).toMatch(/structuredContent.*ask for less/);
  });

  it("keeps of a long record what is short, and its warnings whole", () => {
    const warnings = [{ code: "zero_price", pointer: "/lines/1", detail: "d".repeat(300), suggestion: null }];
    const nodes = Array.from({ length: 900 }, (_, n) => ({
      type: "line",
      desc: `Voce ${n}`,
      qty: n,
      computed: { index: n },
    }));
    const text = textOf(formOf({ result: { id: "b1", total: 12.5, nodes, warnings, notes: "n".repeat(500) } }, true));
    const { result, digest } = JSON.parse(text);
    expect(result).toMatchObject({ id: "b1", total: 12.5, warnings });
    expect(result.nodes[0]).toEqual({ desc: "Voce 0" });
    expect(result.notes).toBe(`${"n".repeat(199)}…`);
    expect(digest).toMatch(/\/nodes has only the first \d+ of 900 entries/);
  });

  it("is whole in the text for those who know no structure", () => {
    expect(JSON.parse(textOf(formOf(long, false)))).toEqual(long);
  });

  it.each([
    [null, false],
    ["2024-11-05", false],
    ["2025-03-26", false],
    ["2025-06-18", true],
    ["2025-11-25", true],
    ["2026-07-28", true],
  ])("a client of revision %s knows structure: %s", (revision, knows) => expect(knowsStructure(revision)).toBe(knows));
});
