import { describe, expect, it } from "@jest/globals";
import { readXlsx } from "hucre";
import { withoutApostrophes } from "../../../src/formats/csv-cell.js";
import type { Cell, TableRow } from "../../../src/formats/spreadsheets/table.js";
import { writeCsv } from "../../../src/formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../../src/formats/spreadsheets/write-xlsx.js";
import { CsvParser } from "../../../src/formats/tables/csv-records.js";
import { extractText } from "../../../src/formats/texts/extract-text.js";

const table = (cells: Cell[][], emphasis?: TableRow["emphasis"]) => ({
  name: "Computo [1]/2",
  columns: [
    { heading: "Descrizione", width: 40 },
    { heading: "Importo", width: 12, numberFormat: "#,##0.00" },
  ],
  rows: cells.map((each) => ({ cells: each, ...(emphasis ? { emphasis } : {}) })),
});
const csv = (cells: Cell[][]) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(writeCsv(table(cells)));
const hostile = ["=1+1", "+39 055", "-3,5", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")', "＝1"];

describe("CSV", () => {
  it("has a byte order mark, semicolons, decimal commas and CRLF", () => {
    expect(csv([["Scavo", 1234.5]])).toBe("\uFEFFDescrizione;Importo\r\nScavo;1234,5\r\n");
  });

  it("quotes what would break a cell or a line, and leaves empty cells empty", () => {
    expect(csv([['Porta "90"; a battente\nin legno', null]])).toContain('"Porta ""90""; a battente\nin legno";\r\n');
  });

  it.each(hostile)("shows %j as a text", (text) => {
    const [, row = ""] = csv([[text, null]]).split("Importo\r\n");
    expect(row.replace(/^"/, "").trimStart().startsWith("'")).toBe(true);
  });

  it.each([...hostile, "'=1+1", "''-3", "a;=1", "a\n'@x", "l'=a"])("gives %j back as it was", (text) => {
    const [, row = ""] = csv([[text, null]]).split("Importo\r\n");
    const [record] = new CsvParser(";").write(row);
    expect(withoutApostrophes(String(record?.cells[0])).trim()).toBe(text.trim());
  });

  it("keeps the minus of a number, and writes none with an exponent", () => {
    expect(
      csv([
        ["x", -0.57],
        ["y", 0.0000001],
      ]),
    ).toContain("x;-0,57\r\ny;0,0000001\r\n");
  });
});

describe("XLSX", () => {
  const read = async (cells: Cell[][]) => (await readXlsx(await writeXlsx(table(cells)))).sheets[0];

  it.each(["_x0041_", "a_x000D_b", "_x005F_x0041_", "_x00g1_"])(
    "shows %j, which looks like an escape, as a text",
    async (text) => {
      const { text: shown } = await extractText({
        bytes: Buffer.from(await writeXlsx(table([[text, null]]))),
        name: "computo.xlsx",
        contentType: "",
      });
      expect(shown).toContain(`\n${text}\n`);
    },
  );

  it("parts lines as spreadsheets do", async () => {
    expect((await read([["uno\r\ndue\rtre", null]]))?.rows[1]?.[0]).toBe("uno\ndue\ntre");
  });

  it("keeps texts and numbers as they are", async () => {
    const sheet = await read([
      ["Scavo a sezione", 1234.567],
      [null, -2],
    ]);
    expect(sheet?.rows).toEqual([
      ["Descrizione", "Importo"],
      ["Scavo a sezione", 1234.567],
      [null, -2],
    ]);
  });

  it.each(hostile)("shows %j as a text, not as a formula", async (text) => {
    const sheet = await read([[text, 1]]);
    expect(String(sheet?.rows[1]?.[0]).trim()).toBe(text.trim());
    expect([...(sheet?.cells?.values() ?? [])].some(({ formula }) => formula !== undefined)).toBe(false);
  });

  it("drops what XML can't hold, and cuts what no cell takes", async () => {
    const sheet = await read([[`a\u0001b\ud800${"x".repeat(40_000)}`, 1]]);
    expect(String(sheet?.rows[1]?.[0]).slice(0, 3)).toBe("ab\ufffd");
    expect(String(sheet?.rows[1]?.[0]).length).toBeLessThanOrEqual(32_767);
  });

  it("names its sheet as Excel allows, and keeps the heading in sight", async () => {
    const sheet = await read([]);
    expect([sheet?.name, sheet?.freezePane]).toEqual(["Computo  1  2", { rows: 1 }]);
  });
});
