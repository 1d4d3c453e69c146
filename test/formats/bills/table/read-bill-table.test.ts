import { describe, expect, it } from "@jest/globals";
import { writeXlsx as writeWorkbook } from "hucre";
import { type BillMeasurement, type BillNode, computeBill, linesOf } from "../../../../src/domain/bill/bill.js";
import type { BillFile } from "../../../../src/formats/bills/bill-file.js";
import { readBill } from "../../../../src/formats/bills/read-bill.js";
import { billTable } from "../../../../src/formats/bills/table/write-table.js";
import { writeCsv } from "../../../../src/formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../../../src/formats/spreadsheets/write-xlsx.js";
import { expectProportional } from "../../../support/growth.js";
import { volume } from "../../../support/soak.js";
import { zip } from "../../texts/files.js";

const read = (rows: string[], columns?: Record<string, string>): Promise<BillFile> =>
  readBill(Buffer.from(rows.join("\r\n")), { columns });
const figures = ({ nodes, quantityDecimals }: BillFile) => {
  const bill = computeBill(nodes, quantityDecimals);
  return {
    total: bill.total,
    lines: linesOf(bill.nodes).map(({ computed }) => {
      const { quantity, amount } = computed as { quantity: number; amount: number };
      return [quantity, amount];
    }),
  };
};

const offices = {
  number: "N.",
  code: "Codice",
  description: "Descrizione",
  unit: "U.M.",
  count: "Par.ug.",
  length: "Lung.",
  width: "Larg.",
  height: "Alt.",
  quantity: "Quantità",
  price: "Prezzo",
  amount: "Importo",
};

const head = "N.;Tariffa;Descrizione;U.M.;Par.ug.;Lung.;Larg.;H/peso;Quantità;Prezzo unitario;Importo;% manodopera";

describe("an old encoding", () => {
  const rows = "N.;Tariffa;Descrizione;U.M.;Quantit\x85;Prezzo\r\n1;A.1;Muro perch\x82 s\x8d;m\xfd;12;10";

  it("is what CSV (MS-DOS) of Excel is read in, which is said", async () => {
    const { nodes, warnings } = await readBill(Buffer.from(rows, "latin1"));
    expect(nodes).toMatchObject([{ desc: "Muro perché sì", unit: "m²", qty: 12 }]);
    expect(warnings).toEqual([
      { code: "old_encoding", place: "file", detail: expect.stringContaining("accented letters") },
    ]);
  });

  it("is what CSV (Macintosh) of Excel is read in, whose lines end in CR", async () => {
    const mac = rows.replaceAll("\r\n", "\r").replace("\x85", "\x88").replace("\x82", "\x8e").replace("\x8d", "\x93");
    const { nodes, warnings } = await readBill(Buffer.from(mac.replace("m\xfd", "mq"), "latin1"));
    expect(nodes).toMatchObject([{ desc: "Muro perché sì", unit: "mq", qty: 12 }]);
    expect(warnings).toEqual([
      { code: "old_encoding", place: "file", detail: expect.stringContaining("accented letters") },
    ]);
  });
});

it("reads a list joined from files in UTF-8 and Windows-1252, whose euros are none of MS-DOS", async () => {
  const head = Buffer.from("N.;Tariffa;Descrizione;U.M.;Quantità;Prezzo\r\n");
  const wide = Buffer.from("1;A.1;Muro a € 10 e € 12;m²;12;10\r\n");
  const { nodes, warnings } = await readBill(
    Buffer.concat([head, wide, Buffer.from("2;A.2;Citt\xe0;m;1;1", "latin1")]),
  );
  expect(nodes).toMatchObject([{ desc: "Muro a € 10 e € 12" }, { desc: "Città" }]);
  expect(warnings).toEqual([]);
});

describe("our own exports", () => {
  const nodes: BillNode[] = [
    { type: "line", desc: "A corpo", unit: "a corpo", qty: 1, price: 1500 },
    {
      type: "section",
      title: "Piano terra",
      children: [
        {
          type: "section",
          title: "Totale murature",
          children: [
            {
              type: "line",
              code: "01.A01",
              desc: 'Muratura "a due teste"; malta\nbastarda',
              unit: "mq",
              price: 45.5,
              labourPct: 38.125,
              measurements: [
                { desc: "Piano terra:", kind: "note" },
                { desc: "parete nord", count: 2, length: 4.5, height: 2.7 },
                { desc: "parete sud", lengthExpression: "3,20+1,15", height: 2.7 },
                { desc: "primi due", kind: "partial" },
                { desc: "porta", width: 0.9, height: 2.1, negative: true },
                { desc: "-somma algebrica", count: -1, length: 1.005 },
              ],
            },
            {
              type: "line",
              code: "02",
              desc: "Intonaco",
              unit: "mq",
              price: 12,
              measurements: [
                { sameAs: { line: 1 } },
                { sameAs: { line: 1, factor: 0.5 }, desc: "metà", count: 2 },
                { sameAs: { line: 3 }, negative: true },
              ],
            },
          ],
        },
        { type: "line", desc: "Fuori dalle murature", unit: "cad", qty: 3, price: 0.333333 },
      ],
    },
    { type: "line", desc: "Oneri", unit: "a corpo", qty: 1, price: 250, safety: true, safetyPct: 100 },
    {
      type: "section",
      title: "PIANO PRIMO",
      children: [
        { type: "section", title: "", children: [{ type: "line", desc: "Senza prezzo", unit: "kg", qty: 12.345 }] },
      ],
    },
  ];
  const bill = computeBill(nodes);
  const table = () => billTable({ ...bill, quantityDecimals: null }, { prices: true });

  it.each([
    ["csv", async () => writeCsv(table())],
    ["xlsx", async () => writeXlsx(table())],
  ])("come back from %s without a difference", async (format, write) => {
    const file = await readBill(await write());
    expect(file.warnings).toEqual([]);
    expect(file).toMatchObject({ format, totalInFile: bill.total, measurements: 9, quantityDecimals: null });
    expect(file.nodes).toEqual(nodes);
  });

  it("come back without prices too", async () => {
    const bytes = writeCsv(billTable({ ...bill, quantityDecimals: null }, { prices: false }));
    const file = await readBill(bytes);
    expect(file.warnings).toEqual([]);
    expect(figures(file).lines.map(([quantity]) => quantity)).toEqual(
      linesOf(bill.nodes).map(({ computed }) => (computed as { quantity: number }).quantity),
    );
  });

  it("come back with the prices that a builder has filled in", async () => {
    const rows: BillNode[] = [
      { type: "line", desc: "Muro", unit: "mq", measurements: [{ length: 4, height: 3 }], price: 10 },
    ];
    const empty = new TextDecoder().decode(
      writeCsv(billTable({ ...computeBill(rows), quantityDecimals: null }, { prices: false })),
    );
    const file = await readBill(Buffer.from(empty.replace(";mq;;;;;12;;", ";mq;;;;;12;41,5;")));
    expect(file.warnings).toEqual([]);
    expect(figures(file)).toEqual({ total: 498, lines: [[12, 498]] });
  });

  it("keep a line's quantity where a builder has added words beneath it", async () => {
    const rows: BillNode[] = [{ type: "line", desc: "Ponteggio", unit: "a corpo", qty: 2, price: 10 }];
    const text = new TextDecoder().decode(
      writeCsv(billTable({ ...computeBill(rows), quantityDecimals: null }, { prices: false })),
    );
    const file = await readBill(
      Buffer.from(`${text.trimEnd().replace(";2;;", ";2;41,5;")}\n;;Offerta valida 60 giorni`),
    );
    expect([file.warnings, figures(file)]).toEqual([[], { total: 83, lines: [[2, 83]] }]);
    expect(file.nodes[0]?.measurements).toEqual([{ desc: "Offerta valida 60 giorni", kind: "note" }, { count: 2 }]);
  });

  it.each([3, 1, 0])("tell that quantities have %d decimals", async (decimals) => {
    const rows = [1.115, 2.225, 0.4, 7.77].map((length) => ({ length, height: 0.333 }));
    const exact = computeBill([{ type: "line", desc: "Ferro", unit: "kg", price: 2, measurements: rows }], decimals);
    const file = await readBill(writeCsv(billTable({ ...exact, quantityDecimals: decimals }, { prices: true })));
    expect([file.quantityDecimals, file.warnings]).toEqual([decimals, []]);
    expect(figures(file).total).toBe(exact.total);
  });
});

describe("our own exports, edited", () => {
  const written = (nodes: BillNode[]): string =>
    new TextDecoder().decode(writeCsv(billTable({ ...computeBill(nodes), quantityDecimals: null }, { prices: true })));
  const quantities = async (text: string): Promise<unknown[]> =>
    figures(await readBill(Buffer.from(text))).lines.map(([quantity]) => quantity);
  const base: BillNode = { type: "line", desc: "base", measurements: [{ length: 5, width: 2 }], price: 10 };
  const netto = (row: BillMeasurement): BillNode[] => [
    base,
    { type: "line", desc: "netto", measurements: [{ length: 10, width: 2 }, row], price: 10 },
  ];

  it("take a line that was added without a number", async () => {
    const text = written([base]).replace(/\n$/, "\n;Z.9;Aggiunta;m;;;;;3;2;6\n");
    expect(await quantities(text)).toEqual([10, 3]);
  });

  it.each([
    ["a deduction", { sameAs: { line: 0 }, negative: true }, 20 - 12],
    ["a deduction by a factor", { sameAs: { line: 0, factor: 0.5 }, negative: true }, 20 - 6],
    ["a factor below 0", { sameAs: { line: 0, factor: -1 } }, 20 - 12],
    ["a deduction by a factor below 0", { sameAs: { line: 0, factor: -1 }, negative: true }, 20 + 12],
    ["a deduction of a negative count", { sameAs: { line: 0 }, count: -1, negative: true }, 20 + 12],
    ["an addition", { sameAs: { line: 0 }, count: 2 }, 20 + 24],
  ])("count %s of a repeated line whose dimension changed", async (_, row, quantity) => {
    const text = written(netto({ desc: "vano", ...row }));
    expect(await quantities(text.replace(";;5;2;", ";;6;2;"))).toEqual([12, quantity]);
  });

  it("keep the sign of what repeats a line that deducts itself", async () => {
    const third: BillNode = { type: "line", desc: "terza", measurements: [{ sameAs: { line: 1 }, negative: true }] };
    const nodes = [...netto({ sameAs: { line: 0, factor: 3 }, negative: true }), third];
    expect(await quantities(written(nodes))).toEqual([10, -10, 10]);
    expect(await quantities(written(nodes).replace(";;5;2;", ";;6;2;"))).toEqual([12, -16, 16]);
  });

  it.each([
    { count: -1, length: 4.11, negative: true },
    { length: -4.11, negative: true },
    { countExpression: "1-2", length: 4.11, negative: true },
  ])("count as much where a deduction has a negative dimension: %j", async (row) => {
    const nodes = netto({ desc: "porta", ...row });
    const file = await readBill(Buffer.from(written(nodes)));
    expect([file.warnings, figures(file).total]).toEqual([[], computeBill(nodes).total]);
    expect(figures(file).lines[1]?.[0]).toBe(24.11);
  });

  it("take a minus that was written before a dimension for what takes off", async () => {
    const text = written(netto({ desc: "porta", length: 3 }));
    expect(await quantities(text.replace("porta;;;3", "porta;;-1;3"))).toEqual([10, 17]);
  });

  it.each([
    { desc: "Vedi voce n. 1", length: 3 },
    { desc: "Vedi voce n. 2", length: 3 },
    { desc: "come la voce 9: porta", length: 3, negative: true },
    { desc: "Vedi voce n. 1", kind: "note" as const },
  ])("repeat nothing where only the words say so: %j", async (row) => {
    const file = await readBill(Buffer.from(written(netto(row))));
    expect(file.warnings).toEqual([]);
    expect(linesOf(file.nodes)[1]?.measurements).toEqual([{ length: 10, width: 2 }, row]);
  });

  it("count nothing by the words of a repetition alone", async () => {
    expect(await quantities(written(netto({ desc: "Vedi voce n. 1" })))).toEqual([10, 20]);
  });

  it.each([
    [1, { sameAs: { line: 0 }, count: 2 }, 20 + 10],
    [0, { sameAs: { line: 0 } }, 20 + 5],
    [0, { sameAs: { line: 0 }, count: 2 }, 20 + 10],
  ])("repeat a line whose quantity was changed from %d", async (qty, row, quantity) => {
    const nodes = [{ type: "line" as const, desc: "a corpo", qty, price: 7 }, ...netto(row).slice(1)];
    const text = written(nodes).replace(`;;;;${qty};7;`, ";;;;5;7;");
    expect(await quantities(text)).toEqual([5, quantity]);
  });
});

describe("sheets of other programs", () => {
  it("reads SOMMANO with quantity, price and amount, notes, deductions, partials and titles", async () => {
    const file = await read([
      "COMUNE DI FIRENZE;;;;;;;;;",
      "Num.Ord. TARIFFA;DESIGNAZIONE DEI LAVORI;DIMENSIONI;;;;Quantità;IMPORTI;",
      ";;par.ug.;lung.;larg.;H/peso;;unitario;TOTALE",
      ";RIPORTO;;;;;;;",
      ";LAVORI A MISURA;;;;;;;",
      ";OPERE MURARIE;;;;;;;",
      "1 / E.01.001;Scavo a sezione aperta;;;;;;;",
      ";Piano interrato;;;;;;;",
      ";lato nord;2,00;10,00;3,00;1,5;90,00;;",
      ";a dedurre la rampa;;4,00;3,00;1,00;-12,00;;",
      ";Parziale mc;;;;;78,00;;",
      ";vano;1/2;10,00;3,00;1,0;15,00;;",
      ";SOMMANO mc;;;;;93,00;12,50;1.162,50",
      "2 / E.02.010;Rinterro;;;;;;;",
      ";Vedi voce n° 1 [mc 93.00];;;;;93,00;;",
      ";SOMMANO mc;;;;;93,00;1.000,00;93.000,00",
      ";Totale opere murarie;;;;;;;94.162,50",
      ";IMPIANTI;;;;;;;",
      "3 / I.01;Quadro elettrico;;;;;;;",
      ";;;;;;1,00;;",
      ";SOMMANO cad;;;;;1,00;500,00;500,00",
      ";A RIPORTARE;;;;;;;94.662,50",
      ";TOTALE euro;;;;;;;94.662,50",
    ]);
    expect(file.warnings).toEqual([]);
    expect(file).toMatchObject({ totalInFile: 94662.5, measurements: 7 });
    expect(figures(file)).toEqual({
      total: 94662.5,
      lines: [
        [93, 1162.5],
        [93, 93000],
        [1, 500],
      ],
    });
    expect(file.nodes).toEqual([
      {
        type: "section",
        title: "LAVORI A MISURA",
        children: [
          {
            type: "section",
            title: "OPERE MURARIE",
            children: [
              expect.objectContaining({ code: "E.01.001", desc: "Scavo a sezione aperta", unit: "mc", price: 12.5 }),
              expect.objectContaining({
                code: "E.02.010",
                measurements: [{ desc: "[mc 93.00]", sameAs: { line: 0 } }],
              }),
            ],
          },
          { type: "section", title: "IMPIANTI", children: [expect.objectContaining({ code: "I.01", unit: "cad" })] },
        ],
      },
    ]);
    expect(linesOf(file.nodes)[0]?.measurements).toEqual([
      { desc: "Piano interrato", kind: "note" },
      { desc: "lato nord", count: 2, length: 10, width: 3, height: 1.5 },
      { desc: "a dedurre la rampa", length: 4, width: 3, height: 1, negative: true },
      { kind: "partial" },
      { desc: "vano", countExpression: "1/2", length: 10, width: 3, height: 1 },
    ]);
  });

  it("reads SOMMANO also under the very headings of our exports", async () => {
    const file = await read([
      head.replace(/;% manodopera$/, ""),
      "1;A.1;Scavo;;;;;;;;",
      ";;lato nord;;1;2,00;2,50;1,00;5,00;;",
      ";;SOMMANO m³;m³;;;;;5,00;10,00;50,00",
      ";;TOTALE;;;;;;;;50,00",
    ]);
    expect(figures(file)).toEqual({ total: 50, lines: [[5, 50]] });
    expect(file).toMatchObject({ totalInFile: 50, warnings: [] });
  });

  it.each(["TOTALE", "Totale complessivo", "TOTALE EURO", "Totale:"])(
    "takes %s in the column of codes for the total",
    async (label) => {
      const rows = ["A1;Scavo;m³;10;12,30;123,00", "A2;Posa;m;5;2,00;10,00", `${label};;;;;133,00`];
      const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", ...rows]);
      expect(figures(file)).toMatchObject({ total: 133, lines: [expect.anything(), expect.anything()] });
      expect(file.totalInFile).toBe(133);
    },
  );

  it("reads a plain list of lines with titles between them", async () => {
    const file = await read([
      "Cod.,Lavorazione,UM,Q.tà,Prezzo,Totale",
      ",Demolizioni,,,,",
      "A.1,Demolizione di tramezzi,mq,10.5,8.00,84.00",
      ",Ricostruzioni,,,,",
      "B.1,Nuovi tramezzi,mq,20,25.50,510.00",
      ",TOTALE GENERALE,,,,594.00",
    ]);
    expect(file).toMatchObject({ warnings: [], totalInFile: 594 });
    expect(file.nodes).toMatchObject([
      { title: "Demolizioni", children: [{ code: "A.1", qty: 10.5, price: 8 }] },
      { title: "Ricostruzioni", children: [{ code: "B.1" }] },
    ]);
  });

  it("cuts titles, codes and units to what can be saved, and keeps the whole of a title in its section's desc", async () => {
    const title = `OPERE ${"di demolizione ".repeat(30)}e oltre`;
    const row = `${"A".repeat(301)};Scavo;${"m".repeat(301)};2;10;20`;
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", `;${title};;;;`, row]);
    const [section] = file.nodes;
    expect(section).toMatchObject({
      desc: title,
      children: [{ code: `${"A".repeat(299)}…`, unit: `${"m".repeat(299)}…` }],
    });
    expect(section?.title).toMatch(/^OPERE di demolizione .* (?:di|demolizione)…$/);
    expect(section?.title?.length).toBeLessThanOrEqual(300);
    expect(file.warnings.map(({ code }) => code)).toEqual(["text_cut", "text_cut", "text_cut"]);
    expect(file.warnings[0]?.detail).toContain("the whole is in the section's desc");
  });

  it.each([
    ["net", "8,00;16,00", 16],
    ["gross", "8,00;20,00", 20],
  ])(
    "takes of two prices the %s one where the amounts follow it, and names the other",
    async (_, figuresOfRow, total) => {
      const heads = "Codice;Descrizione;U.M.;Quantità;Prezzo lordo;Prezzo netto;Importo";
      const file = await read([heads, `A1;Scavo;mc;2,00;10,00;${figuresOfRow}`]);
      expect(figures(file).total).toBe(total);
      expect(file.warnings).toMatchObject([{ code: "column_not_read" }]);
    },
  );

  it("takes of two prices the one that most amounts follow", async () => {
    const heads = "Codice;Descrizione;U.M.;Quantità;Prezzo lordo;Prezzo netto;Importo";
    const rows = [
      "A1;Scavo;mc;1,33;10,05;8,05;10,71",
      "A2;Getto;mc;3,00;10,00;8,00;30,00",
      "A3;Posa;mq;4,00;5,00;4,00;16,00",
      "A4;Nolo;cad;;7,00;6,00;",
    ];
    expect(figures(await read([heads, ...rows])).total).toBe(50.71);
    const followed = ["A1;Scavo;mc;2,00;10,00;8,00;17,00", "A2;Getto;mc;2,00;10,00;8,00;"];
    expect(figures(await read([heads, ...followed])).total).toBe(40);
  });

  it("reads quantities and prices that have the unit of their line behind them, and no others", async () => {
    const rows = [
      "A1;Scavo;mc;10 mc;€ 12,50/mc;125",
      "A2;Getto;;1.200,50 m³;2,00 € al mc;2401",
      "A3;Posa;mq;3 mc;4;12",
    ];
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", ...rows]);
    expect(figures(file).lines.slice(0, 2)).toEqual([
      [10, 125],
      [1200.5, 2401],
    ]);
    expect(file.nodes).toMatchObject([{ unit: "mc" }, { unit: "m³", price: 2 }, { unit: "mq" }]);
    expect(file.warnings).toContainEqual(expect.objectContaining({ code: "unreadable_number", place: "row 4" }));
    expect(file.warnings.filter(({ place }) => place !== "row 4")).toEqual([]);
  });

  it("takes no currency behind a price for the unit", async () => {
    const rows = [
      "A;Scavo;;;;",
      ";SOMMANO mc;;30,00;12,50 euro;375",
      "Y;Posa;;2;3,00 eur/mq;6",
      "Z;Discarica;;1;250,00 EUR;",
    ];
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", ...rows]);
    expect(file.nodes.map(({ unit, price }) => [unit, price])).toEqual([
      ["mc", 12.5],
      ["mq", 3],
      ["", 250],
    ]);
    expect(file.warnings).toEqual([]);
  });

  it("learns of numbers with their unit behind them how the file writes decimals", async () => {
    const rows = ["A;Scavo;mc;31.55 mc;2;", "B;Getto;mc;1.250 mc;2;"];
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", ...rows]);
    expect(figures(file).lines).toEqual([
      [31.55, 63.1],
      [1.25, 2.5],
    ]);
  });

  it("says of amounts of labour what can be done with them, since no column can be named for them", async () => {
    const heads = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo;Costo manodopera";
    const { warnings } = await read([heads, "A1;Scavo;mc;2;10;20;8,00"]);
    expect(warnings).toMatchObject([
      { code: "column_not_read", detail: expect.stringMatching(/percentages.*labourPct$/) },
    ]);
  });

  it("counts percent of a price where the amount says so", async () => {
    const rows = [";Ponteggi 10%;%;10;125;12,50", ";Trasporto;%;2,5;300;7,50", ";Bollo;%;2;10;20,00"];
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", ...rows]);
    expect(figures(file).lines).toEqual([
      [10, 12.5],
      [2.5, 7.5],
      [2, 20],
    ]);
    expect(file.warnings.map(({ code, place }) => [code, place])).toEqual([
      ["percent_line", "row 2"],
      ["percent_line", "row 3"],
    ]);
  });

  it("takes a row with quantity and price for a line, without code and unit too", async () => {
    expect(figures(await read(["Descrizione;Quantità;Prezzo", "Scavo;2;10", "Oneri di discarica;1;250,50"]))).toEqual({
      total: 270.5,
      lines: [
        [2, 20],
        [1, 250.5],
      ],
    });
  });

  it.each([
    ["number", "N. voce", "Prog.", "Num. progressivo"],
    ["code", "E.P."],
    ["description", "Lavori", "Voci di costo", "Denominazione", "Natura dei lavori", "Descriz."],
    ["unit", "U.d.M.", "Mis.", "Un."],
    ["count", "Nr. parti", "N° parti uguali", "Numero parti", "Parti simili", "N. pezzi", "Part. ug.", "N. volte"],
    ["length", "L", "L (m)", "Lunghezza mt"],
    ["width", "l", "Larghezza/Prof.", "Profondità"],
    ["height", "Alt. o peso", "h/p", "Altezza/spessore", "Altezza o Peso (kg)"],
    ["quantity", "Totale quantità", "Quant.tà", "Quantità di progetto", "Quantità complessiva", "Quantità (u.m.)"],
    ["price", "€/u.m.", "€ unit.", "Unitario €", "Euro unitario", "Costo un.", "Prez. unit.", "Valore unit."],
    ["amount", "Imp. totale", "Importo in €", "Totale in euro", "€ Tot.", "Importo lavori", "Totale voce", "Imp."],
  ])("knows the column of the %s by what offices call it", async (field, ...called) => {
    for (const heading of called) {
      const columns = { ...offices, [field]: heading };
      const { nodes, totalInFile, warnings } = await read([
        Object.values(columns).join(";"),
        "1;A.1;Muro;;;;;;;;",
        ";;nord;;2;3,50;0,30;2,00;4,20;;",
        ";;SOMMANO;mc;;;;;4,20;100,00;420,00",
        ";;TOTALE;;;;;;;;420,00",
      ]);
      const measurements = [{ desc: "nord", count: 2, length: 3.5, width: 0.3, height: 2 }];
      expect([heading, warnings, totalInFile]).toEqual([heading, [], 420]);
      expect(nodes).toEqual([{ type: "line", code: "A.1", desc: "Muro", unit: "mc", price: 100, measurements }]);
    }
  });

  it.each([
    [
      "pieces that its quantity is of",
      "Codice;Descrizione;U.M.;N. pezzi;Quantità;Prezzo;Importo",
      "A.1;Tubo;m;2;8;50;400",
    ],
    ["what a thing is like", "Codice;Descrizione;U.M.;Prof.;Quantità;Prezzo;Importo", "A.1;Pozzo;cad;1,20;8;50;400"],
    ["a letter", "Codice;Descrizione;U.M.;L;Quantità;Prezzo;Importo", "A.1;Trave;cad;1,20;8;50;400"],
  ])("takes %s for no factor of the quantity, nor for it", async (_, headings, row) => {
    const file = await read([headings, row]);
    expect(figures(file).lines).toEqual([[8, 400]]);
    expect(file.warnings.map(({ code }) => code)).not.toContain("amount_mismatch");
  });

  it.each([
    ["pieces for a quantity where no other is", "Descrizione;U.M.;N. pezzi;Prezzo;Importo", "Porta;cad;8;50;400"],
    [
      "a depth for a height beside a width",
      "N.;Descrizione;Lung.;Larg.;Prof.;Quantità;Prezzo;Importo",
      "1;Scavo;2;2;2;8;50;400",
    ],
  ])("takes %s", async (_, headings, row) => {
    const file = await read([headings, row]);
    expect([figures(file).lines, file.warnings]).toEqual([[[8, 400]], []]);
  });

  it.each(["Prz", "Prz. unit.", "pu", "P.U.", "P.U. (€)", "Prezzo un."])("takes %s for the price", async (heading) => {
    const file = await read([`Codice;Descrizione;UM;Quantità;${heading};Importo`, "A;Intonaco;mq;12,5;22,50;281,25"]);
    expect([file.warnings, figures(file).total]).toEqual([[], 281.25]);
  });

  describe("in which titles of sections have codes and totals", () => {
    /** With a first column of the one heading or the other, and all columns. */
    const itByEither = it.each([
      ["numbers", "N.;Descrizione;U.M.;Quantità;Prezzo;Importo"],
      ["codes", "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo"],
    ]);
    const titles = ({ nodes }: BillFile): unknown[] =>
      nodes.map(({ title, children = [], code }) =>
        title === undefined ? code : [title, titles({ nodes: children } as BillFile)],
      );
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";

    it("doesn't count these beside the lines that they sum up", async () => {
      const file = await read([
        columns,
        "A;OPERE EDILI;;;;165,00",
        "A.1;Scavi;;;;145,00",
        "A.1.1;Scavo;mc;10,00;12,50;125,00",
        "A.1.2;Reinterro;mc;2,00;10,00;20,00",
        "A.2;Muri;;;;20,00",
        "A.2.1;Muro;mq;2,00;10,00;20,00",
        ";Totale opere edili;;;;165,00",
        "B;IMPIANTI;;;;10,00",
        "X;Tubo;m;10,00;1,00;10,00",
        ";TOTALE;;;;175,00",
      ]);
      expect([file.warnings, file.totalInFile, figures(file).total]).toEqual([[], 175, 175]);
      expect(titles(file)).toEqual([
        [
          "A OPERE EDILI",
          [
            ["A.1 Scavi", ["A.1.1", "A.1.2"]],
            ["A.2 Muri", ["A.2.1"]],
          ],
        ],
        ["B IMPIANTI", ["X"]],
      ]);
    });

    it("ends them with a total that names them without their number, and compares it", async () => {
      const file = await read([
        "N.;Descrizione;U.M.;Quantità;Prezzo;Importo",
        "1;COPERTURA",
        "1.1;Guaina;mq;10,00;12,50;125,00",
        ";Totale copertura;;;;125,00",
        "2;FACCIATE",
        "2.1;Intonaco;mq;2,00;10,00;20,00",
        ";Totale Facciate;;;;25,00",
        ";Ponteggio;a corpo;1;80,00;80,00",
        ";TOTALE;;;;225,00",
      ]);
      expect(file.nodes.map(({ title, desc }) => title ?? desc)).toEqual(["1 COPERTURA", "2 FACCIATE", "Ponteggio"]);
      expect(file.warnings).toMatchObject([{ code: "total_mismatch", place: "row 7" }]);
    });

    it.each(["Totale lavori esclusi oneri della sicurezza", "Totale lavori + Oneri della sicurezza"])(
      "ends none with what counts others too: %s",
      async (total) => {
        const lines = ["1;EDILI", "1.1;Muro;mc;1;70;70", "2;ONERI DELLA SICUREZZA", "2.1;Rete;m;1;20;20"];
        const file = await read(["N.;Descrizione;U.M.;Quantità;Prezzo;Importo", ...lines, `;${total};;;;90`]);
        expect(file.warnings.map(({ code }) => code)).toEqual(["safety_by_words"]);
      },
    );

    it("ends the outer one where the next number says so, though only the inner has a total", async () => {
      const file = await read([
        "N.;Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
        ...["1;;EDILI", "1.1;;Scavi", ";A.1;Scavo;mc;1;70;70", ";;Totale scavi;;;;70"],
        ...["1.2;;Muri", ";A.2;Muro;mc;1;70;70", ";;Totale muri;;;;70"],
        ...["2;;IMPIANTI", "2.1;;Elettrico", ";A.3;Cavo;m;1;70;70", ";;Totale elettrico;;;;70"],
      ]);
      const titles = file.nodes.map(({ title, children }) => [title, children?.map((child) => child.title)]);
      expect(titles).toEqual([
        ["1 EDILI", ["1.1 Scavi", "1.2 Muri"]],
        ["2 IMPIANTI", ["2.1 Elettrico"]],
      ]);
    });

    it("takes the total of all works for no section of that name", async () => {
      const lines = ["X;Fuori;m;1;50;50", "1;LAVORI", "Y;Dentro;m;1;20;20"];
      const file = await read([columns, ...lines, ";TOTALE LAVORI;;;;70"]);
      expect([file.warnings, file.totalInFile]).toEqual([[], 70]);
    });

    it("doesn't count them under the very headings of our exports either", async () => {
      const file = await read([
        head,
        "1;;OPERE EDILI;;;;;;;;145,00;",
        "2;A.1;Scavo;mc;;;;;10,00;12,50;125,00;",
        "3;A.2;Rinterro;mc;;;;;2,00;10,00;20,00;",
      ]);
      expect([file.warnings, figures(file).total]).toEqual([[], 145]);
    });

    it("has them where they bear no total too, by the codes beneath them", async () => {
      const file = await read([
        columns,
        "A;OPERE EDILI;;;;",
        "A.1;Scavo;mc;10,00;12,50;125,00",
        ";;;;;",
        "B;IMPIANTI;;;;",
        "B.1;Tubo;m;10,00;1,00;10,00",
        "C;Oneri;a corpo;1,00;5,00;5,00",
      ]);
      expect([file.warnings, figures(file).total]).toEqual([[], 140]);
      expect(titles(file)).toEqual([["A OPERE EDILI", ["A.1"]], ["B IMPIANTI", ["B.1"]], "C"]);
    });

    it.each([
      ["with codes", ["A;OPERE EDILI;;;;145,00", "B;IMPIANTI;;;;10,00"]],
      ["without", [";OPERE EDILI;;;;145,00", ";IMPIANTI;;;;10,00"]],
    ])("counts nothing of a summary below them, %s", async (_, summary) => {
      const lines = [
        columns,
        ";OPERE EDILI;;;;",
        "A.1;Scavo;mc;10,00;12,50;125,00",
        "A.2;Rinterro;mc;2,00;10,00;20,00",
        ";IMPIANTI;;;;",
        "B.1;Tubo;m;10,00;1,00;10,00",
        ";RIEPILOGO;;;;",
      ];
      const file = await read([...lines, ...summary, ";TOTALE;;;;155,00"]);
      expect([file.warnings, file.totalInFile, figures(file).total]).toEqual([[], 155, 155]);
      expect(titles(file)).toEqual([
        ["OPERE EDILI", ["A.1", "A.2"]],
        ["IMPIANTI", ["B.1"]],
      ]);
      const more = await read([...lines, ...summary, "C;Oneri;;;;5,00"]);
      expect(more.nodes.length).toBeGreaterThan(2);
    });

    it("counts an amount alone that isn't their sum, or is that of one line by chance", async () => {
      for (const amount of ["99,00", "125,00"]) {
        const file = await read([columns, `A;Impianto;;;;${amount}`, "X;Scavo;mc;10,00;12,50;125,00"]);
        expect(figures(file).total).toBe(125 + Number.parseFloat(amount));
      }
    });

    it.each([
      [
        "where a line outside them follows",
        ["2;A.2;Muro;mq;2;5;10,00", ";;Costi della sicurezza;a corpo;1;7;7,00"],
        67,
      ],
      ["where each has one line and the total tells", [";;TOTALE IMPORTO LAVORI;;;;50,00"], 50],
    ])("doesn't count these %s", async (_, below, total) => {
      const heading = below.length > 1 ? "1;;OPERE;;;;60,00" : "1;;OPERE;;;;50,00";
      const file = await read([
        "N.;Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
        heading,
        "1;A.1;Scavo;mc;10;5;50,00",
        ...below,
      ]);
      expect(figures(file).total).toBe(total);
      expect(file.nodes[0]).toMatchObject({ title: "1 OPERE" });
    });

    it("doesn't count one above a single line that is numbered within it", async () => {
      const columns = "N.;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const [first, second] = ["1;FONDAZIONI;;;;50,00", "2;MURATURE;;;;10,00"];
      const file = await read([columns, first, "1.1;Scavo;mc;10;5;50,00", second, "2.1;Muro;mq;2;5;10,00"]);
      expect([file.warnings, figures(file).total]).toEqual([[], 60]);
      expect(file.nodes).toMatchObject([{ title: "1 FONDAZIONI" }, { title: "2 MURATURE" }]);
      const siblings = await read([columns, first, "2;Scavo;mc;10;5;50,00"]);
      expect(figures(siblings).total).toBe(100);
    });

    itByEither("doesn't count a lump sum above the lines that it consists of, by their %s", async (_, columns) => {
      const rows = [
        "1;OPERE EDILI;a corpo;1;60,00;60,00",
        "1.1;Scavo;mc;10;5;50,00",
        "1.2;Muro;mq;2;5;10,00",
        "2;IMPIANTI;a corpo;;;30,00",
        "2.1;Tubo;m;10;3;30,00",
      ];
      const file = await read([columns, ...rows]);
      expect([file.warnings, figures(file).total]).toEqual([[], 90]);
      expect(file.nodes).toMatchObject([{ title: "1 OPERE EDILI" }, { title: "2 IMPIANTI" }]);
      expect(figures(await read([columns, ...rows, ";TOTALE;;;;180,00"])).total).toBe(180);
    });

    itByEither(
      "doesn't count lump sums within one another where one has a single line, by their %s",
      async (_, columns) => {
        const rows = [
          "1;OPERE EDILI;a corpo;1;110,00;110,00",
          "1.1;Scavi;a corpo;1;50,00;50,00",
          "1.1.1;Scavo;mc;10;5;50,00",
          "1.2;Muro;mq;12;5;60,00",
          "2;IMPIANTI;a corpo;1;30,00;30,00",
          "2.1;Tubo;m;10;3;30,00",
          "3;Pulizia;a corpo;1;30,00;30,00",
        ];
        const file = await read([columns, ...rows]);
        expect([file.warnings, figures(file).total]).toEqual([[], 170]);
        expect(file.nodes).toMatchObject([
          { title: "1 OPERE EDILI", children: [{ title: "1.1 Scavi" }, { desc: "Muro" }] },
          { title: "2 IMPIANTI" },
          { desc: "Pulizia" },
        ]);
        expect(figures(await read([columns, ...rows, ";TOTALE;;;;360,00"])).total).toBe(360);
      },
    );

    it("leaves out what says how much of a line or total is labour or safety, and warns once", async () => {
      const file = await read([
        "N.;Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
        "1;A01;Scavo;mc;;;",
        ";;di cui manodopera;;;;20,00",
        ";;SOMMANO mc;;10;5;50,00",
        "2;A02;Muro;mq;2;5;10,00",
        ";;(di cui oneri per la sicurezza);;;;3,00",
        ";;TOTALE;;;;60,00",
      ]);
      expect([file.totalInFile, figures(file).total, file.nodes.map(({ type }) => type)]).toEqual([
        60,
        60,
        ["line", "line"],
      ]);
      expect(file.warnings).toEqual([
        {
          code: "part_left_out",
          place: "row 3",
          detail:
            'left out because they are a part of what stands above: "di cui manodopera" 20 euro, "(di cui oneri per la sicurezza)" 3 euro',
        },
      ]);
    });

    itByEither(
      "counts a lump sum within a title once, by the lines that it consists of, by their %s",
      async (_, columns) => {
        const rows = [
          "1;OPERE EDILI;;;;110,00",
          "1.1;Impianto;;1;60,00;60,00",
          "1.1.1;Quadro;cad;1;50,00;50,00",
          "1.1.2;Tubo;m;5;2;10,00",
          "1.2;Scavo;mc;10;5;50,00",
          "2;Pulizia;mq;1;30,00;30,00",
        ];
        const file = await read([columns, ...rows]);
        expect([file.warnings, figures(file).total]).toEqual([[], 140]);
        expect(file.nodes).toMatchObject([
          { title: "1 OPERE EDILI", children: [{ title: "1.1 Impianto" }, { desc: "Scavo" }] },
          { desc: "Pulizia" },
        ]);
      },
    );

    it("counts a lump sum above another work of the same price", async () => {
      const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const lump = "A01;Ponteggio;a corpo;1;50,00;50,00";
      const file = await read([columns, lump, "A01.a;Trasporto;a corpo;1;50,00;50,00", "B02;Muro;mq;2;5;10,00"]);
      expect(figures(file).total).toBe(110);
    });

    it("counts a lump sum to which lines beneath come by chance", async () => {
      const head = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const lumps = [head, "NP1;Cantiere;;;;150,00", "NP2;Muro;mq;10;10;100,00", "NP3;Porta;cad;1;50;50,00"];
      const below = "NP4;Tubo;m;10;7;70,00";
      expect(figures(await read([...lumps, below])).total).toBe(370);
      expect(figures(await read([...lumps, ";TOTALE;;;;300,00"])).total).toBe(300);
    });

    it("finds them in a sheet of thousands that might be some", async () => {
      const count = volume(2_000, 20_000);
      const rows = Array.from({ length: count }, (_, at) => `V${at};Voce ${at};;;;${at + 1}`);
      expect(figures(await read([columns, ...rows])).lines).toHaveLength(count);
    });
  });

  describe("in which a description takes several rows", () => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const texts = ({ nodes }: BillFile): unknown[] =>
      nodes.map(({ title, children = [], desc }) =>
        title === undefined ? desc : [title, texts({ nodes: children } as BillFile)],
      );

    it("reads what stands above the measurements, and names of places for notes", async () => {
      const file = await read([
        "Nr;Codice;Designazione;U.M.;Par.ug.;Lung.;Larg.;H/peso;Quantità;Prezzo;Importo",
        ";;OPERE MURARIE;;;;;;;;",
        "1;A.01;Scavo di sbancamento in materie;;;;;;;;",
        ";;DI QUALSIASI NATURA,;;;;;;;;",
        ";;anche in presenza d'acqua;;;;;;;;",
        ";;Piano interrato;;;;;;;;",
        ";;trincea;;1;10,00;2,00;1,50;30,00;;",
        ";;SOMMANO mc;;;;;;30,00;12,50;375,00",
        "2;B.02;Trasporto;;;;;;;;",
        ";;a discarica autorizzata;;;;;;;;",
        ";;SOMMANO mc;;;;;;30,00;2,00;60,00",
      ]);
      expect([file.warnings, figures(file).total]).toEqual([[], 435]);
      expect(texts(file)).toEqual([
        [
          "OPERE MURARIE",
          [
            "Scavo di sbancamento in materie\nDI QUALSIASI NATURA,\nanche in presenza d'acqua",
            "Trasporto\na discarica autorizzata",
          ],
        ],
      ]);
      expect(linesOf(file.nodes)[0]?.measurements?.[0]).toEqual({ desc: "Piano interrato", kind: "note" });
    });

    it("tells it from the next title where the line's figures stand above", async () => {
      const file = await read([
        columns,
        ";Opere edili;;;;",
        "A.1;Scavo a sezione obbligata;mc;10,00;12,50;125,00",
        ";eseguito con mezzi meccanici, compreso;;;;",
        ";Il trasporto;;;;",
        ";Rinterri;;;;",
        "A.2;Rinterro;mc;2,00;10,00;20,00",
        ";Impianti;;;;",
        "B.1;Tubo;m;10,00;1,00;10,00",
        ";TOTALE;;;;155,00",
      ]);
      expect([file.warnings, figures(file).total]).toEqual([[], 155]);
      expect(texts(file)).toEqual([
        ["Opere edili", ["Scavo a sezione obbligata\neseguito con mezzi meccanici, compreso\nIl trasporto"]],
        ["Rinterri", ["Rinterro"]],
        ["Impianti", ["Tubo"]],
      ]);
    });

    it("takes small letters for the beginning of a title in a file whose titles begin so", async () => {
      const rows = [";opere edili;;;;", "A.1;Scavo;mc;1;1;1", ";impianti;;;;", "B.1;Tubo;m;1;1;1"];
      expect(texts(await read([columns, ...rows]))).toEqual([
        ["opere edili", ["Scavo"]],
        ["impianti", ["Tubo"]],
      ]);
    });

    it("takes a capital letter at its end for a name, where it isn't written in capitals", async () => {
      const rows = ["A.1;Parete divisoria tipo A;mq;1;1;1", ";IMPIANTI;;;;", "B.1;Tubo;m;1;1;1"];
      expect(texts(await read([columns, ";OPERE MURARIE;;;;", ...rows]))).toEqual([
        ["OPERE MURARIE", ["Parete divisoria tipo A"]],
        ["IMPIANTI", ["Tubo"]],
      ]);
      for (const [beginning, end] of [
        ["Parete fino a", "Soffitto"],
        ["PARETE FINO A", "SOFFITTO"],
      ])
        expect(texts(await read([columns, `A.1;${beginning};mq;1;1;1`, `;${end};;;;`]))).toEqual([
          `${beginning}\n${end}`,
        ]);
    });

    it("finds unit, quantity and price in the last of its rows", async () => {
      const file = await read([
        columns,
        "A.1;Scavo a sezione obbligata, compreso;;;;",
        ";il carico e ogni altro onere;;;;",
        ";a regola d'arte;mc;10,00;12,50;125,00",
        "A.2;Rinterro;mc;2,00;10,00;20,00",
        "B;Posa di infissi:;;;;",
        ";a un'anta;cad;1,00;10,00;10,00",
        ";a due ante;cad;1,00;20,00;20,00",
      ]);
      expect(texts(file)).toEqual([
        "Scavo a sezione obbligata, compreso\nil carico e ogni altro onere\na regola d'arte",
        "Rinterro",
        ["B Posa di infissi:", ["a un'anta", "a due ante"]],
      ]);
      expect(figures(file).lines[0]).toEqual([10, 125]);
    });

    it("leaves the section above a single line without a code that begins with a small letter", async () => {
      const file = await read([
        "N.;Descrizione;U.M.;Quantità;Prezzo;Importo",
        "A;Opere edili;;;;",
        ";scavo di sbancamento;mc;10;12,5;125",
        "B;Impianti;;;;",
        ";tubo in PVC;m;10;1;10",
      ]);
      expect([file.warnings, texts(file)]).toEqual([
        [],
        [
          ["Opere edili", ["scavo di sbancamento"]],
          ["Impianti", ["tubo in PVC"]],
        ],
      ]);
    });

    it("adds thousands of them in proportion, as notes beyond a length", async () => {
      const sheet = (size: number): string[] => {
        const rows = Array.from({ length: size }, (_, at) => `;riga ${at} di una descrizione,;;;;`);
        return [columns, "A.1;Scavo;mc;1;1;1", ...rows];
      };
      const file = await read(sheet(2_000));
      const [line] = linesOf(file.nodes);
      expect(line?.desc?.length).toBeLessThan(20_000);
      expect(file.measurements).toBeGreaterThan(1_000);
      await expectProportional({
        input: sheet,
        work: (rows) => read(rows),
        small: 1_000,
        large: volume(8_000, 32_000),
      });
    });
  });

  describe("that have costs of safety or VAT", () => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const works = [";OPERE EDILI;;;;", "A.1;Scavo;mc;10,00;12,50;125,00", ";IMPIANTI;;;;", "B.1;Tubo;m;10;1;10,00"];
    const codes = ({ warnings }: BillFile): string[] => warnings.map(({ code }) => code);
    const safety = ({ nodes, quantityDecimals }: BillFile): unknown => computeBill(nodes, quantityDecimals).computed;

    it.each([
      [[";Totale lavori;;;;135,00"], [";TOTALE;;;;185,00"]],
      [[], []],
      [[";RIEPILOGO;;;;", ";Opere edili;;;;125,00", ";Impianti;;;;10,00"], [";TOTALE;;;;185,00"]],
    ])("makes a line of an amount of safety alone, and none of VAT: %j %j", async (above, below) => {
      const file = await read([
        columns,
        ...works,
        ...above,
        ";Oneri della sicurezza non soggetti a ribasso;;;;50,00",
        ...below,
        ";I.V.A. 10%;;;;18,50",
        ";TOTALE GENERALE;;;;203,50",
      ]);
      expect(codes(file)).toEqual(["safety_amount", "vat_left_out"]);
      expect([figures(file).total, file.totalInFile, safety(file)]).toEqual([185, 185, { labour: 0, safety: 50 }]);
      expect(file.nodes.at(-1)).toEqual({
        type: "line",
        desc: "Oneri della sicurezza non soggetti a ribasso",
        unit: "a corpo",
        qty: 1,
        price: 50,
        safety: true,
      });
    });

    it.each([
      ";IVA;%;10;135,00;13,50",
      "IVA;IVA 10%;;;;13,50",
      ";Importo IVA 10%;;1;13,50;13,50",
      ";Totale IVA;;;;13,50",
    ])("counts no VAT that is written like a line: %s", async (row) => {
      const file = await read([columns, ...works, row, ";Totale IVA compresa;;;;148,50", ";TOTALE;;;;148,50"]);
      expect([codes(file), figures(file).total, file.totalInFile]).toEqual([["vat_left_out"], 135, 135]);
    });

    it.each([
      [[";TOTALE IVA ESCL.;;;;135", ";TOTALE GENERALE;;;;135"], 0],
      [[";TOTALE IVA INCL.;;;;148,50"], 0],
      [[";TOTALE LAVORI;;;;135", ";TOTALE + IVA;;;;148,50"], 0],
      [[";IVA 10%;;;;13,50", ";TOTALE + IVA;;;;148,50", ";TOTALE GENERALE;;;;148,50"], 1],
      [[";IVA 10%;;;;13,50", ";TOTALE LAVORI;;;;135"], 1],
    ])("tells totals with VAT and without it from VAT: %j", async (rows, vat) => {
      const file = await read([columns, ...works, ...rows]);
      expect([figures(file).total, file.totalInFile]).toEqual([135, 135]);
      expect(codes(file)).toEqual(Array(vat).fill("vat_left_out"));
    });

    it.each([
      [";Sconto 10%;;;;-13,50", ";TOTALE NETTO;;;;121,50"],
      [";A detrarre ribasso del 10 %;;;;13,50", ";Importo al netto del ribasso;;;;121,50"],
      [";Ribasso d'asta;%;10;;-13,50", ";Imponibile;;;;121,50"],
      [";Totale sconti;;;;13,50", ";IVA 10%;;;;12,15", ";TOTALE;;;;133,65"],
      [";Sconto di fine anno;;;;-13,50"],
      [";Meno ribasso di € 13,50;;;;13,50"],
      [";Sconto 10%;;;;-13,50", ";Totale sconto;;;;-13,50", ";TOTALE NETTO;;;;121,50"],
      [";Ribasso d'asta;;;;13,50", ";Totale lavori al netto del ribasso d'asta del 10,00 %;;;;121,50"],
    ])("takes a discount off that has an amount of its own: %s %s", async (...rows) => {
      for (const above of [works, [...works, ";TOTALE LAVORI;;;;135,00"]]) {
        const file = await read([columns, ...above, ...rows]);
        expect([codes(file)[0], figures(file).total, file.totalInFile]).toEqual(["discount", 121.5, 121.5]);
        expect(file.nodes).toMatchObject([{ title: "OPERE EDILI" }, { title: "IMPIANTI" }, { qty: 1, price: -13.5 }]);
      }
    });

    it("takes no discount off where the words are of works, or without an amount", async () => {
      const ofWorks = [";Ribasso del piano di posa;;;;20", ";Ribassi in cartongesso;;;;30"];
      const rows = [...ofWorks, ";Sconto 10% a fine mese;;;;", "C.1;Muro;mq;1;10;10"];
      const file = await read([columns, ...works, ...rows, ";TOTALE;;;;195"]);
      expect([codes(file), figures(file).total]).toEqual([["lump_sum", "lump_sum"], 195]);
    });

    it.each([
      [[";RIEPILOGO;;;;", "1;OPERE EDILI;;;;125", "2;IMPIANTI;;;;10", ";TOTALE;;;;135"], 135],
      [
        [";RIEPILOGO;;;;", "1;OPERE EDILI;;;;125", "2;IMPIANTI;;;;10", ";Sconto 10%;;;;-13,50", ";TOTALE;;;;121,50"],
        121.5,
      ],
    ])("takes a discount off once, and its summary for one: %j", async (summary, stated) => {
      const file = await read([columns, ...works, ";Sconto 10%;;;;-13,50", ";TOTALE;;;;121,50", ...summary]);
      expect([codes(file), figures(file).total, file.totalInFile]).toEqual([["discount"], 121.5, stated]);
    });

    it.each([";Ribasso offerto;%;10;;", ";Ribasso offerto;%;;10;"])(
      "makes no line of a discount in percent that has no amount, and says so: %s",
      async (discount) => {
        for (const rows of [
          [...works, ";TOTALE;;;;135", discount],
          [...works, discount],
          [discount, ...works],
        ]) {
          const file = await read([columns, ...rows]);
          expect([codes(file), file.nodes.length, linesOf(file.nodes).length]).toEqual([["discount"], 2, 2]);
          expect([figures(file).total, file.warnings[0]?.detail]).toEqual([
            135,
            expect.stringContaining('offerto" 10 %'),
          ]);
        }
      },
    );

    it("keeps a numbered work that is in percent for a line", async () => {
      const file = await read([
        columns,
        ...works,
        "3;Sconto per materiale fornito;%;5;;",
        ";Ribassi in cartongesso;%;5;;",
      ]);
      expect([codes(file), linesOf(file.nodes).length]).toEqual([[], 4]);
    });

    it.each([
      "TOTALE OFFERTA",
      "Totale offerta ribassata",
      "Importo offerto al netto del ribasso del 10%",
      "Totale dell'offerta",
    ])("takes a builder's %s for the total", async (label) => {
      const below = await read([columns, ...works, ";TOTALE;;;;135", `;${label};;;;121,50`]);
      const alone = await read([columns, ...works, `;${label};;;;135`]);
      expect([below.totalInFile, alone.totalInFile, codes(alone)]).toEqual([121.5, 135, []]);
    });

    it.each([
      [";Sconto in fattura 50%;;;;-74,25", ";Netto a pagare;;;;74,25"],
      [";Sconto Ecobonus 50%;;;;-74,25", ";TOTALE;;;;74,25"],
      [";Sconto;;;;8,50", ";TOTALE;;;;140,00"],
      [";Acconto versato;;;;-40,00", ";TOTALE;;;;108,50"],
    ])("takes nothing off the works of what is paid with VAT: %s %s", async (...payment) => {
      const vat = [";TOTALE LAVORI;;;;135", ";IVA 10%;;;;13,50", ";TOTALE;;;;148,50"];
      const file = await read([columns, ...works, ...vat, ...payment]);
      expect([codes(file), figures(file).total]).toEqual([["vat_left_out", "words_below_total"], 135]);
      expect(file.totalInFile).toBe(135);
    });

    it("names what is paid below a total whose words say that it is with VAT", async () => {
      const rows = [";IVA 10%;;;;13,50", ";Totale con IVA;;;;148,50", ";Sconto Ecobonus 50%;;;;-74,25"];
      const file = await read([columns, ...works, ...rows]);
      expect([codes(file), figures(file).total]).toEqual([["vat_left_out", "words_below_total"], 135]);
      expect(file.nodes).toHaveLength(2);
    });

    it.each([
      [[";TOTALE LAVORI;;;;135", ";IVA 10%;;;;13,50", ";TOTALE + IVA;;;;148,50"], 135, ["vat_left_out"]],
      [[";TOTALE LAVORI;;;;135", ";TOTALE + IVA;;;;148,50"], 135, []],
      [[";Sconto 10%;;;;-13,50", ";TOTALE LAVORI;;;;121,50", ";TOTALE + IVA;;;;133,65"], 121.5, ["discount"]],
      [[";Oneri della sicurezza;;;;15", ";TOTALE LAVORI;;;;150", ";TOTALE + IVA;;;;165"], 150, ["safety_amount"]],
      [[";TOTALE LAVORI;;;;135", ";TOTALE IVA COMPRESA;;;;148,50"], 135, []],
      [[";TOTALE LAVORI;;;;135", ";TOTALE IVATO;;;;148,50", ";di cui IVA;;;;13,50"], 135, ["vat_left_out"]],
    ])(
      "names what is paid below a total of works and VAT, as its words and its amount say: %j",
      async (rows, total, said) => {
        const paid = [";Sconto Ecobonus 50%;;;;-74,25", ";TOTALE DA PAGARE IVA COMPRESA;;;;74,25"];
        const file = await read([columns, ...works, ...rows, ...paid]);
        expect([codes(file), figures(file).total, file.totalInFile]).toEqual([
          [...said, "words_below_total"],
          total,
          total,
        ]);
      },
    );

    it.each([
      [[";TOTALE LAVORI;;;;135", ";TOTALE + IVA;;;;148,50", ";Sconto;;;;-35", ";IMPONIBILE;;;;100"]],
      [[";TOTALE LAVORI + IVA;;;;135", ";Sconto;;;;-35", ";TOTALE NETTO;;;;100"]],
      [[";TOTALE LAVORI;;;;135", ";TOTALE + IVA;;;;148,50", ";Sconto;;;;-35", ";TOTALE SCONTATO IVA INCLUSA;;;;110"]],
    ])(
      "takes a discount off the works below a total to which VAT is still to come, or where another of the works follows: %j",
      async (rows) => {
        const file = await read([columns, ...works, ...rows]);
        expect([codes(file), figures(file).total, file.totalInFile]).toEqual([["discount"], 100, 100]);
      },
    );

    it.each([
      [[";TOTALE;;;;135", ";Ribasso 12,5 %;;;;118,13"], 118.13],
      [[";Ribasso del 12,5%;;;;118,13", ";IVA 10%;;;;11,81", ";TOTALE;;;;129,94"], 118.13],
      [[";TOTALE;;;;135", ";Ribasso offerto;%;12,5;;118,13"], 118.13],
      [
        [";Oneri della sicurezza;;;;15", ";TOTALE LAVORI;;;;135", ";Ribasso 10 %;;;;121,50", ";TOTALE;;;;136,50"],
        136.5,
      ],
      [[";TOTALE;;;;135", ";Sconto 10 %;;;;121,50", ";Sconto 5 %;;;;115,43"], 115.43],
      [["C;TINTEGGI;;;;20", "C.1;Pittura;mq;10;2;20", ";TOTALE;;;;155", ";Ribasso 10 %;;;;139,50"], 139.5],
      [[";TOTALE;;;;135", ";Importo soggetto a ribasso;;;;120", ";Ribasso 10 %;;;;108", ";TOTALE;;;;123"], 123],
      [["C.1;Porta;cad;1;100;100", ";Sconto 10 %;;;;90", ";TOTALE;;;;225"], 225],
      [["C.1;Porta;cad;1;100;100", ";Sconto 10 %;;;;10", ";TOTALE;;;;225"], 225],
      [[";TOTALE;;;;135", ";Ribasso 12,5 %;;;;16,88", ";TOTALE NETTO;;;;118,12"], 118.12],
      [[";TOTALE;;;;135", ";Sconto 50 %;;;;67,50", ";TOTALE NETTO;;;;67,50"], 67.5],
      [[";TOTALE;;;;135", ";Sconto 10 %;;;;100,00", ";TOTALE NETTO;;;;35,00"], 35],
      [[";TOTALE;;;;135", ";Sconto 100%;;;;135,00"], 0],
      [[";TOTALE;;;;135", ";Sconto 10%;;;;-121,50"], 13.5],
    ])(
      "takes off what a discount leaves of the works, where that stands beside its percentage: %j",
      async (rows, total) => {
        const file = await read([columns, ...works, ...rows]);
        expect([figures(file).total, file.totalInFile]).toEqual([total, total]);
      },
    );

    it.each([";IMPONIBILE;;;;100", ";TOTALE SCONTATO SENZA IVA;;;;100"])(
      "takes a discount below the total with VAT off the works where a later total is without: %s",
      async (total) => {
        const vat = [";TOTALE LAVORI;;;;135", ";IVA 10%;;;;13,50", ";TOTALE;;;;148,50"];
        const file = await read([columns, ...works, ...vat, ";Sconto;;;;-35", total]);
        expect([codes(file), figures(file).total, file.totalInFile]).toEqual([["vat_left_out", "discount"], 100, 100]);
      },
    );

    it("counts an amount of safety once that sums up lines above or beneath it", async () => {
      const file = await read([
        columns,
        ...works,
        ";ONERI DELLA SICUREZZA;;;;30,00",
        "S.1;Recinzione;m;10,00;1,00;10,00",
        "S.2;Cartelli;cad;2,00;10,00;20,00",
        ";Totale lavori;;;;135,00",
        ";Costi per la sicurezza;;;;30,00",
        ";TOTALE;;;;165,00",
      ]);
      expect(codes(file)).toEqual(["safety_by_words", "safety_amount"]);
      expect([figures(file).total, file.totalInFile, safety(file)]).toEqual([165, 165, { labour: 0, safety: 30 }]);
      expect(file.nodes.at(-1)).toMatchObject({ title: "ONERI DELLA SICUREZZA", children: [{}, {}] });
    });

    it("makes a line of an amount that stands above a line, within their section", async () => {
      const above = [columns, ";OPERE EDILI;;;;", "A.1;Scavo;mc;10,00;12,50;125,00", ";Oneri della sicurezza;;;;50,00"];
      const line = "B.1;Tubo;m;10;1;10,00";
      for (const below of [[line], [line, ";TOTALE;;;;185,00"], [line, ";IVA 10%;;;;18,50", ";TOTALE;;;;203,50"]]) {
        const file = await read([...above, ...below]);
        expect([codes(file)[0], figures(file).total, safety(file)]).toEqual([
          "safety_amount",
          185,
          { labour: 0, safety: 50 },
        ]);
        expect(file.nodes).toMatchObject([{ children: [{ code: "A.1" }, { safety: true }, { code: "B.1" }] }]);
      }
      const title = await read([...above, line, ";TOTALE;;;;135,00"]);
      expect([codes(title), figures(title).total]).toEqual([["safety_by_words", "total_mismatch"], 135]);
      const rounded = [";Oneri della sicurezza;;;;10,05", "S.1;Recinzione;m;3;3,33;9,99", ";TOTALE;;;;135,05"];
      expect(figures(await read([...above.slice(0, 3), ...rounded])).total).toBe(134.99);
    });

    it.each([
      ["by quantity and price", ["S.1;Recinzione;m;10,00;1,00;", "S.2;Cartelli;cad;2,00;10,00;"]],
      [
        "by their sums",
        ["S.1;Recinzione;m;;1,00;", ";Sommano;;10,00;;", "S.2;Cartelli;cad;;;", ";Sommano;;2;10;20,00"],
      ],
    ])("leaves an amount that lines beneath come to for their title, counted %s", async (_, below) => {
      const file = await read([columns, ...works, ";ONERI DELLA SICUREZZA;;;;30,00", ...below]);
      expect([codes(file), figures(file).total]).toEqual([["safety_by_words"], 165]);
    });

    it("counts equal amounts on each sheet", async () => {
      const sheet = (name: string) => ({
        name,
        rows: [
          ["Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo"],
          ["A.1", "Scavo", "mc", 10, 12.5, 125],
          [null, "Oneri della sicurezza", null, null, null, 50],
        ],
      });
      const file = await readBill(await writeWorkbook({ sheets: [sheet("Edili"), sheet("Impianti")] }));
      expect([codes(file), figures(file).total]).toEqual([["safety_amount", "safety_amount"], 350]);
    });

    it("marks a line that begins with their words, and none that only includes them", async () => {
      const file = await read([
        columns,
        "A.1;Ponteggio, compresi gli oneri della sicurezza;mq;1;10,00;10,00",
        "A.2;Oneri aziendali della sicurezza;a corpo;1;5,00;5,00",
        "Z.1;Oneri per la sicurezza;a corpo;1;20,00;20,00",
      ]);
      expect(file.nodes.map((node) => node.safety === true)).toEqual([false, false, true]);
      expect(file.warnings).toEqual([
        {
          code: "safety_by_words",
          place: "row 4",
          detail: '"Oneri per la sicurezza" is read as safety costs, which are never discounted',
        },
      ]);
    });

    it("leaves it to a column of safety where there is one", async () => {
      const file = await read([`${columns};Sicurezza`, "Z.1;Oneri per la sicurezza;a corpo;1;20,00;20,00;no"]);
      expect([file.warnings, file.nodes[0]?.safety]).toEqual([[], undefined]);
    });

    it("finds both below our own exports", async () => {
      const nodes: BillNode[] = [{ type: "line", code: "A.1", desc: "Scavo", unit: "mc", qty: 10, price: 12.5 }];
      const table = billTable({ ...computeBill(nodes), quantityDecimals: null }, { prices: true });
      const added = ";;Oneri di sicurezza;;;;;;;;50,00;\n;;IVA 10%;;;;;;;;17,50;\n;;TOTALE;;;;;;;;192,50;\n";
      const file = await readBill(Buffer.from(`${new TextDecoder().decode(writeCsv(table)).trimEnd()}\n${added}`));
      expect(codes(file)).toEqual(["safety_amount", "vat_left_out"]);
      expect([figures(file).total, file.totalInFile]).toEqual([175, 175]);
    });
  });

  it("makes no sections of what stands below the total, and says what that is", async () => {
    const lines = ["A.1;Scavo;mc;10,00;12,50;125,00", ";TOTALE LAVORI;;;;125,00"];
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const signed = [";Importo a base di gara;;;;50,00", ";Lucca, 20/11/2026;;;;", ";Il tecnico;;;;"];
    const file = await read([columns, ...lines, ...signed]);
    expect(file.nodes).toMatchObject([{ code: "A.1" }]);
    expect(file.warnings).toEqual([
      {
        code: "words_below_total",
        place: "row 4",
        detail:
          'left out because they are below the total: "Importo a base di gara" 50 euro, "Lucca, 20/11/2026", "Il tecnico"',
      },
    ]);
    const more = await read([columns, ...lines, ";IMPIANTI;;;;", "B.1;Tubo;m;10;1;10,00"]);
    expect([more.nodes.length, more.warnings]).toEqual([2, []]);
  });

  describe("rows that somebody has added to our own exports", () => {
    const nodes: BillNode[] = [
      { type: "line", code: "A.1", desc: "Scavo", unit: "mc", measurements: [{ length: 10 }], price: 12.5 },
    ];
    const readWith = (prices: boolean, ...added: string[]) => {
      const table = billTable({ ...computeBill(nodes), quantityDecimals: null }, { prices });
      const text = new TextDecoder().decode(writeCsv(table)).trimEnd();
      return readBill(Buffer.from(`${[text, ...added].join("\n")}\n`));
    };

    it("makes no line of a signature in the first column", async () => {
      const signature = ["Lucca, 20/11/2026;;;;;;;;;;;", "Timbro e firma;;L'impresa;;;;;;;;;"];
      const file = await readWith(true, ";;Ribasso offerto 10 %;;;;;;;;;", ...signature);
      expect([file.nodes.length, file.warnings.length]).toEqual([1, 1]);
      expect(file.warnings[0]?.detail).toContain('"Ribasso offerto 10 %", "Lucca, 20/11/2026", "L\'impresa"');
    });

    it.each([
      [["2bis;;Intonaco;m²;;;;;;;;", ";;parete;;2;10;;;20;;;"], 20],
      [["2bis;;Intonaco;m²;2;10;;;20;;;"], 20],
      [["2bis;;Intonaco;;;;;;20;;;"], 20],
      [["2bis;;Intonaco a corpo;;;;;;;;50;"], 1],
    ])("makes lines of works with numbers such as 2bis: %j", async (added, quantity) => {
      const file = await readWith(false, ...added);
      expect(figures(file).lines.map(([measured]) => measured)).toEqual([10, quantity]);
    });

    it("measures nothing by a discount in percent", async () => {
      const file = await readWith(false, ";;Ribasso offerto;%;;;;;12,5;;;");
      expect(figures(file).lines.map(([measured]) => measured)).toEqual([10]);
      expect(file.warnings.map(({ detail }) => detail)).toEqual([expect.stringContaining('"Ribasso offerto" 12.5 %')]);
    });
  });

  it("takes the amount beside a unit alone for that of the line above", async () => {
    const file = await read([head, "1;A.1;Assistenze;;;;;;;;;", ";;a corpo;;;;;;;;500,00;", ";;TOTALE;;;;;;;;500,00;"]);
    expect([file.warnings, figures(file).lines]).toEqual([[], [[1, 500]]]);
    expect(file.nodes).toMatchObject([{ code: "A.1", desc: "Assistenze", unit: "a corpo" }]);
  });

  describe("in which all shares of labour are at most 1", () => {
    const labour = async (bytes: Uint8Array) => {
      const { nodes, warnings } = await readBill(bytes);
      return [nodes.map(({ labourPct }) => labourPct), ...warnings.map(({ code, detail }) => [code, detail])];
    };
    const csv = (heading: string, ...shares: string[]) =>
      labour(
        Buffer.from(
          [
            `Codice;Descrizione;U.M.;Quantità;Prezzo;${heading}`,
            ...shares.map((share, at) => `A.${at};Muro ${at};mq;1;10,00;${share}`),
          ].join("\n"),
        ),
      );
    const doubtful = [
      "doubtful_share",
      "all shares of labour are at most 1; they are read as parts of 1, 0.35 for 35 %",
    ];

    it("takes them for parts of 1, and warns of it under a heading of percentages", async () => {
      expect(await csv("Incidenza manodopera %", "0,35", "0,4")).toEqual([[35, 40], doubtful]);
      expect(await csv("Incidenza manodopera", "0,35", "0,4")).toEqual([[35, 40]]);
    });

    it("takes those with a percent sign for what they say", async () => {
      expect(await csv("Incidenza manodopera %", "0,8%", "0,5 %")).toEqual([[0.8, 0.5]]);
      expect(await csv("Incidenza manodopera %", "35%", "0,4")).toEqual([[35, 40], doubtful]);
    });

    it("takes cells that a spreadsheet shows as percentages for what they show", async () => {
      const headings = ["Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Incidenza manodopera %"];
      const sheet = (...shares: number[]) =>
        writeXlsx({
          name: "Computo",
          columns: headings.map((heading, at) => ({
            heading,
            width: 9,
            ...(at === 5 ? { numberFormat: "0.0%" } : {}),
          })),
          rows: shares.map((share, at) => ({ cells: [`A.${at}`, "Muro", "mq", 1, 10, share] })),
        });
      expect(await labour(await sheet(0.35, 0.123))).toEqual([[35, 12.3]]);
      expect(await labour(await sheet(0.008, 0.005))).toEqual([[0.8, 0.5]]);
    });

    it("learns nothing from such cells of how the numbers beside them are written", async () => {
      const file = await readBill(
        await writeXlsx({
          name: "Computo",
          columns: ["Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "% manodopera"].map((heading, at) => ({
            heading,
            width: 9,
            ...(at === 5 ? { numberFormat: "0.0%" } : {}),
          })),
          rows: [
            { cells: ["A.1", "Muro", "mq", "1.250", "10.50", 0.355] },
            { cells: ["A.2", "Tubo", "m", "2.000", "4.25", 0.125] },
          ],
        }),
      );
      expect(file.nodes.map(({ qty, labourPct }) => [qty, labourPct])).toEqual([
        [1.25, 35.5],
        [2, 12.5],
      ]);
    });

    it("takes them for percentages in our own exports, and warns of it", async () => {
      const bill = computeBill([
        { type: "line", code: "A", desc: "Muro", unit: "mq", qty: 1, price: 10, labourPct: 0.5 },
      ]);
      const file = writeCsv(billTable({ ...bill, quantityDecimals: null }, { prices: true }));
      expect(await labour(file)).toEqual([
        [0.5],
        ["doubtful_share", expect.stringContaining("percentages, as the heading says")],
      ]);
    });
  });

  it("divides no day by its month, where a spreadsheet made a date of a dimension", async () => {
    const rows = (count: string) => [head, "1;A.1;Muro;mq;;;;;;10;;", `;;metà;;${count};4,00;;3,00;;;;`];
    const file = await read(rows("01/02/2026"));
    expect(file.warnings.map(({ code, place }) => [code, place])).toEqual([["unreadable_expression", "row 3"]]);
    expect(figures(await read(rows("1/2"))).lines).toEqual([[6, 60]]);
  });

  it("takes a dimension with a percent sign for that part", async () => {
    const file = await read([head, "1;A.1;Muro;mq;;;;;6,00;10;60,00;", ";;un terzo a macchie;;50%;4,00;3,00;;6,00;;;"]);
    expect([file.warnings, figures(file).total]).toEqual([[], 60]);
  });

  it.each(["Importo", "Importo (€)", "Prezzo totale"])(
    "takes the price from %s where it has no column",
    async (heading) => {
      const file = await read([
        `Descrizione;U.M.;Quantità;${heading}`,
        "Scavo;mc;10,00;125,00",
        "Muro;mq;3,00;100,00",
        "Ferro;kg;12345,67;98765,43",
        "TOTALE;;;98990,43",
      ]);
      expect([file.warnings, file.totalInFile]).toEqual([[], 98990.43]);
      expect(figures(file)).toEqual({
        total: 98990.43,
        lines: [
          [10, 125],
          [3, 100],
          [12345.67, 98765.43],
        ],
      });
      expect(file.nodes.slice(0, 2)).toMatchObject([{ price: 12.5 }, { price: 33.333 }]);
      const prices = await read(["Descrizione;U.M.;Importo;Costo;Quantità", "Scavo;mc;125,00;12,50;10,00"]);
      expect([prices.warnings, figures(prices).total]).toEqual([[], 125]);
    },
  );

  it("reads pages as PriMus prints them: number above code, letters spaced in what is carried over", async () => {
    const file = await read([
      "Num.Ord. TARIFFA;DESIGNAZIONE DEI LAVORI;par.ug.;lung.;larg.;H/peso;Quantità;unitario;TOTALE",
      ";R I P O R T O;;;;;;;",
      ";LAVORI A MISURA;;;;;;;",
      "1;Scavo di sbancamento;;;;;;;",
      "A.01.001;trincea;2,00;10,00;1,50;0,80;24,00;;",
      ";A dedurre: pozzetto;;1,00;1,00;0,80;-0,80;;",
      ";SOMMANO m3;;;;;23,20;12,50;290,00",
      ";A   R I P O R T A R E;;;;;;;290,00",
      ";R I P O R T O;;;;;;;290,00",
      "2;Muratura a due teste;;;;;;;",
      "B.02.a;in mattoni pieni;;;;;;;",
      ";parete;;4,00;;2,70;10,80;;",
      ";Vedi voce n° 1 [m3 23,20];;;;;23,20;;",
      ";SOMMANO mq;;;;;34,00;50,00;1.700,00",
      "3;Trasporto, a viaggio;;;;;;;",
      ";alla discarica;3,00;;;;3,00;;",
      ";SOMMANO cad;;;;;3,00;10,00;30,00",
      ";T O T A L E   euro;;;;;;;2.020,00",
    ]);
    expect([file.warnings, file.totalInFile, figures(file).total]).toEqual([[], 2020, 2020]);
    expect(file.nodes).toMatchObject([
      {
        title: "LAVORI A MISURA",
        children: [
          { code: "A.01.001", desc: "Scavo di sbancamento", unit: "m3", measurements: [{ desc: "trincea" }, {}] },
          {
            code: "B.02.a",
            desc: "Muratura a due teste\nin mattoni pieni",
            measurements: [{ desc: "parete" }, { sameAs: { line: 0 } }],
          },
          { desc: "Trasporto, a viaggio", unit: "cad", measurements: [{ desc: "alla discarica" }] },
        ],
      },
    ]);
    expect(file.nodes[0]?.children?.[2]).not.toHaveProperty("code");
  });

  it("takes SOMMANO below a line that has its amount for the total of the section", async () => {
    const file = await read([
      "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
      ";OPERE EDILI;;;;",
      "A.1;Scavo;mc;10;12,5;125",
      "A.2;Muro;mq;2;10;20",
      ";SOMMANO OPERE EDILI;;;;146,00",
      ";IMPIANTI;;;;",
      "B.1;Tubo;m;10;1;10",
      ";SOMMANO TUTTO;;;;155,00",
    ]);
    expect(file.warnings).toEqual([
      { code: "total_mismatch", place: "row 5", detail: "the file states 146, its lines come to 145" },
    ]);
    expect([figures(file).total, file.totalInFile]).toEqual([155, 155]);
  });

  it("makes lines of amounts alone where the total comes out so, and only so", async () => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const rows = [";OPERE EDILI;;;;", "A.1;Scavo;mc;10;12,5;125", ";Trasporti;;;;300,00", "A.2;Muro;mq;2;10;20"];
    const safety = ";Oneri della sicurezza;;;;75,00";
    const file = await read([columns, ...rows, safety, ";TOTALE;;;;520,00", ";IVA 10%;;;;52,00"]);
    expect(file.warnings.map(({ code }) => code)).toEqual(["lump_sum", "safety_amount", "vat_left_out"]);
    expect([figures(file).total, file.totalInFile]).toEqual([520, 520]);
    expect(file.nodes[0]?.children).toMatchObject([{}, { desc: "Trasporti", unit: "a corpo", qty: 1, price: 300 }, {}]);
    const fees = [";Totale lavori;;;;145,00", ";Spese tecniche;;;;30,00", ";TOTALE;;;;175,00"];
    const framed = await read([columns, ...rows.filter((row) => !row.includes("Trasporti")), ...fees]);
    expect([figures(framed).total, framed.warnings.map(({ code }) => code)]).toEqual([145, ["words_below_total"]]);
    const odd = await read([columns, ...rows, ";TOTALE;;;;500,00"]);
    expect([figures(odd).total, odd.warnings.map(({ code }) => code)]).toEqual([145, ["total_mismatch"]]);
  });

  it.each([
    ["by quantity and price", ["A.1;Scavo;mc;10;12,5;"]],
    ["by their sums", ["A.1;Scavo;;;;", ";SOMMANO mc;;10;12,5;"]],
    ["by a quantity that is only measured", ["A.1;Scavo;mc;;12,5;", ";a nord;;10;;"]],
  ])("leaves titles with their totals above lines without an amount, counted %s", async (_, line) => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const rows = [";OPERE EDILI;;;;125", ...line, ";IMPIANTI;;;;10", "B.1;Tubo;m;10;1;", ";TOTALE;;;;135"];
    const file = await read([columns, ...rows]);
    expect([figures(file).total, file.totalInFile, file.warnings]).toEqual([135, 135, []]);
    expect(file.nodes).toMatchObject([
      { title: "OPERE EDILI", children: [{ code: "A.1" }] },
      { title: "IMPIANTI", children: [{ code: "B.1" }] },
    ]);
  });

  it("leaves out headings in two rows that each page repeats", async () => {
    const heading = ["N.;Descrizione;DIMENSIONI;;;Quantità;IMPORTI;", ";;Par.ug.;Lung.;Larg.;;unitario;TOTALE"];
    const line = (number: number) => [`${number};Scavo;;;;;;`, ";fossa;2;3;1;6;;", ";SOMMANO mc;;;;6;10,5;63,00"];
    const file = await read([...heading, ...line(1), ";A RIPORTARE;;;;;;63,00", ...heading, ...line(2)]);
    expect([file.warnings, file.nodes.length, figures(file).total]).toEqual([[], 2, 126]);
  });

  describe("that stand in the first column, as merged cells do", () => {
    const columns = "Tariffa;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const line = "01.A01.001;Scavo;mc;10;5;50,00";

    it("takes titles with totals for no lines", async () => {
      const file = await read([columns, "1. SCAVI;;;;;50,00", line, "T O T A L E   euro;;;;;50,00"]);
      expect([file.warnings, figures(file).total, file.totalInFile]).toEqual([[], 50, 50]);
      expect(file.nodes).toMatchObject([{ title: "1. SCAVI", children: [{ code: "01.A01.001" }] }]);
    });

    it("takes titles for no notes of the measured line above", async () => {
      const measured = ["N.;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo"];
      for (const title of ["Demolizioni", "Opere murarie"])
        measured.push(`${title};;;;;;;`, "1;Muro;m;;;10;5;50,00", ";piano terra;;2;5;10;;");
      expect((await read(measured)).nodes).toMatchObject([
        { title: "Demolizioni", children: [{ desc: "Muro" }] },
        { title: "Opere murarie", children: [{ desc: "Muro" }] },
      ]);
    });

    it("leaves units that nobody knows", async () => {
      const file = await read([columns, "01.A01;Porta;;;;", ";;a preventivo;;;20,00"]);
      expect(file.nodes).toMatchObject([{ desc: "Porta", unit: "a preventivo", price: 20, qty: 1 }]);
    });

    it("takes what sums up lines for that, with quantity and price too, and under units", async () => {
      const dimensions = "U.M.;Descrizione;Par.ug.;Lung.;Quantità;Prezzo;Importo";
      const file = await read([dimensions, "SCAVI;;;;;;", ";Fossa;;;;;", ";lato;2;5;10;;", "SOMMANO;;;;10;5;50,00"]);
      expect([file.warnings, figures(file).lines]).toEqual([[], [[10, 50]]]);
      expect(file.nodes).toMatchObject([{ title: "SCAVI", children: [{ desc: "Fossa" }] }]);
    });
  });

  it.each(["NP.1", "1.1.1", "01.A01.001"])(
    "takes numbers for those of titles where lines have codes like %s",
    async (code) => {
      const columns = "Cod.;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const line = `${code};Scavo;mc;10;5;50,00`;
      const file = await read([
        columns,
        "1;OPERE;;;;",
        "1.1;Scavi;;;;",
        line,
        "1.2;Muri;;;;",
        line.replace("Scavo", "Muro"),
      ]);
      expect([file.warnings, figures(file).lines.length]).toEqual([[], 2]);
      expect(file.nodes).toMatchObject([
        { title: "1 OPERE", children: [{ title: "1.1 Scavi" }, { title: "1.2 Muri", children: [{ desc: "Muro" }] }] },
      ]);
    },
  );

  it.each([
    ["N.;", (number: number) => `${number};`],
    ["", () => ""],
  ])("takes words above measurements for a line where there are no codes: %j", async (heading, number) => {
    const before = heading.replace("N.", "");
    const rows = [1, 2].flatMap((each) => [
      `${number(each)}Scavo;;;;;`,
      `${before}fossa;2;3;6;;`,
      `${before}SOMMANO mc;;;6;10,5;63,00`,
    ]);
    const file = await read([
      `${heading}Descrizione;Par.ug.;Lung.;Quantità;Prezzo;Importo`,
      `${before}SCAVI;;;;;`,
      ...rows,
    ]);
    expect([file.warnings, figures(file).total]).toEqual([[], 126]);
    expect(file.nodes).toMatchObject([{ title: "SCAVI", children: [{ desc: "Scavo", unit: "mc" }, {}] }]);
  });

  it("takes a partial amount for a section's total, and warns of a sum without a line", async () => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const line = "A.1;Scavo;mc;10,00;12,50;125,00";
    const file = await read([columns, line, ";Parziale;;;;125,00", ";Totale scavi;;;;125,00", ";Sommano;mc;2;5;10,00"]);
    expect([figures(file).total, file.warnings.map(({ code }) => code)]).toEqual([125, ["row_without_line"]]);
  });

  it("takes a partial amount among measurements for no end of their line", async () => {
    const columns = "Codice;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const rows = ["A.1;Muro;m;;;;10;", ";piano terra;;2;3;6;;", ";Parziale;;;;;;60,00", ";piano primo;;1;4;4;;"];
    const file = await read([columns, ...rows, ";Sommano;m;;;10;10;100,00"]);
    expect([file.warnings, figures(file).lines]).toEqual([[], [[10, 100]]]);
  });

  it("keeps the zeros with which a format fills up codes, and counts quantities with such a format", async () => {
    const rows = [
      ["Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo"],
      [105, "Scavo", "mc", 12, 5, 60],
      [1105, "Muro", "mq", 2.5, 10, 25],
    ];
    const style = { numFmt: "0000" };
    const cells = new Map([
      ["1,0", { style }],
      ["2,0", { style }],
      ["1,3", { style: { numFmt: "000" } }],
      ["2,3", { style: { numFmt: "000" } }],
    ]);
    const file = await readBill(await writeWorkbook({ sheets: [{ name: "Computo", rows, cells }] }));
    expect([file.warnings, file.nodes.map(({ code, qty }) => [code, qty])]).toEqual([
      [],
      [
        ["0105", 12],
        ["1105", 2.5],
      ],
    ]);
  });

  it("keeps the last zero that a format shows of a code held as a number, and numbers of lines whole", async () => {
    const rows = [
      ["N.", "Codice", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo"],
      [1, 1.1, "Scavo", "mc", 12.5, 4.5, 56.25],
      [2, 1.11, "Reinterro", "mc", 2, 10, 20],
      [3, 15, "Muro", "mq", 2.5, 10, 25],
    ];
    const cells = new Map(
      [1, 2, 3].flatMap((row) => [0, 1, 4, 5, 6].map((at) => [`${row},${at}`, { style: { numFmt: "0.00" } }])),
    );
    const file = await readBill(await writeWorkbook({ sheets: [{ name: "Computo", rows, cells }] }));
    expect([file.warnings, figures(file).total]).toEqual([[], 101.25]);
    expect(file.nodes.map(({ code, qty, price }) => [code, qty, price])).toEqual([
      ["1.10", 12.5, 4.5],
      ["1.11", 2, 10],
      ["15", 2.5, 10],
    ]);
  });

  it("adds no zero to a number that the numbers beneath it begin with, whatever its format shows", async () => {
    const rows = [
      ["N.", "Descrizione", "U.M.", "Quantità", "Prezzo", "Importo"],
      [1, "OPERE", "a corpo", 1, 100, 100],
      [1.1, "Gruppo", "a corpo", 1, 100, 100],
      ["1.1.1", "Scavo", "mc", 10, 5, 50],
      ["1.1.2", "Muro", "mq", 10, 5, 50],
      [2, "Pulizia", "a corpo", 1, 30, 30],
    ];
    const cells = new Map([1, 2, 5].map((row) => [`${row},0`, { style: { numFmt: "0.00" } }]));
    const file = await readBill(await writeWorkbook({ sheets: [{ name: "Computo", rows, cells }] }));
    expect([file.warnings, figures(file).total]).toEqual([[], 130]);
    expect(file.nodes).toMatchObject([{ title: "1 OPERE", children: [{ title: "1.1 Gruppo" }] }, { desc: "Pulizia" }]);
  });

  it.each(["Riporto di terreno vegetale", "A riportare in cantiere", "Somma urgenza, pronto intervento"])(
    "takes a line that begins as sums and pages do for a line: %s",
    async (words) => {
      const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const file = await read([columns, "A.1;Scavo;mc;10;5;50", `A.2;${words};mc;20;3;60`, "A.3;Muro;mc;1;5;5"]);
      expect([file.warnings, file.nodes.map(({ desc }) => desc)]).toEqual([[], ["Scavo", words, "Muro"]]);
      expect(figures(file).total).toBe(115);
    },
  );

  it("proves deductions by the sum also in a line that repeats one with deductions", async () => {
    const file = await read([
      "N.;Codice;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo",
      ...["1;A.1;Muro;m;;;8,00;10,00;80,00", ";;nord;;2;5,00;10,00;;", ";;a dedurre porta;;;2,00;2,00;;"],
      ...["2;A.2;Intonaco;m;;;15,00;1,00;15,00", ";;Vedi voce n. 1;;2;;16,00;;", ";;a dedurre vano;;;1,00;1,00;;"],
    ]);
    expect([figures(file).lines, file.warnings]).toEqual([
      [
        [8, 80],
        [15, 15],
      ],
      [],
    ]);
  });

  it.each<[string, string[], number[]]>([
    ["its last measurement", [";;nord;;2;3,00;6,00;;", ";;sud;;;4,00;4,00;5,00;50,00"], [10, 50]],
    ["its first one", [";;nord;;2;3,00;6,00;5,00;50,00", ";;sud;;;4,00;4,00;;"], [10, 50]],
    ["each of them", [";;nord;;2;3,00;6,00;5,00;30,00", ";;sud;;;4,00;4,00;5,00;20,00"], [10, 50]],
    ["each, whose quantity isn't said", [";;nord;;2;3,00;;5,00;30,00", ";;sud;;;4,00;;5,00;20,00"], [10, 50]],
    ["its only one", [";;nord;;2;5,00;10,00;5,00;50,00"], [10, 50]],
  ])("takes the price of a line that stands beside %s", async (_, measured, counted) => {
    const columns = "N.;Codice;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const file = await read([columns, "1;A.1;Muro;m;;;;;", ...measured, "2;A.2;Scavo;m;;3,00;3,00;2,00;6,00"]);
    expect([figures(file).lines, file.totalInFile, file.warnings]).toEqual([[counted, [3, 6]], 56, []]);
  });

  it("doesn't add what its measurements cost to the amount that a line has", async () => {
    const columns = "Codice;Descrizione;Lung.;Quantità;Prezzo;Importo";
    const file = await read([columns, "A.1;Muro;;;;50,00", ";nord;6,00;6,00;5,00;30,00", ";sud;4,00;4,00;5,00;20,00"]);
    expect([figures(file).total, file.totalInFile, file.warnings]).toEqual([50, 50, []]);
  });

  it("warns where measurements of a line have several prices", async () => {
    const columns = "Codice;Descrizione;Lung.;Quantità;Prezzo;Importo";
    const file = await read([columns, "A.1;Muro;;;;", ";nord;6,00;6,00;5,00;30,00", ";sud;4,00;4,00;6,00;24,00"]);
    expect([figures(file).total, file.warnings]).toEqual([
      50,
      [{ code: "amount_mismatch", place: "row 2", detail: expect.stringContaining("states 54 euro") }],
    ]);
  });

  describe("the sum of a line that doesn't say SOMMANO", () => {
    const columns = "N.;Codice;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const sumsOf = async (sum: string, line = ";;") => {
      const file = await read([
        columns,
        `1;A.1;Muro;;;;${line}`,
        ";;nord;;2;3,50;7,00;;",
        ";;porta, in deduzione;;;1,00;-1,00;;",
        sum,
        `2;A.2;Scavo;;;;${line}`,
        ";;fossa;;;6,00;6,00;;",
        sum,
        ";;TOTALE;;;;;;150,00",
      ]);
      const lines = file.nodes.map(({ unit, price, measurements }) => [unit, price, measurements?.length]);
      return [figures(file).total, file.warnings, lines];
    };
    const sums = (unit: string) => [
      150,
      [],
      [
        [unit, 12.5, 2],
        [unit, 12.5, 1],
      ],
    ];

    it.each(["Totale mc", "TOTALE MC", "Sommano al mc", "Tot. [mc]", "Restano mc", "mc"])(
      "is known by its words: %s",
      async (words) => {
        expect(await sumsOf(`;;${words};;;;6,00;12,50;75,00`)).toEqual(sums(/mc/i.exec(words)?.[0] ?? ""));
      },
    );

    it.each(["Totale", "Totale voce", "In totale", ""])("has the unit beside words like %j", async (words) => {
      expect(await sumsOf(`;;${words};mc;;;6,00;12,50;75,00`)).toEqual(sums("mc"));
    });

    it("has what is measured above, whatever it is called", async () => {
      expect(await sumsOf(";;Volume complessivo;mc;;;6,00;12,50;75,00")).toEqual(sums("mc"));
    });

    it.each([
      ["quantity", "6,00;12,50;75,00"],
      ["amount", ";12,50;75,00"],
    ])("has the %s of the dimensions above, less those deducted", async (_what, sum) => {
      for (const length of ["1,00", "-1,00"])
        expect(
          figures(
            await read([
              columns,
              ...["1;A.1;Muro;;;;;;", ";;nord;;2;3,50;;;", `;;a dedurre porta;;;${length};;;`],
              ...[`;;Volume complessivo;mc;;;${sum}`, "2;A.2;Scavo;mc;;;1;5;5"],
            ]),
          ).lines,
        ).toEqual([
          [6, 75],
          [1, 5],
        ]);
    });

    it("has no unit by words like Totale voce", async () => {
      expect(await sumsOf(";;Totale voce;;;;6,00;12,50;75,00")).toEqual(sums(""));
    });

    it("may lack the quantity, or the price that its line has", async () => {
      expect(await sumsOf(";;Totale mc;;;;;12,50;75,00")).toEqual(sums("mc"));
      expect(await sumsOf(";;Totale;mc;;;6,00;;75,00", ";12,50;")).toEqual(sums("mc"));
      expect(await sumsOf(";;;mc;;;;;75,00", ";12,50;")).toEqual(sums("mc"));
    });

    it("may say once more what its line says", async () => {
      const line = "6,00;12,50;75,00";
      expect(await sumsOf(";;Totale;mc;;;6,00;12,50;75,00", line)).toEqual(sums("mc"));
      expect(await sumsOf(";;;;;;6,00;;", line)).toEqual(sums(""));
    });

    it("says so without words also above the sum of a section", async () => {
      const line = ["1;A.1;Muro;mc;;;6,00;12,50;75,00", ";;nord;;2;3,00;6,00;;", ";;;;;;6,00;;"];
      const file = await read([columns, ";;Opere;;;;;;", ...line, ";;Sommano opere;;;;;;75,00"]);
      expect([figures(file).lines, file.warnings]).toEqual([[[6, 75]], []]);
    });

    it("is no line, nor another measurement of one piece", async () => {
      const file = await read([
        columns,
        "1;A.1;Porte;cad;;;;90,00;",
        ";;ingresso;;;;1,00;;",
        ";;cucina;;;;1,00;;",
        ";;Totale rifacimento del tetto;mq;;;2,00;10,00;20,00",
      ]);
      expect(figures(file).lines).toEqual([
        [2, 180],
        [2, 20],
      ]);
    });

    it("is no measurement like the one above it", async () => {
      const file = await read([
        columns,
        ...["1;A.1;Porte;cad;;;;;", ";;;;1;2;2;;", ";;;;;;2;;", ";;SOMMANO;;;;4;5;20"],
        ...["2;A.2;Soglie;m;;;;;", ";;;;2;3;6;;", ";;;;;;6;;", "3;A.3;Scavo;mc;;;1;5;5"],
      ]);
      expect(figures(file).lines.map(([quantity]) => quantity)).toEqual([4, 6, 1]);
    });

    it.each<[string, string[], number[][]]>([
      [
        "a work like the one above it",
        ["Smontaggio;cad;2,00;;2,00;50,00;100,00", "Montaggio;cad;;;2,00;50,00;100,00"],
        [
          [2, 100],
          [2, 100],
        ],
      ],
      [
        "a work of as much as has its price beside its measurement",
        ["Muro;mq;;;;;", "nord;;2,00;3,00;6,00;12,00;72,00", "Tinta;mq;;;6,00;5,00;30,00"],
        [
          [6, 72],
          [6, 30],
        ],
      ],
      [
        "a work of as much as is measured in the place above it",
        ["Muro;mq;;;;12,00;", "Piano primo;;;;;;", "nord;;2,00;3,00;6,00;;", "Tinta;mq;;;6,00;5,00;30,00"],
        [
          [6, 72],
          [6, 30],
        ],
      ],
      [
        "a line once more, in a merged cell",
        ["Porta;cad;;;1,00;80,00;", ";cad;;;1,00;80,00;"],
        [
          [1, 80],
          [1, 80],
        ],
      ],
      [
        "figures beneath the words of another line",
        ["Porta;cad;;;2,00;80,00;", "Finestra;;;;;;", ";cad;;;3,00;50,00;"],
        [
          [2, 160],
          [3, 150],
        ],
      ],
      ["a measurement named by a unit", ["Operaio;h;;;;30,00;", "ore;;;;8,00;;", "ore;;;;6,00;;"], [[14, 420]]],
      [
        "a measurement above a new page",
        [
          ...["Soglie;m;;;;10,00;", ";;1,00;2,00;2,00;;", ";;;;2,00;;", "A RIPORTARE;;;;;;20,00", "RIPORTO;;;;;;20,00"],
          ...[";;;;3,00;;", "SOMMANO;;;;7,00;10,00;70,00"],
        ],
        [[7, 70]],
      ],
      [
        "a measurement like that in the line's own row",
        ["Porte;cad;2,00;;2,00;100,00;", ";;;;2,00;;", "SOMMANO;;;;4,00;;400,00"],
        [[4, 400]],
      ],
    ])("is not %s", async (_, rows, counted) => {
      const file = await read(["Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo", ...rows]);
      expect([figures(file).lines, file.warnings]).toEqual([counted, []]);
    });

    it("is no work without a number that has another price than the line's measurements", async () => {
      const file = await read([columns, "1;A.1;Muro;mq;;;;;", ";;nord;;2;3;6;12;72", ";;Tinta;mq;;;6;5;30"]);
      expect([figures(file).total, file.warnings]).toEqual([102, []]);
    });

    it("belongs to the words above it where lines have no codes", async () => {
      const file = await read([
        "N.;Descrizione;Par.ug.;Lung.;Quantità;Prezzo;Importo",
        ...["1;Scavo;;;10,00;5,00;50,00", "2;Muro;;;;;", ";nord;2;3,50;7,00;;", ";Totale m²;;;7,00;10,00;70,00"],
      ]);
      expect(file.nodes).toMatchObject([{ desc: "Scavo" }, { desc: "Muro", unit: "m²", price: 10 }]);
      expect([figures(file).total, file.warnings]).toEqual([120, []]);
    });
  });

  it.each(["Somma", "Somma mc"])("takes a sum beside which its line's code stands again for one: %s", async (words) => {
    const columns = "Codice;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const file = await read([columns, "A.1;Scavo;mc;;;;;", ";tratto;;1;10;10;;", `A.1;${words};;;;10;5;50`]);
    expect([file.nodes.length, figures(file).total]).toEqual([1, 50]);
  });

  it.each(["Riporto e stesa di terreno", "Totale rimozione dell'intonaco", "Parziale demolizione di muri"])(
    "takes the words above measurements for a line, if they are numbered: %s",
    async (words) => {
      const columns = "N.;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
      const line = (number: number, text: string) => [`${number};${text};;;;;;`, ";tratto;;1;10;10;;"];
      const file = await read([
        columns,
        ...line(1, "Scavo"),
        ";SOMMANO mc;;;;10;5;50",
        ...line(2, words),
        ";SOMMANO mc;;;;10;3;30",
      ]);
      expect([file.warnings, figures(file).lines]).toEqual([
        [],
        [
          [10, 50],
          [10, 30],
        ],
      ]);
    },
  );

  it.each([
    ["numbered", ["1", "2", "3"]],
    ["unnumbered", ["", "", ""]],
  ])("takes %s words above measurements for a line beneath one that has its amount beside it", async (_, numbers) => {
    const columns = "N.;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const [first, second, third] = numbers;
    const file = await read([
      columns,
      ...[";Opere murarie;;;;;;", `${first};Oneri di discarica;mc;;;4;50;200`],
      ...[";PIANO PRIMO;;;;;;", `${second};Intonaco;;;;;;`, ";lato nord;;2;10;20;;", ";Sommano;mq;;;20;3;60"],
      ...[`${third};Parziale rimozione di coppi;;;;;;`, ";falda;;1;8;8;;", ";Sommano;mq;;;8;10;80"],
    ]);
    expect([file.warnings, figures(file)]).toEqual([
      [],
      {
        total: 340,
        lines: [
          [4, 200],
          [20, 60],
          [8, 80],
        ],
      },
    ]);
  });

  it("keeps a note above the measurements of a line that has its amount beside it", async () => {
    const columns = "N.;Descrizione;U.M.;Par.ug.;Lung.;Quantità;Prezzo;Importo";
    const rows = ["1;Intonaco;mq;;;20;3;60", ";Piano terra;;;;;;", ";lato nord;;2;10;20;;", ";Sommano;mq;;;20;3;60"];
    const file = await read([columns, ...rows, "2;Muro;mc;;;1;5;5"]);
    expect([file.warnings, figures(file).total, file.nodes.length]).toEqual([[], 65, 2]);
  });

  it.each(["A RIPORTARE", "Riporto da pag. 3", "Riporto di pag. 3", "Riporto di importo"])(
    "counts no row that is carried over: %s",
    async (words) => {
      const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo";
      const rows = ["A.1;Scavo;mc;10;5;50", `;${words};;;;50`, `;${words};;;;`, "A.2;Muro;mc;1;5;5", ";TOTALE;;;;55"];
      const file = await read([columns, ...rows]);
      expect([file.warnings, file.nodes.map(({ desc }) => desc)]).toEqual([[], ["Scavo", "Muro"]]);
    },
  );

  it("takes the headings of no second page, above which lines stand", async () => {
    const heading = "N. Ord.;Codice;Descrizione;N.;Lung.;Larg.;Quantità;Prezzo;Importo";
    const line = (number: number) => [
      `${number};A.${number};Scavo;;;;;;`,
      ";;fossa;;3;2;6;;",
      ";;Sommano mc;;;;6;10;60,00",
    ];
    const carried = (words: string) => `;;${words};;;;;;60,00`;
    const file = await read([heading, ...line(1), carried("A RIPORTARE"), heading, carried("Riporto"), ...line(2)]);
    expect([file.warnings, figures(file).total]).toEqual([[], 120]);
  });

  it("reads headings of offices", async () => {
    const columns = "Cod. Prezzario;Descrizione;U. di M.;Quantità;€ unitario;Prezzo totale";
    const file = await read([columns, "A.1;Scavo;mc;3;1,111;3,33"]);
    expect([file.warnings, file.nodes]).toMatchObject([[], [{ code: "A.1", unit: "mc", qty: 3, price: 1.111 }]]);
  });

  it("says that amounts in a column of safety aren't read", async () => {
    const rows = ["A;Scavo;mc;1;10;10;2,50", "B;Muro;mq;1;10;10;0,75", "C;Oneri;a corpo;1;5;5;sì"];
    const file = await read(["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo;Oneri sicurezza", ...rows]);
    expect(file.warnings).toEqual([
      {
        code: "column_not_read",
        place: "row 2",
        detail: 'the column of safety holds "2,50", which is no mark (sì, x, no); such values aren\'t read',
      },
    ]);
    expect(file.nodes.map(({ safety }) => safety === true)).toEqual([false, false, true]);
  });

  it("knows a line of safety where the accent of its mark is a character of its own", async () => {
    const columns = "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo;Sicurezza";
    const file = await read([columns, "C;Oneri;a corpo;1;5;5;sì".normalize("NFD")]);
    expect([file.warnings, file.nodes]).toMatchObject([[], [{ safety: true }]]);
  });

  it("takes no total for that of a section whose title is only the end of its last word", async () => {
    const file = await read([
      "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
      "X;Fuori;m;1;50;50",
      ";E;;;;",
      "Y;Dentro;m;1;20;20",
      ";T O T A L E   euro;;;;70",
    ]);
    expect([file.warnings, file.totalInFile, file.nodes.length]).toEqual([[], 70, 2]);
    const opera = await read([
      "Codice;Descrizione;U.M.;Quantità;Prezzo;Importo",
      "X;Fuori;m;1;50;50",
      ";A;;;;",
      "Y;Dentro;m;1;20;20",
      ";Totale A;;;;20",
      ";TOTALE OPERA;;;;71",
    ]);
    expect(opera.warnings).toEqual([]);
  });

  it("reads lines that end in CR alone, as Excel writes them for old Macs", async () => {
    const rows = ["Codice;Descrizione;U.M.;Quantità;Prezzo;Importo", "X;Ferro;kg;10;1,5;15", 'Y;"Due\rrighe";m;2;3;6'];
    const file = await readBill(Buffer.from(rows.join("\r")));
    expect([file.warnings, figures(file).total, file.nodes[1]?.desc]).toEqual([[], 21, "Due\nrighe"]);
  });

  it.each([
    ["in its own words", [";;A DEDURRE porta;;;0,90;2,10;;1,89;;;"]],
    ["below a note", [";;A detrarre:;;;;;;;;;", ";;porta;;;0,90;2,10;;1,89;;;"]],
  ])(
    "takes off a deduction with a positive quantity, said %s, where the line's quantity proves it",
    async (_, rows) => {
      const sheet = (sum: string): string[] => [
        head,
        "1;X1;Muro;mq;;;;;;;;",
        ";;parete;;2;4,00;;2,70;21,60;;;",
        ...rows,
        `;;SOMMANO;;;;;;${sum};10;;`,
      ];
      const file = await read(sheet("19,71"));
      expect([file.warnings, figures(file).lines]).toEqual([[], [[19.71, 197.1]]]);
      expect(figures(await read(sheet("23,49"))).lines).toEqual([[23.49, 234.9]]);
    },
  );

  it.each([
    ["SOMMANO mq", "mq"],
    ["SOMMANO m2", "m2"],
    ["Sommano [m³]", "m³"],
    ["SOMMANO a corpo", "a corpo"],
    ["SOMMANO (kg)", "kg"],
    ["SOMMANO mq.", "mq."],
    ["SOMMANO", ""],
    ["Sommano positivi m2", ""],
    ["SOMMANO 12", ""],
  ])("takes the unit of a line from %s", async (label, unit) => {
    const file = await read([head, "1;A.1;Muro;;;;;;;;;", ";;parete;;2;3,00;;;6,00;;;", `;;${label};;;;;;6,00;10;60;`]);
    expect(file.nodes).toMatchObject([{ code: "A.1", unit, price: 10 }]);
  });

  it("takes P.U. beside dimensions for the equal parts, and for the price where these have a column", async () => {
    const parts = await read(["Codice;Descrizione;UM;P.U.;Lung.;Larg.;Quantità;Prezzo", "A;Muro;mq;2;3;4;24;10"]);
    const price = await read(["Codice;Descrizione;UM;Par.ug.;Lung.;Larg.;Quantità;P.U.", "A;Muro;mq;2;3;4;24;10"]);
    for (const file of [parts, price]) {
      expect([file.warnings, figures(file).lines]).toEqual([[], [[24, 240]]]);
      expect(linesOf(file.nodes)[0]?.measurements).toEqual([{ count: 2, length: 3, width: 4 }]);
    }
  });

  it("takes N. and P.U. for the equal parts before the dimensions, and for number and price elsewhere", async () => {
    for (const [headings, row] of [
      ["Art.;Descrizione;U.M.;N.;Lung.;Larg.;Alt.;Q.tà;P.U.;Totale", "1;Muro;mq;2;3;4;;24;10;240"],
      ["N.;Art.;Descrizione;U.M.;n;lung;larg;alt;Q.tà;P.U. (€);Totale", "1;A;Muro;mq;2;3;4;;24;10;240"],
    ] as const) {
      const file = await read([headings, row]);
      expect([file.warnings, figures(file).lines]).toEqual([[], [[24, 240]]]);
      expect(linesOf(file.nodes)[0]?.measurements).toEqual([{ count: 2, length: 3, width: 4 }]);
    }
  });

  it("leaves out the sheets that have the works once more, as done or as changed", async () => {
    const rows = (quantity: number) => [
      ["Codice", "Descrizione", "UM", "Quantità", "Prezzo", "Importo"],
      ["A.1", "Muro", "mq", quantity, 10, quantity * 10],
      ["", "TOTALE", "", "", "", quantity * 10],
    ];
    const sheets = (...names: string[]) => names.map((name, at) => ({ name, rows: rows(10 + at) }));
    const others = [
      "SAL 1",
      "S.A.L. n. 2",
      "Variante",
      "Perizia di variante n. 1",
      "Quadro di raffronto",
      "Contabilità",
    ];
    const file = await readBill(await writeWorkbook({ sheets: sheets("Computo", ...others) }));
    expect([figures(file).total, file.totalInFile]).toEqual([100, 100]);
    expect(file.warnings.map(({ code, place }) => [code, place])).toEqual(
      others.map((name) => ["sheet_left_out", name]),
    );
    const parts = await readBill(await writeWorkbook({ sheets: sheets("Variante", "Sala", "Salone") }));
    expect([figures(parts).total, parts.warnings]).toEqual([330, []]);
  });

  it("reads the bill, and not what its prices are made of or works as done, before it or behind it", async () => {
    const columns = ["Codice", "Descrizione", "UM", "Quantità", "Prezzo", "Importo"];
    const sheet = (name: string, quantity: number) => ({
      name,
      rows: [columns, ["A", "Muro", "mq", quantity, 1, quantity]],
    });
    const readSheets = async (...sheets: ReturnType<typeof sheet>[]) => {
      const file = await readBill(await writeWorkbook({ sheets }));
      return [figures(file).total, file.warnings.map(({ code, place }) => `${code} ${place}`)];
    };
    const bill = sheet("Computo metrico", 100);
    for (const name of ["Analisi prezzi", "Analisi", "NP - analisi dei nuovi prezzi", "SAL 1", "Contabilità"]) {
      const out = [100, [`sheet_left_out ${name}`]];
      expect([name, await readSheets(sheet(name, 7), bill)]).toEqual([name, out]);
      expect([name, await readSheets(bill, sheet(name, 7))]).toEqual([name, out]);
      expect([name, await readSheets(sheet(name, 7))]).toEqual([name, [7, []]]);
    }
    expect(await readSheets(sheet("SAL 1", 7), sheet("SAL 2", 8), bill)).toEqual([
      100,
      ["sheet_left_out SAL 2", "sheet_left_out SAL 1"],
    ]);
    const [walls, plants] = [sheet("Opere edili", 20), sheet("Impianti", 30)];
    expect(await readSheets(sheet("Analisi prezzi", 7), walls, plants)).toEqual([
      50,
      ["sheet_left_out Analisi prezzi"],
    ]);
    for (const name of ["Laboratorio analisi", "Analisi chimiche", "Analisi e smaltimento terreni"])
      expect([name, await readSheets(walls, sheet(name, 7), plants)]).toEqual([name, [57, []]]);
    for (const name of ["SAL 1", "Computo di variante"])
      expect(await readSheets(sheet("Analisi NP", 7), sheet(name, 8))).toEqual([8, ["sheet_left_out Analisi NP"]]);
    expect(await readSheets(sheet("Variante", 7), walls)).toEqual([27, []]);
    expect(await readSheets(sheet("SAL 1", 7), sheet("Computo di variante", 8))).toEqual([
      7,
      ["sheet_left_out Computo di variante"],
    ]);
  });

  it("reads the sheet with the prices, and not the measurements before it, which count where nothing else does", async () => {
    const sheets = (...names: string[]) => ({
      sheets: names.map((name) => ({
        name,
        rows: name.startsWith("Misure")
          ? [
              ["Codice", "Descrizione", "UM", "Par.ug.", "Lung.", "Larg.", "Quantità"],
              ["A.1", "Muro", "mq", null, null, null, null],
              [null, "parete nord", null, 1, 5, 2, 10],
            ]
          : [
              ["Codice", "Descrizione", "UM", "Quantità", "Prezzo", "Importo"],
              ["A.1", "Muro", "mq", 10, 12, 120],
            ],
      })),
    });
    const file = await readBill(await writeWorkbook(sheets("Misure edili", "Misure impianti", "Computo")));
    expect([figures(file).lines, file.warnings.map(({ code, place }) => [code, place])]).toEqual([
      [[10, 120]],
      [
        ["sheet_left_out", "Misure edili"],
        ["sheet_left_out", "Misure impianti"],
      ],
    ]);
    const late = await readBill(await writeWorkbook(sheets("Misure", "SAL n. 1", "Computo")));
    expect([figures(late).lines, late.warnings.map(({ place }) => place)]).toEqual([
      [[10, 120]],
      ["SAL n. 1", "Misure"],
    ]);
    const alone = await readBill(await writeWorkbook(sheets("Misure edili", "Misure impianti")));
    expect([figures(alone).lines, alone.warnings]).toEqual([
      [
        [10, 0],
        [10, 0],
      ],
      [],
    ]);
  });

  it("warns once of each column that has values and isn't read", async () => {
    const file = await read([
      "Codice;Descrizione;UM;Quantità;Prezzo;Sconto %;;Note",
      "A;Intonaco;mq;10;20;;;",
      "B;Muro;mq;10;20;10;;",
      "Codice;Descrizione;UM;Quantità;Prezzo;Sconto %;;Note",
      "C;Tetto;mq;10;20;15;7,5;",
    ]);
    expect(file.warnings).toEqual([
      {
        code: "column_not_read",
        place: "row 3",
        detail: 'column F, "Sconto %", isn\'t read; name it with columns if it matters',
      },
      {
        code: "column_not_read",
        place: "row 5",
        detail: "column G isn't read; name it with columns if it matters",
      },
    ]);
    expect(figures(file).total).toBe(600);
  });

  it.each([
    ["P.U. (IVA esclusa)", "Importo (IVA escl.)"],
    ["Prezzo unit. al netto di IVA", "Totale IVA esclusa"],
    ["Prezzo lordo (IVA 22% esclusa)", "Importo senza IVA"],
    ["Prezzo oltre IVA 10%", "Importo netto IVA"],
  ])("knows the columns of prices without VAT: %s, %s", async (price, amount) => {
    const file = await read([`Descrizione;UM;Quantità;Prezzo ivato;${price};${amount}`, "Muro;mq;10;11;10;99"]);
    expect(figures(file).total).toBe(100);
    expect(file.warnings.map(({ code }) => code)).toEqual(["column_not_read", "amount_mismatch"]);
  });

  it.each(["Prezzo ivato", "Prezzo unitario (IVA inclusa)", "Prezzo con IVA", "P.U. IVA 10% compresa"])(
    "reads no price that includes VAT: %s",
    async (price) => {
      const file = await read([`Descrizione;UM;Quantità;${price};Importo IVA compresa`, "Muro;mq;10;11;110"]);
      expect(figures(file).total).toBe(0);
      expect(file.warnings.map(({ code }) => code)).toEqual(["column_not_read", "column_not_read"]);
    },
  );

  it.each(["Cod. art.", "Cod. Articolo", "Codice art."])("knows the column of codes by %s", async (code) => {
    const file = await read([`${code};Descrizione;UM;Quantità;Prezzo`, "A.1;Muro;mq;10;11"]);
    expect([file.warnings, file.nodes]).toMatchObject([[], [{ code: "A.1" }]]);
  });

  it("names with both values what the file counts otherwise", async () => {
    const file = await read([
      head,
      "1;A.1;Muro;mq;;;;;10,00;10,00;105,00;",
      ";;parete;;2;3,00;;;7,00;;;",
      "2;A.2;Tetto;mq;;;;;5,00;1,00;5,00;",
      ";;TOTALE;;;;;;;;110,00;",
    ]);
    expect(file.warnings.map(({ code, place }) => [code, place])).toEqual([
      ["quantity_mismatch", "row 3"],
      ["quantity_mismatch", "row 2"],
      ["amount_mismatch", "row 2"],
    ]);
    expect(file.warnings[0]?.detail).toBe("the file states 7, its dimensions come to 6, which is used");
    expect([file.totalInFile, figures(file).total]).toEqual([110, 65]);
  });

  it("loses of a damaged row only what can't be read", async () => {
    const file = await read([
      head,
      ";;prima di tutto;;2;;;;2,00;;;",
      "1;A.1;Muro;mq;;;;;12,00;10,00;120,00;140",
      ";;due;;x+;3,00;;;6,00;;;",
      ";;tre;;2;3,00;;;6,00;;;",
      "2;A.2;Tetto;mq;;;;;5,00;12abc;5,00;45",
      "3;A.3;Giro;mq;;;;;9,00;1,00;9,00;",
      ";;vedi voce n. 3;;;;;;9,00;;;",
      "4;A.4;Altro;mq;;;;;9,00;1,00;9,00;",
      ";;vedi voce n. 99;;;;;;9,00;;;",
    ]);
    expect(file.warnings.map(({ code, place }) => [code, place])).toEqual([
      ["unreadable_share", "row 3"],
      ["unreadable_number", "row 6"],
      ["row_without_line", "row 2"],
      ["unreadable_expression", "row 4"],
      ["missing_line", "row 10"],
      ["circle", "row 8"],
      ["quantity_mismatch", "row 7"],
      ["amount_mismatch", "row 7"],
    ]);
    expect(figures(file).lines).toEqual([
      [12, 120],
      [5, 5],
      [0, 0],
      [9, 9],
    ]);
  });

  it.each([
    ["2;A.2;Muro;mq;;;;;6,00;1,00;6,00;", ";;vedi voce n. 1 del capitolato;;;6,00;;;6,00;;;", 7.05, []],
    ["2;A.2;Muro;mq;;;;;6,00;1,00;6,00;", ";;vedi voce n. 99;;;5,60;;;6,00;;;", 7.05, ["missing_line"]],
  ])("takes no whole quantity for a rounded one: %s %s", async (line, row, total, codes) => {
    const file = await read([head, "1;A.1;Scavo;mc;;;;;1,05;1,00;1,05;", line, row]);
    expect([figures(file).total, file.quantityDecimals, file.warnings.map(({ code }) => code)]).toEqual([
      total,
      null,
      codes,
    ]);
  });

  it("counts what the file states, and not its expression too, for a row that repeats a missing line", async () => {
    const file = await read([head, "1;A.1;Muro;mq;;;;;9,00;1,00;9,00;", ";;vedi voce n. 99;;;1,5+3;;;9,00;;;"]);
    expect([figures(file).total, file.warnings.map(({ code }) => code)]).toEqual([9, ["missing_line"]]);
  });

  it.each([
    ["counts once", "1.630,00", 1630],
    ["counts nothing of", "130,00", 130],
  ])("%s a work that is priced as a whole, without a quantity, as the file's total does", async (_, stated, total) => {
    const file = await read([
      "N.;Descrizione;U.M.;Quantità;Prezzo;Importo",
      "1;Scavo;mc;10;5,00;50,00",
      "2;Allestimento del cantiere;a corpo;;1.500,00;",
      "3;Muro;mq;4;20,00;80,00",
      `;Totale;;;;${stated}`,
    ]);
    expect([figures(file).total, file.totalInFile]).toEqual([total, total]);
  });

  it.each([
    ["below", "Codice;Descrizione;U.M.;Prezzo;Quantità;Importo", "E.01;Porta;cad;100,00;2;200,00", 5],
    ["above", "N.;Descrizione;Lung.;Larg.;U.M.;Quantità;Prezzo;Importo", "1;Parete;3,00;2,00;mq;6,00;10,00;60,00", 1],
  ])(
    "warns of a second table with other columns in a sheet, where the one %s is lost",
    async (_, headings, line, row) => {
      const first = ["N.;Descrizione;U.M.;Quantità;Prezzo;Importo", "1;Scavo;mc;10;5,00;50,00", ";Totale;;;;50,00", ""];
      const { warnings } = await read([...first, headings, line]);
      expect(warnings.map(({ code, place }) => [code, place])).toEqual([["other_headings", `row ${row}`]]);
    },
  );

  it.each<[string, string[], Record<string, string> | undefined]>([
    ["in one row", ["N.;Descrizione;Lung.;Larg.;U.M.;Quantità;Prezzo;Importo"], undefined],
    ["in two rows", ["N.;Descrizione;Dimensioni;;U.M.;Quantità;Importo", ";;Lung.;Larg.;;;unitario;totale"], undefined],
    ["named by hand", ["N.;Descrizione;Prezzo;Codice;U.M.;Quantità;Scontato;Importo"], { price: "Scontato" }],
  ])("has no second table where headings are repeated: %s", async (_, headings, columns) => {
    const line = "1;Parete;3,00;2,00;mq;6,00;10,00;60,00";
    const { warnings } = await read([...headings, line, ...headings, line], columns);
    expect(warnings.map(({ code }) => code)).toEqual(columns ? ["column_not_read"] : []);
  });

  it.each(["above", "below"])("takes no summary %s its lines for a second table", async (place) => {
    const lines = ["N.;Descrizione;U.M.;Quantità;Prezzo;Importo", ";OPERE EDILI;;;;", "1;Scavo;mc;10;5,00;50,00"];
    const summary = ["RIEPILOGO;;;;;", "Cod.;Descrizione;Importo;;;", "A;OPERE EDILI 1;50,00;;;"];
    const rows = place === "above" ? [...summary, ...lines] : [...lines, ";TOTALE;;;;50,00", ...summary];
    expect((await read(rows)).warnings.map(({ code }) => code)).not.toContain("other_headings");
  });

  it("warns of a second table's headings too where the rows beneath are read in another batch", async () => {
    const line = "1;Scavo;mc;10;5,00;50,00";
    const first = ["N.;Descrizione;U.M.;Quantità;Prezzo;Importo", ...Array<string>(998).fill(line)];
    const { warnings } = await read([...first, "Codice;Descrizione;U.M.;Prezzo;Quantità;Importo", line]);
    expect(warnings.map(({ code, place }) => [code, place])).toEqual([["other_headings", "row 1000"]]);
  });

  it("counts a work that is priced as a whole once beside a deduction without a sign", async () => {
    const file = await read([
      head,
      "1;A.1;Muro;mq;;;;;4,00;10,00;40,00;",
      ";;parete;;;5,00;;;5,00;;;",
      ";;a dedurre porta;;;1,00;;;1,00;;;",
      "2;A.2;Allestimento del cantiere;a corpo;;;;;;100,00;;",
      ";;Totale;;;;;;;;140,00;",
    ]);
    expect([figures(file).total, file.totalInFile]).toEqual([140, 140]);
  });

  it("works out the price of a line that leaves it empty beside its quantity and amount", async () => {
    const file = await read([
      "N.;Descrizione;U.M.;Quantità;Prezzo;Importo",
      "1;Allestimento del cantiere;a corpo;1;;4.500,00",
      "2;Intonaco;mq;292,44;compreso;10.878,77",
      "3;Guaina;mq;10;20,00;200,00",
      "4;Linea vita;cad;2;;",
      ";TOTALE;;;;15.578,77",
    ]);
    expect([file.warnings, file.totalInFile]).toEqual([[], 15578.77]);
    expect(figures(file).lines).toEqual([
      [1, 4500],
      [292.44, 10878.77],
      [10, 200],
      [2, 0],
    ]);
  });

  it.each([
    ["what the total doesn't count", ["2;Incidenza manodopera;%;35;;35,00", ";TOTALE;;;;100,00"], "amount_mismatch"],
    ["a part of what stands above", [";di cui manodopera;%;35;;35,00"], "part_left_out"],
    ["a part of what stands above, with its hours", [";di cui manodopera;h;2;;35,00"], "part_left_out"],
    ["a total with quantities", ["2;Fossa;mc;20;;", ";Totale;;30;;100,00"], undefined],
  ])("works out no price of %s", async (_, rows, warning) => {
    const head = "N.;Descrizione;U.M.;Quantità;Prezzo;Importo";
    const file = await read([head, "1;Scavo;mc;10;10,00;100,00", ...rows]);
    expect([figures(file).total, file.totalInFile, file.warnings[0]?.code]).toEqual([100, 100, warning]);
  });

  it("makes a line of words that have the unit of a lump sum in place of a quantity", async () => {
    const file = await read([
      "Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo",
      "A1;Ponteggio;418;mq;13,50;5.643,00",
      "A2;Scavo;a corpo;;;900,00",
      "A3;Linea vita;1;cad;3.200,00;3.200,00",
      ";TOTALE;a corpo;;;9.743,00",
    ]);
    expect([file.warnings, file.totalInFile]).toEqual([[], 9743]);
    expect(file.nodes).toMatchObject([{ unit: "mq" }, { desc: "Scavo", unit: "a corpo" }, { unit: "cad" }]);
    expect(figures(file).lines).toEqual([
      [418, 5643],
      [1, 900],
      [1, 3200],
    ]);
  });

  it.each([
    [
      "a title to whose amount its lines come",
      ["A1;Opere;a corpo;;;300,00", "1;Scavo;10;mc;30,00;300,00", ";TOTALE;;;;300,00"],
      300,
    ],
    [
      "a title to whose amount its only line comes, with another lump sum",
      [
        ...["A1;Scavi;a corpo;;;300,00", "1;Scavo;10;mc;30,00;300,00"],
        ...["A2;Muri;a corpo;;;50,00", "2;Muro;1;mc;50,00;50,00"],
        ...["A3;Pulizia;a corpo;;;20,00", ";TOTALE;;;;370,00"],
      ],
      370,
    ],
    [
      "a title to whose amount a lump sum comes",
      ["A1;Opere;a corpo;;;300,00", "A2;Trasporti;a corpo;;;300,00", ";TOTALE;;;;300,00"],
      300,
    ],
    [
      "a title to whose amount a lump sum comes with the lines",
      [
        ...["A1;Opere;a corpo;;;350,00", "1;Scavo;10;mc;30,00;300,00", "A2;Trasporti;a corpo;;;50,00"],
        ...["3;Rete;1;m;5,00;5,00", ";TOTALE;;;;355,00"],
      ],
      355,
    ],
    [
      "such a title beside a line",
      [
        "A1;Opere;a corpo;;;300,00",
        "1;Scavo;5;mc;30,00;150,00",
        "2;Rinterro;5;mc;30,00;150,00",
        "A2;Trasporti;a corpo;;;50,00",
        "3;Rete;1;m;5,00;5,00",
        ";TOTALE;;;;355,00",
      ],
      355,
    ],
    [
      "what is below the total",
      ["1;Scavo;10;mc;30,00;300,00", ";TOTALE;;;;300,00", ";Spese tecniche;a corpo;;;50,00"],
      300,
    ],
    [
      "a summary",
      [
        ";EDILI",
        ";Scavo;a corpo;;;900,00",
        ";Muro;1;mc;9,00;9,00",
        ";RIEPILOGO",
        ";Edili;a corpo;;;909,00",
        ";TOTALE;;;;909,00",
      ],
      909,
    ],
    [
      "the total of the lines of safety above",
      [
        "1;Scavo;1;mc;9,00;9,00",
        ";SICUREZZA",
        "2;Rete;1;m;5,00;5,00",
        ";Oneri della sicurezza;a corpo;;;5,00",
        ";TOTALE;;;;14,00",
      ],
      14,
    ],
  ])("counts no lump sum of %s", async (_, rows, total) => {
    const file = await read(["Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo", ...rows]);
    expect([figures(file).total, file.totalInFile]).toEqual([total, total]);
  });

  it.each([
    ["of one amount", [500, 500, 500], 1505],
    ["of which two cost the same", [900, 300, 300, 200], 1705],
  ])("counts each lump sum of several %s, where no total tells", async (_, amounts, total) => {
    const lumps = amounts.map((euro, at) => `;Bagno ${at + 1};a corpo;;;${euro},00`);
    const file = await read(["Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo", ...lumps, ";Rete;1;m;5,00;5,00"]);
    expect([figures(file).total, file.warnings]).toEqual([total, []]);
  });

  it.each([
    ["its only line comes", ["1;Scavo;10;mc;35,00;350,00"]],
    ["a lump sum comes with its lines", [";Trasporti;a corpo;;;50,00", "1;Scavo;10;mc;30,00;300,00"]],
  ])("counts no title to whose amount %s, where no total tells", async (_, lines) => {
    const rows = ["Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo", ";Opere;a corpo;;;350,00", ...lines];
    expect(figures(await read(rows)).total).toBe(350);
  });

  it("counts an amount alone that costs what the line beneath it does, above a lump sum, where the total tells", async () => {
    const lines = [";Cantiere;;;;300,00", ";Scavo;10;mc;30,00;300,00", ";Trasporti;a corpo;;;50,00"];
    const file = await read(["Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo", ...lines, ";TOTALE;;;;650,00"]);
    expect([figures(file).total, file.warnings.map(({ code }) => code)]).toEqual([650, ["lump_sum"]]);
  });

  it("counts a lump sum that costs what the line beneath it does, where the total tells", async () => {
    const lines = ["A1;Scavo;a corpo;;;900,00", "A2;Muro;1;cad;900,00;900,00"];
    const file = await read(["Pos.;Descrizione;Quantità;U.M.;Prezzo;Importo", ...lines, ";TOTALE;;;;1.800,00"]);
    expect([figures(file).total, file.warnings]).toEqual([1800, []]);
  });

  it("warns of words for a number, where the line counts 0 for them", async () => {
    const headings =
      "N.;Codice;Descrizione;U.M.;Par.ug.;Lung.;Larg.;H/peso;Quantità;Prezzo unitario;Importo;% manodopera";
    const file = await read([
      headings,
      "1;A.1;Casseri;mq;;;;;abc;22,00;;",
      "2;A.2;Armatura;kg;;;;;12,5;da definire;;",
      "3;A.3;Oneri;;;;;;a corpo;250,00;250,00;",
      "4;A.4;Scavo;mc;;;;;vedi sotto;10,00;;",
      ";;un lato;;2;3,00;;;6,00;;;",
      headings,
      "5;A.5;Reinterro;mc;;;;;1,00;;;",
      ";;SOMMANO mc;;;;;;1,00;a misura;;",
      ";;Capitolo secondo;;;;;;da vedere;;;",
    ]);
    expect(file.warnings).toEqual([
      {
        code: "unreadable_number",
        place: "row 2",
        detail: 'quantity: "abc" can\'t be read as a number; it is left out',
      },
      {
        code: "unreadable_number",
        place: "row 3",
        detail: 'price: "da definire" can\'t be read as a number; it is left out',
      },
      {
        code: "unreadable_number",
        place: "row 9",
        detail: 'price: "a misura" can\'t be read as a number; it is left out',
      },
    ]);
    expect(figures(file).lines.map(([quantity]) => quantity)).toEqual([0, 12.5, 1, 6, 1]);
  });

  it("takes columns by hand, and says which can be named", async () => {
    const rows = ["Sigla;Cosa;Misure;Tanti;Valore", "X1;Muro;mq;12,5;2,00"];
    const file = await read(rows, { code: "A", description: "Cosa", unit: "C", quantity: "D", price: "valore" });
    expect(figures(file)).toEqual({ total: 25, lines: [[12.5, 25]] });
    const byLetters = { code: "A", description: "B", unit: "C", quantity: "D", price: "E" };
    for (const content of [rows, ["Studio Rossi;;;;", ...rows], rows.slice(1)])
      expect(figures(await read(content, byLetters))).toEqual({ total: 25, lines: [[12.5, 25]] });
    await expect(read(rows)).rejects.toThrow(
      /No row has the headings of a bill\. Name its columns: \{"code":"B".*these can be named: number, code.* If it is a price list/,
    );
  });

  it.each([
    ["ODS", "content.xml"],
    ["XLSB", "xl/workbook.bin"],
  ])("says of %s how to save it", async (_, part) => {
    await expect(readBill(zip({ [part]: "x" }))).rejects.toThrow(
      /^This is an .*: save it as XLSX or CSV\. What can be read/,
    );
  });

  it.each([
    ["an empty table", `${head}\n`, "empty"],
    ["words", "Gentile signora,\nle scrivo per il computo.\n", "unknown_format"],
    ["JSON", '{"a": [{"b": 1}]}', "unknown_format"],
  ])("refuses %s", async (_, text, code) => {
    await expect(readBill(Buffer.from(text))).rejects.toMatchObject({ code });
  });
});
