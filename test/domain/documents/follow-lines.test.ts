import { describe, expect, it } from "@jest/globals";
import { followLines } from "../../../src/domain/documents/follow-lines.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";

const line = (desc: string, fields: Partial<LineItem> = {}): LineItem => ({
  desc,
  unit: "m²",
  qty: 1,
  price: 10,
  ...fields,
});
/** Lines by a text each; `Scavo 12` is one at another price. */
const lines = (...texts: string[]): LineItem[] =>
  texts.map((text) => {
    const [, desc = "", price] = /^(.*?)(?: (\d+))?$/.exec(text) ?? [];
    return line(desc, price ? { price: Number(price) } : {});
  });
/** Each fate as `2`, `2*` where the line says something else, `-` where it is gone. */
const fates = (before: LineItem[], after: LineItem[]): string =>
  followLines(before, after)
    .map((fate) => (fate.state === "gone" ? "-" : `${fate.index}${fate.state === "changed" ? "*" : ""}`))
    .join(" ");
const followed = (before: string, after: string): string => {
  const read = (text: string) => (text === "" ? [] : lines(...text.split(", ")));
  return fates(read(before), read(after));
};

describe("a line that says the same", () => {
  it.each([
    ["stays", "Scavo, Getto, Posa", "Scavo, Getto, Posa", "0 1 2"],
    ["moves down behind what is inserted at the head", "Scavo, Getto, Posa", "Nolo, Scavo, Getto, Posa", "1 2 3"],
    [
      "moves down behind what is inserted between",
      "Scavo, Getto, Posa",
      "Scavo, Nolo, Getto, Trasporto, Posa",
      "0 2 4",
    ],
    ["moves up after a deletion", "Scavo, Getto, Posa", "Getto, Posa", "- 0 1"],
    ["is followed where two were exchanged", "Scavo, Getto, Posa", "Getto, Scavo, Posa", "1 0 2"],
    ["is followed where all were turned round", "Scavo, Getto, Posa, Nolo", "Nolo, Posa, Getto, Scavo", "3 2 1 0"],
    ["is followed from the end to the head", "Scavo, Getto, Posa, Nolo", "Nolo, Scavo, Getto, Posa", "1 2 3 0"],
  ])("%s", (_, before, after, expected) => expect(followed(before, after)).toBe(expected));

  it("says it in other capitals, with other spaces, with an empty code or none", () => {
    const before = [line("Scavo  di fondazione", { code: null }), line("Posa")];
    const after = [line("Posa", { code: "" }), line("scavo di Fondazione")];
    expect(fates(before, after)).toBe("1 0");
  });
});

describe("equal lines", () => {
  it.each([
    ["keep their order", "Posa, Posa, Scavo", "Scavo, Posa, Posa", "1 2 0"],
    ["of which one more was added stay, and nobody's is the new one", "Posa, Posa", "Posa, Posa, Posa", "0 1"],
    ["lose the one whose neighbours are left alone", "Posa, Scavo, Posa, Getto", "Scavo, Posa, Getto", "- 0 1 2"],
    [
      "lose it too where something else changed elsewhere",
      "Posa, Scavo, Posa, Getto",
      "Scavo, Posa, Getto, Nolo",
      "- 0 1 2",
    ],
    ["lose the last where nothing tells them apart", "Posa, Posa, Posa", "Posa, Posa", "0 1 -"],
  ])("%s", (_, before, after, expected) => expect(followed(before, after)).toBe(expected));
});

describe("a line that was changed", () => {
  it.each([
    ["in its price stays, and has changed", "Scavo, Getto, Posa", "Scavo, Getto 12, Posa", "0 1* 2"],
    ["in its price is found where it moved", "Scavo, Getto, Posa", "Nolo, Posa, Getto 12, Scavo", "3 2* 1"],
    [
      "in all that it says stays, between the same neighbours",
      "Scavo, Getto, Posa",
      "Scavo, Trasporto, Posa",
      "0 1* 2",
    ],
    ["stays with what is inserted at the head", "Scavo, Getto", "Nolo, Trasporto, Getto", "0* 2"],
    ["is the one that is most alike", "Scavo, Getto, Posa", "Scavo, Nolo, Getto armato, Posa", "0 2* 3"],
    [
      "is the most alike also where another is gone",
      "Scavo, Getto, Massetto, Posa",
      "Scavo, Massetto alleggerito, Posa",
      "0 - 1* 2",
    ],
    [
      "is the most alike of two that are",
      "Scavo, Massetto, Massetto armato alleggerito, Posa",
      "Scavo, Massetto armato, Posa",
      "0 - 1* 2",
    ],
    [
      "stays between its neighbours, though another elsewhere is more alike",
      "Massetto armato alleggerito, Scavo",
      "Massetto alleggerito, Scavo, Massetto armato alleggerito nuovo",
      "0* 1",
    ],
    [
      "in its price is found where it moved, though something alike stands in its place",
      "Massetto armato, Scavo",
      "Massetto armato alleggerito, Scavo, Massetto armato 12",
      "2* 1",
    ],
    ["takes the first place where none is alike", "Scavo, Getto", "Scavo, Nolo, Trasporto", "0 1*"],
  ])("%s", (_, before, after, expected) => expect(followed(before, after)).toBe(expected));

  it("is known by its code", () => {
    const before = [line("Getto", { code: "B.02" }), line("Posa", { code: "C.03" })];
    const after = [line("Trasporto"), line("Calcestruzzo", { code: "b.02" }), line("Posa", { code: "C.03" })];
    expect(fates(before, after)).toBe("1* 2");
  });

  it.each([{ unit: "cad" }, { qty: 2 }, { price: 0 }, { code: "A.01" }, { desc: "Altro" }])("by %p", (fields) => {
    expect(fates([line("Scavo")], [line("Scavo", fields)])).toBe("0*");
  });
});

describe("a line that is gone", () => {
  it.each([
    ["at the end", "Scavo, Getto", "Scavo", "0 -"],
    ["of the only one", "Scavo", "", "-"],
    ["of all", "Scavo, Getto", "", "- -"],
    ["beside one that took the first's place", "Scavo, Getto", "Nolo", "0* -"],
  ])("%s", (_, before, after, expected) => expect(followed(before, after)).toBe(expected));

  it("there is none of an empty list", () => {
    expect(followed("", "Scavo")).toBe("");
    expect(followed("", "")).toBe("");
  });
});

describe("any lists", () => {
  it.each(Array.from({ length: volume(40, 400) }, (_, seed) => seed))(
    "no two lines are followed to one, and equal is equal (seed %i)",
    (seed) => {
      const random = new Random(seed);
      const some = () => Array.from({ length: random.below(9) }, () => line(random.of([..."abcde"])));
      const [before, after] = [some(), some()];
      const found = followLines(before, after);
      expect(found).toHaveLength(before.length);
      const taken = found.flatMap((fate) => (fate.state === "gone" ? [] : [fate.index]));
      expect(new Set(taken).size).toBe(taken.length);
      for (const [index, fate] of found.entries()) {
        if (fate.state === "gone") continue;
        expect((before[index] as LineItem).desc === after[fate.index]?.desc).toBe(fate.state === "same");
      }
      // As many as could stay the same do.
      for (const desc of "abcde") {
        const count = (of: LineItem[]) => of.filter((one) => one.desc === desc).length;
        const kept = found.filter((fate, index) => fate.state === "same" && before[index]?.desc === desc).length;
        expect(kept).toBe(Math.min(count(before), count(after)));
      }
    },
  );

  it("are followed where they are long: thousands of lines, written anew or turned round", () => {
    const count = volume(10_000, 50_000);
    const many = (name: string) => Array.from({ length: count }, (_, n) => line(`${name} ${n}`, { qty: n % 7 }));
    expect(followLines(many("a"), many("b").reverse()).filter(({ state }) => state === "changed")).toHaveLength(count);
    const turned = followLines(many("a"), many("a").reverse());
    expect(turned.every((fate, n) => fate.state === "same" && fate.index === count - 1 - n)).toBe(true);
  });
});

describe("a line that was reworded", () => {
  it("is followed to where it moved, rather than to what stands in its place", () => {
    const before = lines("Demolizione tramezzi in laterizio", "Ponteggio", "Massetto");
    const after = lines("Tinteggiatura", "Ponteggio", "Massetto", "Demolizione tramezzi in laterizio forato");
    expect(fates(before, after)).toBe("3* 1 2");
  });

  it("costs no more, however many gaps there are", () => {
    const texts = (word: string) =>
      Array.from({ length: 6_000 }, (_, i) =>
        i % 142 === 0 ? `anchor ${"i".repeat(i + 1)}` : `${word}${"a".repeat(i % 97)} ${word}${"b".repeat(i % 89)}`,
      );
    const found = followLines(
      texts("x").map((text) => line(text)),
      texts("y").map((text) => line(text)),
    );
    expect(found[142]).toEqual({ state: "same", index: 142 });
    expect(found.filter(({ state }) => state === "gone")).toEqual([]);
  });
});
