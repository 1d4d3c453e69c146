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

  it("has numbers that are its codes", async () => {
    const rows: Row[] = [
      ["Nr. 1", "Scavo", "mc", "90"],
      ["Nr. 2", "Muro", "mc", "310"],
      ["Nr. 3", "Intonaco", "", ""],
      ["", "euro (venti/00)", "mq", "20"],
      ["Nr. 4", "Tetto", "mq", "60"],
    ];
    expect((await entriesOf(...rows)).map(([code, , text, , price]) => [code, text, price])).toEqual([
      ["Nr. 1", "Scavo", 90],
      ["Nr. 2", "Muro", 310],
      ["Nr. 3", "Intonaco", 20],
      ["Nr. 4", "Tetto", 60],
    ]);
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

  it("takes one up to the last of its sheet", async () => {
    expect(await entriesOf(["A.1", "Scavo di sbancamento", "", ""], ["", "eseguito a mano", "mc", "90"])).toEqual([
      ["A.1", null, "Scavo di sbancamento\neseguito a mano", "mc", 90],
    ]);
  });

  it.each(["Scavi", "Scavi in terra:"])(
    "takes no number of a chapter %s for the code of its only work",
    async (title) => {
      const [entry] = await entriesOf(["1", title, "", ""], ["", "a mano", "mc", "90"], ["2", "Muri", "", ""]);
      expect(entry).toMatchObject({ 0: null, 4: 90 });
    },
  );

  it("takes neither notes nor what begins the texts below for a part of the entry above", async () => {
    expect(
      await entriesOf(
        ["A.1", "Scavo a mano, compreso", "mc", "90"],
        ["", "N.B. senza il carico", "", ""],
        ["A.2", "Muratura", "mc", "310"],
        ["", "- tubi in PVC:", "", ""],
        ["A.3", "DN 100", "m", "12"],
        ["A.4", "PARETE TIPO A", "mq", "40"],
        ["", "INTONACI", "", ""],
        ["A.5", "Intonaco", "mq", "22"],
      ),
    ).toEqual([
      ["A.1", null, "Scavo a mano, compreso", "mc", 90],
      ["A.2", null, "Muratura", "mc", 310],
      ["A.3", null, "- tubi in PVC:\nDN 100", "m", 12],
      ["A.4", null, "- tubi in PVC:\nPARETE TIPO A", "mq", 40],
      ["A.5", "INTONACI", "Intonaco", "mq", 22],
    ]);
  });

  it("leaves chapters what they are where all texts begin small", async () => {
    expect(
      await entriesOf(
        ["", "- scavi", "", ""],
        ["A.1", "- a mano", "mc", "90"],
        ["", "- muri", "", ""],
        ["A.2", "- di mattoni", "mc", "310"],
      ),
    ).toEqual([
      ["A.1", "- scavi", "- a mano", "mc", 90],
      ["A.2", "- muri", "- di mattoni", "mc", 310],
    ]);
  });

  it("holds a hundred of them at most", async () => {
    const texts = Array.from({ length: 200 }, (_, at) => `di terra ${at},`);
    const [entry] = await entriesOf(["A.1", "Scavo", "mc", "9"], ...texts.map((text): Row => ["", text, "", ""]));
    expect(entry?.[2]).toBe(["Scavo", ...texts.slice(0, 99)].join("\n"));
  });
});

it("gives works that stand beneath a text without texts of their own no code and no other text", async () => {
  expect(
    await entriesOf(["1", "Noli", "", ""], ["1.1", "Gru a torre", "", ""], ["", "", "h", "50"], ["", "", "d", "400"]),
  ).toEqual([
    [null, "Noli – Gru a torre", "Gru a torre", "h", 50],
    [null, "Noli – Gru a torre", "Gru a torre", "d", 400],
  ]);
});

it("has the chapter of the row with the code", async () => {
  const { entries } = await readList("Codice;Capitolo;Descrizione;U.M.;Prezzo\nA.1;Scavi;Scavo;;\n;;;mc;90\n");
  expect(entries).toMatchObject([{ code: "A.1", chapter: "Scavi", price: 90 }]);
});
