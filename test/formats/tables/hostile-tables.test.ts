import { describe, expect, it } from "@jest/globals";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import type { RowKind, SheetRow } from "../../../src/formats/bills/table/rows/sheet-row.js";
import { amountsAlone } from "../../../src/formats/bills/table/survey/lump-sums.js";
import { readPriceTable } from "../../../src/formats/price-lists/read-price-table.js";
import { writeXlsx } from "../../../src/formats/spreadsheets/write-xlsx.js";
import { jsonRows } from "../../../src/formats/tables/json-rows.js";
import { UnreadableFile } from "../../../src/formats/unreadable-file.js";
import { expectProportional } from "../../support/growth.js";
import { Random } from "../../support/random.js";
import { volume } from "../../support/soak.js";
import { inParts, readAll } from "../price-lists/reading.js";
import { xlsx, zip } from "../texts/files.js";

const head = "N.;Tariffa;Descrizione;U.M.;Par.ug.;Lung.;Larg.;H/peso;Quantità;Prezzo unitario;Importo;% manodopera";
const rows = [
  "A;;Opere murarie;;;;;;;;120,00;",
  '1;A.1;"Muro ""doppio""";mq;;;;;12,00;10,00;120,00;40',
  ";;parete;;2;3,00+1;;1,5;12,00;;;",
  ";;vedi voce n. 1;;;;;;12,00;;;",
  ";;TOTALE;;;;;;;;120,00;",
];
const csv = Buffer.from([head, ...rows].join("\r\n"));
const list = Buffer.from(
  `Codice;Descrizione;U.M.;Prezzo;% manodopera\n${Array.from({ length: 20 }, (_, n) => `A.${n};"Muro ${n}";mq;1.234,${n};4${n % 10}`).join("\n")}`,
);
const json = Buffer.from(
  '{"2025 - capitolo 1": [{"Numero d\'ordine": "1.1", "Descrizione dell\'articolo": "è", "u.m.": "m", "prezzo €": 12, "costo minimo manodopera €": 3}]}',
);
const sheet = async (): Promise<Buffer> =>
  Buffer.from(
    await writeXlsx({
      name: "Computo",
      columns: head.split(";").map((heading) => ({ heading, width: 10 })),
      rows: [{ cells: [1, "A.1", "Muro", "mq", null, null, null, null, 12, 10, 120, 40] }],
    }),
  );

/** Whatever the bytes, an answer or a refusal. */
async function survives(bytes: Buffer): Promise<void> {
  for (const read of [() => readBill(bytes), async () => readAll(await readPriceTable(inParts(bytes, 777)))]) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
}

describe("damaged tables", () => {
  it.each([
    ["CSV bill", csv],
    ["CSV list", list],
    ["JSON list", json],
  ])("a %s cut anywhere is read or refused", async (_, bytes) => {
    for (let end = 0; end < bytes.length; end += volume(29, 7)) await survives(bytes.subarray(0, end));
  });

  it("an XLSX cut anywhere is refused", async () => {
    const bytes = await sheet();
    for (let end = 0; end < bytes.length; end += volume(797, 197)) {
      const cut = bytes.subarray(0, end);
      await expect(readBill(cut)).rejects.toBeInstanceOf(UnreadableFile);
      await expect(readPriceTable(inParts(cut, 777))).rejects.toBeInstanceOf(UnreadableFile);
    }
  });

  it.each([csv, list, json])("changed bytes are read or refused (%#)", async (bytes) => {
    const random = new Random(bytes.length);
    for (let round = 0; round < volume(15, 60); round++) {
      const changed = Buffer.from(bytes);
      for (let change = 0; change < 1 + round / 10; change++) {
        const classes = [0, 0x0a, 0x22, 0x3b, 0x2c, 0x7b, 0x80, 0xff, random.below(256)];
        changed[random.below(changed.length)] = random.of(classes);
      }
      await survives(changed);
    }
  });

  it("changed bytes of an XLSX are read or refused", async () => {
    const bytes = await sheet();
    const random = new Random(7);
    for (let round = 0; round < 40; round += volume(4, 1)) {
      const changed = Buffer.from(bytes);
      changed[random.below(changed.length)] = round * 4;
      await survives(changed);
    }
  });

  it("a zip that declares a gigabyte is refused before it is unpacked", async () => {
    const bomb = zip({ "xl/workbook.xml": { content: Buffer.from("<workbook/>"), declaredBytes: 2 ** 30 } });
    await expect(readBill(bomb)).rejects.toMatchObject({ code: "archive_too_large" });
  });

  it("of 100,000 columns 500 are read", async () => {
    const wide = `${"x;".repeat(100_000)}\n`;
    const file = await readBill(Buffer.from(`${head}\n1;A.1;Muro;mq;;;;;12,00;10,00\n${wide}`));
    expect(file.warnings).toContainEqual(expect.objectContaining({ code: "columns_left_out", place: "row 3" }));
    const cells = Array.from({ length: 100_000 }, () => '<c t="inlineStr"><is><t>x</t></is></c>').join("");
    await survives(xlsx([{ rows: `<row>${cells}</row>` }]));
  });

  it("of a cell of 10 MB the beginning is read", async () => {
    const file = await readBill(
      Buffer.from(`${head}\n1;A.1;"${"m".repeat(10_000_000)}";mq;;;;;1;1;1\n2;A.2;Muro;mq;;;;;1;1;1`),
    );
    expect(file.warnings[0]).toMatchObject({ place: "row 2" });
    expect(file.nodes.at(-1)).toMatchObject({ code: "A.2" });
    const sheetBytes = xlsx([{ rows: `<row><c t="inlineStr"><is><t>${"m".repeat(7_000_000)}</t></is></c></row>` }]);
    await survives(sheetBytes);
  });
});

describe("JSON", () => {
  it.each([
    ["a text of escaped quotes that never ends", (size: number) => `["${'\\"'.repeat(size / 2)}`],
    ["a record that never ends", (size: number) => `[{${'"a":1,'.repeat(size / 6)}`],
  ])("of %s is read in a time that grows with it", async (_, text) => {
    await expectProportional({
      input: (size) => Buffer.from(text(size)),
      work: async (bytes) => {
        for await (const _row of jsonRows(
          inParts(bytes, 16_384),
          () => undefined,
          () => undefined,
        ));
      },
      small: 250_000,
      large: 2_000_000,
    });
  });
});

describe("long lists", () => {
  it("6,000 rows are never held at once", async () => {
    const text = "Fornitura e posa in opera di muratura in mattoni pieni, compresi ponteggi e sfridi. ".repeat(8);
    async function* rows() {
      yield Buffer.from("Codice;Descrizione;U.M.;Prezzo\n");
      for (let n = 0; n < 6_000; n += 100) {
        const some = Array.from({ length: 100 }, (_, k) => `A.${n + k};"${text}";mq;1.234,50\n`);
        yield Buffer.from(some.join(""));
      }
    }
    const reading = await readPriceTable(rows());
    let count = 0;
    let most = 0;
    for await (const entries of reading.entries) {
      count += entries.length;
      most = Math.max(most, entries.length);
    }
    expect([count, reading.rowsRead, reading.warningCount]).toEqual([6_000, 6_001, 0]);
    expect(most).toBeLessThanOrEqual(1_000);
  });
});

describe("spreadsheets", () => {
  const cell = (value: string | number, style = "") =>
    typeof value === "number" ? `<c ${style}><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (...values: (string | number)[]) => `<row>${values.map((value) => cell(value)).join("")}</row>`;

  it("read several sheets, skip hidden ones and covers, and take formulas by their last values", async () => {
    const headings = row("Codice", "Descrizione", "U.M.", "Prezzo");
    const bytes = xlsx([
      { name: "Copertina", rows: row("Elenco prezzi 2024") },
      { name: "Capitolo 1", rows: `${headings}${row("A.1", "Muro", "mq", 8.6300000000000008)}` },
      { name: "Nascosto", rows: `${headings}${row("X", "Segreto", "mq", 1)}`, attributes: 'state="hidden"' },
      {
        name: "Capitolo 2",
        rows: `${headings}<row>${cell("A.2")}${cell("Tetto")}${cell("mq")}<c><f>10+2.5</f><v>12.5</v></c></row>`,
      },
    ]);
    const { reading, entries } = await readAll(await readPriceTable(inParts(bytes)));
    expect(entries.map(({ code, price }) => [code, price])).toEqual([
      ["A.1", 8.63],
      ["A.2", 12.5],
    ]);
    expect(reading.warnings).toMatchObject([{ code: "sheet_left_out", place: "Copertina" }]);
  });

  it("name the formulas whose results the file doesn't hold, once for each column", async () => {
    const line = (code: string, quantity: string) =>
      `<row>${cell(code)}${cell("Muro")}${cell("mq")}${quantity}${cell(10)}<c><f>D2*E2</f></c></row>`;
    const headings = row("Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo");
    const lines = [
      line("A.1", "<c><f>1+1</f><v>2</v></c>"),
      line("A.2", "<c><f>SUM(H1:H9)</f><v></v></c>"),
      line("A.3", '<c t="str"><f>IF(H1,1,"")</f><v></v></c>'),
    ];
    const { warnings } = await readBill(xlsx([{ name: "Computo", rows: headings + lines.join("") }]));
    expect(warnings.map(({ code, place, detail }) => [code, place, detail.split(";")[0]])).toEqual([
      ["uncalculated_formula", "Computo F2", "3 cells of column F, from F2, have a formula without a result"],
      ["uncalculated_formula", "Computo D3", "Cell D3 has a formula without a result"],
    ]);
  });

  it("of a bill are each read from the top, and their totals are those of their own lines, or the last of all", async () => {
    const headings = row("Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo");
    const total = (amount: number) => `<row><c r="B9"${cell("TOTALE").slice(2)}<c r="F9"><v>${amount}</v></c></row>`;
    const edile = `${headings}${row("", "OPERE EDILI")}${row("A.1", "Muro", "mq", 2, 10, 20)}${total(20)}`;
    for (const ofLast of [5, 25]) {
      const impianti = `${headings}${row("B.1", "Tubo", "m", 5, 1, 5)}${total(ofLast)}`;
      const bill = await readBill(
        xlsx([
          { name: "Edile", rows: edile },
          { name: "Impianti", rows: impianti },
        ]),
      );
      expect([bill.warnings, bill.totalInFile]).toEqual([[], 25]);
      expect(bill.nodes).toMatchObject([{ title: "OPERE EDILI", children: [{ code: "A.1" }] }, { code: "B.1" }]);
    }
  });

  it("are left out where they have other columns than the bill's first, which is said so", async () => {
    const first = row("Codice", "Descrizione", "U.M.", "Quantità", "Prezzo") + row("A.1", "Muro", "mc", 2, 10);
    const second = row("Codice", "Descrizione", "Quantità", "Prezzo") + row("B.1", "Tubo", 3, 5);
    const { nodes, warnings } = await readBill(
      xlsx([
        { name: "Edile", rows: first },
        { name: "Impianti", rows: second },
        { name: "Firme", rows: row("Il tecnico") },
      ]),
    );
    expect(nodes).toMatchObject([{ code: "A.1" }]);
    expect(warnings).toMatchObject([
      { code: "sheet_left_out", place: "Impianti", detail: expect.stringContaining("other columns") },
      { code: "sheet_left_out", place: "Firme", detail: expect.stringContaining("have the headings of a bill") },
    ]);
  });

  const analyses = {
    name: "Analisi",
    rows: `${row("Voce", "Descrizione", "Ore", "Costo")}${row("1", "Operaio", 2, 30)}`,
  };
  const columns = { code: "Sigla", description: "Cosa", quantity: "Tanti", price: "Valore" };

  it.each([true, false])(
    "are read by the headings that are named, beside sheets with others (these first: %p)",
    async (first) => {
      const named = row("Sigla", "Cosa", "Tanti", "Valore") + row("A.1", "Muro", 12, 8.63);
      const wanted = { name: "Computo", rows: named };
      const bytes = xlsx(first ? [analyses, wanted] : [wanted, analyses]);
      const bill = await readBill(bytes, { columns });
      expect(bill.nodes).toMatchObject([{ code: "A.1", desc: "Muro", qty: 12, price: 8.63 }]);
      const { quantity: _, ...priced } = columns;
      const { reading, entries } = await readAll(await readPriceTable(inParts(bytes), priced));
      expect(entries).toMatchObject([{ code: "A.1", description: "Muro", price: 8.63 }]);
      for (const { warnings } of [bill, reading])
        expect(warnings.filter(({ code }) => code === "sheet_left_out")).toMatchObject([{ place: "Analisi" }]);
    },
  );

  it("are refused where none has a heading that is named, by those of the sheet that has most", async () => {
    const bytes = xlsx([
      analyses,
      { name: "Computo", rows: row("Sigla", "Cosa", "Tanti", "Prezzi") + row("A.1", "Muro", 12, 8) },
    ]);
    await expect(readBill(bytes, { columns })).rejects.toThrow(
      'columns.price: no column is "Valore". Give its letter, or one of the headings: sigla, cosa, tanti, prezzi.',
    );
  });

  it("reads Umbria's chapters", async () => {
    const headings = row(
      "Numero d'ordine",
      "Descrizione dell'articolo",
      "u.m.",
      "prezzo €",
      "costo minimo manodopera €",
    );
    const bytes = xlsx([
      {
        name: "2025 - capitolo 1",
        rows: `${headings}${row("1", "SCAVI")}${row("1.1.20.0", "Scavo eseguito.")}${row("1.1.20.1", "A mano.", "mc", 184, 55)}`,
      },
    ]);
    const { reading, entries } = await readAll(await readPriceTable(inParts(bytes)));
    expect(reading).toMatchObject({ format: "umbria_xlsx", title: { source: "Regione Umbria", year: 2025 } });
    expect(entries).toMatchObject([
      { code: "1.1.20.1", chapter: "SCAVI", description: "Scavo eseguito.\nA mano.", labourPct: 29.891 },
    ]);
  });
});

describe("the rows of a bill are gone through in time proportional to them", () => {
  const row = (kind: RowKind, text: string, amount: number): SheetRow => ({
    kind,
    label: text.toLowerCase(),
    place: "",
    number: "",
    code: "",
    text,
    unit: "",
    factors: new Map(),
    quantity: null,
    price: null,
    words: [],
    amount,
    labourPct: null,
    safetyPct: null,
    safety: false,
  });
  const times = <T>(count: number, each: T): T[] => Array<T>(count).fill(each);

  it("where totals follow VAT", async () => {
    await expectProportional({
      input: (size) => [...times(size, row("vat", "IVA", 1)), ...times(size, row("total", "TOTALE", 3))],
      work: (rows) => amountsAlone(rows, new Map(), rows.length, 7),
      small: 1_000,
      large: 16_000,
    });
  }, 60_000);

  it("where titles have the total of all lines beneath them", async () => {
    await expectProportional({
      input: (size) => [
        ...times(size, row("text", "X", size)),
        ...times(size, row("line", "Y", 1)),
        ...times(size, row("total", "TOTALE", 3)),
      ],
      work: (rows) => amountsAlone(rows, new Map(), rows.length, 7),
      small: 500,
      large: 8_000,
    });
  }, 60_000);
});
