import { describe, expect, it } from "@jest/globals";
import type { BillNode } from "../../../src/domain/bill/bill.js";
import { sizeLimits } from "../../../src/domain/bill/bill-sizes.js";

describe("what a node may hold", () => {
  const known = new Set(["type", "desc", "children", "measurements"]);
  const line = (fields: object): BillNode => ({ type: "line", desc: "Scavo", ...fields });

  it("has room for whatever real bills carry", () => {
    const measurements = Array.from({ length: 5_000 }, () => ({
      desc: "Parete nord, piano terra",
      length: 12.35,
      height: 2.7,
    }));
    expect(
      sizeLimits([line({ measurements, note: "x".repeat(99_000), computed: { x: "x".repeat(2_000_000) } })], known, ""),
    ).toEqual([]);
  });

  it("is at most 100,000 characters in a further property, and a million in all", () => {
    const large = line({ "foto/1": ["x".repeat(100_000)] });
    const full = line(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`nota${n}`, "x".repeat(95_000)])));
    const nodes: BillNode[] = [{ type: "section", title: "Opere", children: [large, full] }];
    expect(sizeLimits(nodes, known, "/lines").map(({ pointer, detail }) => `${pointer}: ${detail}`)).toEqual([
      "/lines/0/children/0/foto~11: must have at most 100,000 characters, as JSON",
      "/lines/0/children/1: must have at most 1,000,000 characters in all, as JSON",
    ]);
  });
});
