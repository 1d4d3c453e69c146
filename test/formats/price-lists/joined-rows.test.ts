import { describe, expect, it } from "@jest/globals";
import { readList } from "./read-list.js";

type Row = readonly string[];
const headings = "Num.Ord. TARIFFA;DESCRIZIONE dell'ARTICOLO;unità di misura;PREZZO UNITARIO";
const entriesOf = async (...rows: Row[]) => {
  const lines = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(";"));
  const { entries, codes } = await readList([headings, ...lines].join("\n"));
  expect(codes).toEqual([]);
  return entries.map(({ code, chapter, description, unit, price }) => [code, chapter, description, unit, price]);
};

describe("a list as PriMus prints it", () => {
  it("has the code in one row, the unit and the price in the next, spelt out before", async () => {
    expect(
      await entriesOf(
        ["", "Edilizia (Cap 1)", "", ""],
        ["PUG2025/01.E01.001.001", "Rilevato formato con materiale da cave", "", ""],
        ["", "euro (otto/63)", "m³", "8,63"],
        ["PUG2025/01.E01.001.002", "Scavo in roccia", "", ""],
        ["", "", "m³", "46,38"],
      ),
    ).toEqual([
      ["PUG2025/01.E01.001.001", "Edilizia (Cap 1)", "Rilevato formato con materiale da cave", "m³", 8.63],
      ["PUG2025/01.E01.001.002", "Edilizia (Cap 1)", "Scavo in roccia", "m³", 46.38],
    ]);
  });

  it.each([
    ["in one cell", [["Nr. 1\nA.02.004.b", "Scavo a mano\nEuro (millecentodue/25)", "mc", "1.102,25"]]],
    [
      "in rows of their own",
      [
        ["Nr. 1", "Scavo", "", ""],
        ["A.02.004.b", "a mano", "", ""],
        ["", "euro (millecentodue/25)", "mc", "1.102,25"],
      ],
    ],
  ])("has the number above the code, %s", async (_, rows) => {
    const [entry] = await entriesOf(...rows, ["Nr. 2", "Reinterro", "", ""], ["A.02.005", "", "mc", "9"]);
    expect(entry).toEqual(["A.02.004.b", null, expect.stringMatching(/^Scavo\s+a mano$/), "mc", 1102.25]);
  });
});

describe("a list whose texts take several rows", () => {
  it("has the price in the last or in the first of them", async () => {
    expect(
      await entriesOf(
        ["A.1", "Muratura in mattoni con", "", ""],
        ["", "malta bastarda, spessore", "", ""],
        ["", "di due teste", "mc", "310"],
        ["A.2", "Intonaco civile,", "mq", "22,5"],
        ["", "frattazzato fino", "", ""],
        ["A.3", "Tinteggiatura", "mq", "8"],
      ),
    ).toEqual([
      ["A.1", null, "Muratura in mattoni con\nmalta bastarda, spessore\ndi due teste", "mc", 310],
      ["A.2", null, "Intonaco civile,\nfrattazzato fino", "mq", 22.5],
      ["A.3", null, "Tinteggiatura", "mq", 8],
    ]);
  });

  it("leaves a chapter above works without codes what it is", async () => {
    expect(
      await entriesOf(
        ["1", "SCAVI", "", ""],
        ["", "a mano", "mc", "90"],
        ["", "con mezzi", "mc", "9"],
        ["2", "REINTERRI", "", ""],
        ["", "con mezzi", "mc", "5"],
      ),
    ).toEqual([
      [null, "SCAVI", "a mano", "mc", 90],
      [null, "SCAVI", "con mezzi", "mc", 9],
      [null, "REINTERRI", "con mezzi", "mc", 5],
    ]);
  });
});
