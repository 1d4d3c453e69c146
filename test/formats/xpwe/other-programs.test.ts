import { describe, expect, it } from "@jest/globals";
import { computeBill, flattenLines } from "../../../src/domain/bill/bill.js";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { writeXpwe } from "../../../src/formats/xpwe/write-xpwe.js";

type Fields = Record<string, string | undefined>;
const elements = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, text]) => (text === undefined ? "" : `<${name}>${text}</${name}>`))
    .join("");
const item = (fields: Fields = {}): string =>
  `<EPItem ID="1">${elements({ Tariffa: "A1", DesEstesa: "Opera", UnMisura: "mq", Prezzo1: "10", ...fields })}</EPItem>`;
const row = (fields: Fields): string => `<RGItem ID="2">${elements({ IDVV: "-2", ...fields })}</RGItem>`;
const line = (quantity: string, rows: readonly string[] = [], fields: Fields = {}, id = 2): string =>
  `<VCItem ID="${id}">${elements({ IDEP: "1", Quantita: quantity, ...fields })}<PweVCMisure>${rows.join("")}</PweVCMisure></VCItem>`;

async function read(lines: string, { items = item(), general = "" } = {}) {
  const file = await readBill(
    Buffer.from(
      `<PweDocumento><PweDatiGenerali>${general}</PweDatiGenerali><PweMisurazioni><PweElencoPrezzi>${items}</PweElencoPrezzi>` +
        `<PweVociComputo>${lines}</PweVociComputo></PweMisurazioni></PweDocumento>`,
    ),
  );
  const { nodes, total } = computeBill(file.nodes, file.quantityDecimals);
  const quantities = flattenLines(nodes).map(({ quantity }) => quantity);
  return { ...file, nodes, total, quantities, codes: file.warnings.map(({ code }) => code) };
}

describe("numbers in XPWE", () => {
  it("are read with thousands parted, and with a currency", async () => {
    const items = item({ Prezzo1: "€ 1.234,56", IncMDO: "35,5 %" });
    const { total, totalInFile, nodes, codes } = await read(line("1.000,50"), { items });
    expect({ total, totalInFile, codes }).toEqual({ total: 1_235_177.28, totalInFile: 1_235_177.28, codes: [] });
    expect(nodes).toMatchObject([{ price: 1234.56, labourPct: 35.5, qty: 1000.5 }]);
  });

  it("are read with thousands parted in a dimension, where that is the only reading", async () => {
    const found = await read(line("0", [row({ Lunghezza: "1.200,50", Larghezza: "-1.234.567,8" })]));
    expect(found.nodes).toMatchObject([{ measurements: [{ length: 1200.5, width: -1_234_567.8 }] }]);
    for (const text of ["0.300,50", "1.200.50", "12.50,30", "1,200.50", "1.200,50+2"])
      expect((await read(line("0", [row({ Lunghezza: text })]))).codes).toEqual(["unreadable_expression"]);
  });

  it.each(["1.2.3", "12.50.30", "2 5", "5..2", "1.234.567", "10%"])("are none in %s", async (quantity) => {
    expect(await read(line(quantity))).toMatchObject({ quantities: [0], codes: ["unreadable_number"] });
  });

  it("are those that were meant, where a program wrote what binary fractions make of them", async () => {
    const items = item({ Prezzo1: "11.109999999999999", IncMDO: "28.999999999999996" });
    const { nodes, total } = await read(line("0.5", [row({ Lunghezza: "0.49999999999999994" })]), { items });
    expect(nodes).toMatchObject([{ price: 11.11, labourPct: 29, measurements: [{ length: 0.5 }] }]);
    expect(total).toBe(5.56);
  });
});

describe("a record of XPWE that says nothing", () => {
  it("is no line, so that a price list is told from a bill", async () => {
    await expect(read("<VCItem/>")).rejects.toThrow("The file is a price list");
    expect(await read(`${line("3")}<VCItem></VCItem>`)).toMatchObject({ total: 30, quantities: [3], codes: [] });
  });

  it("is no row, so that the line has the quantity that it states", async () => {
    expect(await read(line("3", ["<RGItem/>"]))).toMatchObject({ total: 30, measurements: 0, codes: [] });
  });
});

describe("rows of XPWE without dimensions", () => {
  const words = (desc: string, quantity?: string) => row({ Descrizione: desc, Quantita: quantity });
  const measured = row({ Lunghezza: "8", Quantita: "8" });
  const zeros = { PartiUguali: "0", Lunghezza: "0.00", Larghezza: "0", HPeso: "0" };

  it.each<[string, string, string[]]>([
    ["they count what they state where the line's quantity says so", "20.5", [words("a", "12.5"), measured]],
    ["also below 0", "5", [words("a", "-3"), measured]],
    ["also with dimensions of 0", "12.5", [row({ ...zeros, Quantita: "12.5" })]],
    ["a subtotal adds nothing", "8", [measured, words("Sommano", "8")]],
    ["nor does the line's quantity on each of its words", "8", [words("a", "8"), measured, words("b", "8")]],
    ["where all are words, the line counts what it states", "1", [words("come da progetto"), words("a corpo")]],
    ["also where each states it", "4", [words("a", "4"), words("b", "4")]],
  ])("%s", async (_, quantity, rows) => {
    const answer = await read(line(quantity, rows));
    expect([answer.quantities, answer.total, answer.codes]).toEqual([[Number(quantity)], answer.totalInFile, []]);
  });

  it("keep their words", async () => {
    const { nodes } = await read(line("1", [words("come da progetto"), words("a corpo")]));
    expect(nodes).toMatchObject([
      {
        measurements: [
          { desc: "come da progetto", kind: "note" },
          { desc: "a corpo", count: 1 },
        ],
      },
    ]);
  });

  it("count nothing where the line states another quantity", async () => {
    const { quantities, codes } = await read(line("9", [words("a", "3"), measured]));
    expect([quantities, codes]).toEqual([[8], ["quantity_mismatch"]]);
  });
});

it.each([
  ["with its rows'", "3", "3", "-6", [3, 4]],
  ["with none", "3", undefined, "-6", [3, 4]],
  ["which is below 0", "-3", "-3", "-6", [-3, 4]],
])(
  "A row of XPWE that repeats a line without a stated quantity, %s, has the sign that it states",
  async (_, length, own, stated, expected) => {
    const repeat = row({ IDVV: "2", PartiUguali: "2", Quantita: stated, Flags: "32768" });
    const repeated = line("", [row({ Lunghezza: length, Quantita: own })]);
    const { quantities } = await read(repeated + line("", [row({ Lunghezza: "10" }), repeat], {}, 3));
    expect(quantities).toEqual(expected);
  },
);

describe("what an XPWE file says and a bill can't, it warns of", () => {
  it("a unit of percent, which other programs count as a hundredth", async () => {
    const { total, warnings } = await read(line("5"), { items: item({ UnMisura: "%", Prezzo1: "1000" }) });
    expect(total).toBe(5000);
    expect(warnings).toMatchObject([
      { code: "percent_unit", place: "VCItem 2", detail: expect.stringContaining("divide its price by 100") },
    ]);
  });

  it("prices that are raised or lowered as a whole", async () => {
    const general = "<PweDGDatiGenerali><PercPrezzi>-10,00</PercPrezzi></PweDGDatiGenerali>";
    expect((await read(line("5"), { general })).warnings).toMatchObject([
      { code: "price_adjustment", detail: expect.stringContaining("PercPrezzi is -10") },
    ]);
    expect((await read(line("5"), { general: general.replace("-10,00", "0") })).warnings).toEqual([]);
  });
});

describe("a work breakdown structure in XPWE", () => {
  const general =
    "<PweDGWBS><DGWBSItem><CU>7</CU><CUParent/><TITOLO>Edificio A</TITOLO><CODICE>A</CODICE></DGWBSItem>" +
    "<DGWBSItem><CU>8</CU><CUParent>7</CUParent><TITOLO>Strutture</TITOLO><CODICE>A.1</CODICE></DGWBSItem></PweDGWBS>";

  it.each(["A.1", "8"])("has lines that name their place by its code or its number (%s)", async (CodiceWBS) => {
    const { nodes } = await read(line("5", [], { CodiceWBS }), { general });
    expect(nodes).toMatchObject([{ title: "Edificio A", children: [{ title: "Strutture", children: [{ qty: 5 }] }] }]);
  });

  it("is warned of where a line names a place that it doesn't have", async () => {
    const lines = line("5", [], { CodiceWBS: "A" }) + line("6", [], { CodiceWBS: "Z.9" }, 3);
    expect((await read(lines, { general })).warnings).toMatchObject([
      { code: "missing_section", place: "VCItem 3", detail: "its WBS Z.9 is missing" },
    ]);
  });
});

it("A category's long description is kept, and written again", async () => {
  const category = (id: number, short: string, long: string) =>
    `<DGCategorieItem ID="${id}"><DesSintetica>${short}</DesSintetica><DesEstesa>${long}</DesEstesa></DGCategorieItem>`;
  const general = category(1, "Murature", "Murature fuori terra, in laterizio") + category(2, "Scavi", "Scavi");
  const lines = line("5", [], { IDCat: "1" }) + line("6", [], { IDCat: "2" }, 3);
  const { nodes, total } = await read(lines, { general });
  expect(nodes).toMatchObject([{ title: "Murature", desc: "Murature fuori terra, in laterizio" }, { title: "Scavi" }]);
  expect(nodes[1]).not.toHaveProperty("desc");
  const again = await readBill(new TextEncoder().encode(writeXpwe({ name: "Computo", nodes })));
  expect(again).toMatchObject({
    totalInFile: total,
    nodes: nodes.map(({ title, desc }) => (desc ? { title, desc } : { title })),
  });
});

it("A title that is too long comes back whole from an export", async () => {
  const title = "Opere di restauro ".repeat(30).trim();
  const general = `<DGCategorieItem ID="1"><DesSintetica>${title}</DesSintetica></DGCategorieItem>`;
  const { nodes } = await read(line("5", [], { IDCat: "1" }), { general });
  const again = await readBill(new TextEncoder().encode(writeXpwe({ name: "Computo", nodes })));
  expect(again.nodes).toMatchObject([{ title: expect.stringMatching(/…$/), desc: title }]);
});
