import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { writeXlsx } from "hucre";
import { readPriceTable } from "../../../src/formats/price-lists/read-price-table.js";
import { expectProportional } from "../../support/growth.js";
import { inParts, type Read, readAll } from "./reading.js";

const sample = async (name: string): Promise<Read> =>
  readAll(await readPriceTable(inParts(await readFile(new URL(`./lists/${name}`, import.meta.url)))));
const table = async (text: string, columns?: Record<string, string>): Promise<Read> =>
  readAll(await readPriceTable(inParts(Buffer.from(text)), columns));

describe("extracts of regional lists", () => {
  it("reads Piemonte: decimal commas, chapters, texts of article and sub-article", async () => {
    const { reading, entries } = await sample("piemonte-2023-extract.csv");
    expect(reading).toMatchObject({ format: "piemonte_csv", rowsRead: 4, warningCount: 0 });
    expect(reading.title).toEqual({ name: null, source: "Regione Piemonte", year: 2023, province: null });
    expect(entries.map(({ code, unit, price }) => [code, unit, price])).toEqual([
      ["08.P25.F82.020", "m", 318.46],
      ["08.P25.F82.025", "m", 451.69],
      ["08.P25.F83.010", "cad", 501.4],
    ]);
    expect(entries[0]?.chapter).toBe("Fognature – MATERIALI POLIMERICI (PEAD-PP)");
    expect(entries[0]?.description).toMatch(/^Fornitura tubazioni.*edizioni\)\nDN 1000$/);
  });

  it("reads Puglia: no float noise, the edition from its heading, labour as a share of the whole price", async () => {
    const { reading, entries } = await sample("puglia-2026-extract.csv");
    expect(reading).toMatchObject({ format: "puglia_csv", warningCount: 0 });
    expect(reading.title).toMatchObject({ source: "Regione Puglia", year: 2026 });
    expect(entries.map(({ price, labourPct }) => [price, labourPct])).toEqual([
      [8.63, 46.813],
      [17.04, 39.554],
      [46.38, 38.659],
    ]);
    expect(entries[2]?.unit).toBe("m³");
    expect(entries[2]?.description).toMatch(/^Scavo a sezione aperta.*cantiere\.\nin roccia compatta/);
  });

  it("reads Campania: the share of labour, not the amount that lost its decimal mark, with one warning", async () => {
    const { reading, entries } = await sample("campania-2024-extract.csv");
    expect(reading.format).toBe("campania_csv");
    expect(reading.title).toMatchObject({ source: "Regione Campania", year: 2024 });
    expect(entries.map(({ price, labourPct, safetyPct }) => [price, labourPct, safetyPct])).toEqual([
      [87.07, 70.76, 0.66],
      [252.5, 70.76, 0.66],
    ]);
    expect(entries[0]?.description).toMatch(/^Colorimetria a riflettanza: esecuzione/);
    expect(reading.warnings).toEqual([
      {
        code: "lost_decimal_mark",
        place: "row 2",
        detail:
          '"6.161.377" under "manodopera %" has lost its decimal mark. 70.76 % is taken from "incidenza manodopera sul totale", here and below.',
      },
    ]);
  });

  it("reads Umbria as JSON in Windows-1252: texts of headings, labour from its amount", async () => {
    const { reading, entries } = await sample("umbria-2025-extract.cp1252");
    expect(reading).toMatchObject({ format: "umbria_json", warningCount: 0, rowsRead: 8 });
    expect(reading.title).toMatchObject({ source: "Regione Umbria", year: 2025 });
    expect(entries.map(({ code, price, labourPct }) => [code, price, labourPct])).toEqual([
      ["1.1.10", 1125, 37.156],
      ["1.1.20.1", 184, 29.891],
      ["1.1.20.2", 287, 29.965],
      ["1.1.30.2", 74, 27.703],
    ]);
    expect(entries[1]?.description).toMatch(/^INSTALLAZIONE DI ATTREZZATURA.*ultima\.\nPer distanza fino a m 300\.$/);
    expect(entries[3]?.description).toBe("Da m 20,01 a m 40.");
    expect(entries[3]?.chapter).toMatch(/^INDAGINI GEOGNOSTICHE.* – SONDAGGI GEOGNOSTICI A ROTAZIONE$/);
  });
});

const campaniaHead =
  "Codice;Tipologia;Capitolo;Voce;Articolo;Unita' di misura;Prezzo senza S. G.;Prezzo;Incidenza Manodopera sul totale";

describe("dialects", () => {
  it("reads Lazio without headings: spaces between thousands, points at the end of codes, texts of headings", async () => {
    const { reading, entries } = await table(
      [
        "A;A 1.01.;SCAVI;;",
        "A;A 1.01.1.;Scavo di sbancamento con mezzi meccanici:;;",
        "A;A 1.01.1.a.;in terreno sciolto;m³;€ 12,50",
        "A;A 1.01.1.b.;in roccia;m³;€ 1 826,34",
        "A;A 1.02.1.;Reinterro;m³;€ 3,10",
      ].join("\r\n"),
    );
    expect(reading).toMatchObject({ format: "lazio_csv", warningCount: 0 });
    expect(reading.title.source).toBe("Regione Lazio");
    expect(entries).toEqual([
      expect.objectContaining({
        code: "A 1.01.1.a.",
        chapter: "SCAVI",
        description: "Scavo di sbancamento con mezzi meccanici:\nin terreno sciolto",
        price: 12.5,
      }),
      expect.objectContaining({ code: "A 1.01.1.b.", unit: "m³", price: 1826.34 }),
      expect.objectContaining({ code: "A 1.02.1.", chapter: null, description: "Reinterro" }),
    ]);
  });

  it("reads the parts of Lazio without a column for the part, whose codes have no points", async () => {
    const { reading, entries } = await table(
      "E01;IMPIANTI IDRO-SANITARI;;\nE01001;Tubo in acciaio;;\nE01001a;DN 15;m;€ 10,72\nE01002;Valvola;cad;€ 1 032,10\n",
    );
    expect([reading.format, reading.warningCount]).toEqual(["lazio_csv", 0]);
    expect(entries.map(({ code, chapter, description, price }) => [code, chapter, description, price])).toEqual([
      ["E01001a", "IMPIANTI IDRO-SANITARI – Tubo in acciaio", "Tubo in acciaio\nDN 15", 10.72],
      ["E01002", "IMPIANTI IDRO-SANITARI", "Valvola", 1032.1],
    ]);
  });

  it("tells Toscana's table with bars from Campania's by its codes", async () => {
    const { reading, entries } = await table(
      `${campaniaHead.replaceAll(";", "|")}\nTOS25_01.A03|EDILIZIA|DEMOLIZIONI|Demolizione|a mano|m³|90,1|1.113,63017|32,5\n`,
    );
    expect(reading).toMatchObject({ format: "toscana_csv", title: { source: "Regione Toscana", year: 2025 } });
    expect(entries[0]).toMatchObject({ price: 1113.63017, labourPct: 32.5, description: "Demolizione\na mano" });
  });

  it("puts a row with a column less right by its unit and price", async () => {
    const { reading, entries } = await table(
      `${campaniaHead}\nCAM24_A;T;C;V;Testo;ml;10,5;12,5;30\nCAM24_B;T;C;Solo testo;mq;20,5;22,5;40\nCAM24_C;T;C;V;Testo;ml;1;2;50\n`,
    );
    expect(entries.map(({ code, unit, price }) => [code, unit, price])).toEqual([
      ["CAM24_A", "ml", 12.5],
      ["CAM24_B", "mq", 22.5],
      ["CAM24_C", "ml", 2],
    ]);
    expect(entries[1]?.description).toBe("Solo testo");
    expect(reading.warnings).toMatchObject([{ code: "ragged_row", place: "row 3" }]);
  });

  it("loses only the row that is damaged", async () => {
    const { reading, entries } = await table(
      'Codice;Descrizione;U.M.;Prezzo\nA.1;Muro;mq;12,50\nA.2;Solaio;mq;dodici\nA.3;"Tetto mai chiuso;mq;7,00\nA.4;"Scala";mq;8,00\nA.5;;;\n',
    );
    expect(entries.map(({ code, price }) => [code, price])).toEqual([
      ["A.1", 12.5],
      ["A.3", 7],
      ["A.4", 8],
    ]);
    expect(reading.warnings).toMatchObject([
      { code: "unclosed_quote", place: "row 4" },
      { code: "unreadable_price", place: "row 3", detail: expect.stringContaining('"dodici"') },
    ]);
  });

  it("warns of a column that has values and isn't read", async () => {
    const { reading, entries } = await table("N.;Codice;Descrizione;U.M.;Prz;Sconto\n1;A.1;Muro;mq;12,50;10\n");
    expect(entries).toMatchObject([{ code: "A.1", price: 12.5 }]);
    expect([reading.warningCount, reading.warnings]).toMatchObject([
      1,
      [{ code: "column_not_read", place: "row 2", detail: expect.stringContaining('column F, "Sconto"') }],
    ]);
  });

  it("takes the prices of the latest year, and says that the others aren't read", async () => {
    const row = "A.1;Muro;mc;90;110;100";
    const { reading, entries } = await table(`Codice;Descrizione;U.M.;Prezzo 2023;Prezzo 2025;Prezzo 2024\n${row}`);
    expect(entries).toMatchObject([{ code: "A.1", price: 110 }]);
    expect(reading.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("Prezzo 2023"),
      expect.stringContaining("Prezzo 2024"),
    ]);
  });

  it("knows the year before the currency", async () => {
    const { reading, entries } = await table(
      "Prezzario 2023 aggiornato;;;;\nCodice;Descrizione;U.M.;Prezzo 2024 €;Prezzo 2025 €\nA.1;Muro;mc;90;110",
    );
    expect(entries).toMatchObject([{ price: 110 }]);
    expect(reading.title.year).toBe(2025);
  });

  it.each([
    ["Elenco prezzi ai sensi del D.Lgs. 36/2023", null],
    ["Prezzario approvato con DGR n. 1234 del 30/12/2024", null],
    ["Prezzario approvato il 30 dicembre 2024, edizione 2025", 2025],
    ["Prezzario 2023/2024", 2023],
    ["Prezzi informativi, dicembre 2024", 2024],
  ])("knows the year of the list titled %s", async (title, year) => {
    const { reading } = await table(`${title};;;\nCodice;Descrizione;U.M.;Prezzo\nA.1;Muro;mc;90\n`);
    expect(reading.title.year).toBe(year);
  });

  it("believes codes and a column of years sooner than a title", async () => {
    const coded = await table("Prezzario 2024;;;\nCodice;Descrizione;U.M.;Prezzo\nTOS25_01.A01.001;Muro;mc;90\n");
    expect(coded.reading.title.year).toBe(2025);
    const dated = await table("Prezzario 2024;;;;\nCodice;Descrizione;U.M.;Prezzo;Edizione\nA.1;Muro;mc;90;2025\n");
    expect(dated.reading.title.year).toBe(2025);
  });

  it.each(["2/b", "1.00", "A1"])("takes running numbers for no codes, %s among them", async (number) => {
    const { entries } = await table(`N.;Descrizione;U.M.;Prezzo\n1;Muro;mc;90\n2;Tetto;mq;60\n${number};Scavo;mc;9\n`);
    expect(entries.map(({ code }) => code)).toEqual([null, null, null]);
  });

  it("asks what a column Manod. has", async () => {
    const { entries, reading } = await table("Codice;Descrizione;U.M.;Prezzo;Manod.\nA.1;Muro;mc;50;25\n");
    expect([entries[0]?.labourPct, reading.warnings]).toMatchObject([null, [{ code: "column_not_read" }]]);
  });

  it.each(["L", "Prof."])("has prices in the column of amounts beside %s alone", async (heading) => {
    const { entries } = await table(`Codice;Descrizione;${heading};U.M.;Importo\nA.1;Pozzo;3;cad;90`);
    expect(entries).toMatchObject([{ code: "A.1", unit: "cad", price: 90 }]);
  });

  it("says which entries have a unit and no price, or the price 0", async () => {
    const { reading, entries } = await table(
      "Codice;Descrizione;U.M.;Prezzo\nA.001;Muro;mq;12,50\nA.002;Siepe;m;\nA.004;Ghiaia;m³;€ 0,00\n;Sabbia;m³;\nA.005;Terra;m³;7,00\n",
    );
    expect(entries.map(({ code, description, chapter }) => [code, description, chapter])).toEqual([
      ["A.001", "Muro", null],
      ["A.005", "Terra", null],
    ]);
    const detail = "The row has a unit but no price, or 0; it is left out.";
    expect(reading.warnings).toEqual(
      ["row 3, A.002", "row 4, A.004", "row 5"].map((place) => ({ code: "missing_price", place, detail })),
    );
  });

  it("says which price could be read in two ways, where the column has both", async () => {
    const head = "Codice;Descrizione;U.M.;Prezzo\n";
    const { reading, entries } = await table(
      `${head}A;Muro;mq;12,50\nB;Tetto;mq;7,10\nC;Porta;cad;31.5\nD;Scala;cad;1.250\n`,
    );
    expect(entries.map(({ price }) => price)).toEqual([12.5, 7.1, 31.5, 1250]);
    expect(reading.warnings).toEqual([
      {
        code: "doubtful_number",
        place: "row 5",
        detail: 'The price "1.250" is read as 1250; the column has decimal commas and decimal points.',
      },
    ]);
    expect((await table(`${head}A;Muro;mq;12,50\nD;Scala;cad;1.250\n`)).reading.warningCount).toBe(0);
  });

  it("takes the text of a heading that has a unit for the entries below it", async () => {
    const { entries } = await table(
      "Codice;Descrizione;U.M.;Prezzo\nA.01.001;Tubo in PVC:;m;\nA.01.001.a;DN 100;m;12,50\n",
    );
    expect(entries).toMatchObject([{ code: "A.01.001.a", description: "Tubo in PVC:\nDN 100" }]);
  });

  it("reads any table by its headings, below a letterhead, with chapters as rows of their own", async () => {
    const { reading, entries } = await table(
      "Studio Rossi;;;;\nElenco prezzi 2024;;;;\n;;;;\nArt.;Designazione dei lavori;Unità di misura;Prezzo unitario €;Incidenza manodopera %\nOPERE MURARIE;;;;\n;MURATURE;;;\n1;Muro;mq;1.234,50;45\n2;Pilastro;cad;99;0,5\n",
    );
    expect(reading).toMatchObject({ format: "table", warningCount: 0 });
    expect(entries).toEqual([
      {
        code: "1",
        chapter: "MURATURE",
        description: "Muro",
        unit: "mq",
        price: 1234.5,
        labourPct: 45,
        safetyPct: null,
      },
      expect.objectContaining({ code: "2", price: 99, labourPct: 0.5 }),
    ]);
  });

  it("reads Piemonte's spreadsheets, whose prices stand under Euro", async () => {
    const { reading, entries } = await table(
      "PREZZARIO REGIONE PIEMONTE 2024;;;;;;\nSez.;Codice;Descrizione;U.M.;Euro;Manod. lorda;% Manod.\n;01.A01.A05;Scavo di materiali fino a m 3;;;;\n;01.A01.A05.010;Con mezzi;m³;9,15;2,80;30,6\n",
    );
    expect(entries).toMatchObject([
      { code: "01.A01.A05.010", description: "Scavo di materiali fino a m 3\nCon mezzi", price: 9.15, labourPct: 30.6 },
    ]);
    expect([reading.title.year, reading.warningCount]).toEqual([2024, 0]);
  });

  it("reads Sicilia's list: codes under N., units per euro", async () => {
    const { reading, entries } = await table(
      "N.;DESCRIZIONE;U.M.;PREZZO;Inc. M.O. %;Inc. Sic. %\n1;SCAVI E TRASPORTI;;;;\n1.1;SCAVI;;;;\n1.1.1;Scavo di sbancamento:;;;;\n1.1.1.1;in limi;€/m³;5,38;17,7;1,2\n",
    );
    expect(entries).toEqual([
      {
        code: "1.1.1.1",
        chapter: "SCAVI E TRASPORTI – SCAVI",
        description: "Scavo di sbancamento:\nin limi",
        unit: "m³",
        price: 5.38,
        labourPct: 17.7,
        safetyPct: 1.2,
      },
    ]);
    expect(reading.warningCount).toBe(0);
  });

  it("has the complete text where a list has a short one beside it", async () => {
    const head = "Codice;Descrizione breve;Descrizione estesa;U.M.;Prezzo (€)\n";
    const rows =
      "10.1.AB1;Demolizione di murature;Demolizione di murature di ogni genere, compreso il trasporto;;\n10.1.AB1.01;Mattoni pieni;;m³;152,3\n";
    const { reading, entries } = await table(head + rows);
    const description = "Demolizione di murature di ogni genere, compreso il trasporto\nMattoni pieni";
    expect([entries, reading.warningCount]).toMatchObject([[{ description }], 0]);
    const long = "Rimozione di ringhiere in ferro e simili, compreso ogni onere";
    const cut = await table(`${head}A.1;${long.slice(0, 45)};${long};kg;1,24\n`);
    expect(cut.entries).toMatchObject([{ description: long }]);
  });

  it("looks for a short text within the complete one in a time that grows with them, however long it is", async () => {
    const row = (size: number): string =>
      `A.1;${"a".repeat(size / 4)}b${"a".repeat(size / 4)};${"a".repeat(size)};kg;1,24\n`;
    await expectProportional({
      input: (size) => `Codice;Descrizione breve;Descrizione estesa;U.M.;Prezzo (€)\n${row(size).repeat(8)}`,
      work: table,
      small: 6_000,
      large: 96_000,
    });
  });

  it("divides safety in euro by the price, and asks what a column of safety has that doesn't say", async () => {
    const head = "Codice;Descrizione;U.M.;Prezzo;";
    const row = "A.1;Ringhiera;kg;1,25;0,03\n";
    const { reading, entries } = await table(`${head}Costi sicurezza inclusi (€)\n${row}`);
    expect([entries, reading.warningCount]).toMatchObject([[{ safetyPct: 2.4 }], 0]);
    const bare = `${head}Sicurezza\n${row}`;
    expect((await table(bare)).reading.warnings).toMatchObject([
      { code: "column_not_read", detail: expect.stringContaining("as safetyAmount if it has euro") },
    ]);
    expect((await table(bare, { safetyAmount: "Sicurezza" })).entries).toMatchObject([{ safetyPct: 2.4 }]);
    expect((await table(bare, { safetyPct: "Sicurezza" })).entries).toMatchObject([{ safetyPct: 0.03 }]);
  });

  it("passes over headings that stand on each page", async () => {
    const head = "Codice;Descrizione;U.M.;Prezzo €\n";
    const { reading, entries } = await table(`${head}A.1;Scavo;mc;9,50\n${head.toUpperCase()}A.2;Trasporto;mc;4\n`);
    expect([entries.map(({ code }) => code), reading.warningCount]).toEqual([["A.1", "A.2"], 0]);
  });

  it("takes a share of labour for a ratio where all of them are", async () => {
    const { entries, reading } = await table(
      "Codice,Descrizione,UM,Prezzo,% manodopera\nA,Muro,mq,10.50,0.325\nB,Tetto,mq,20.5,0.4\nC,Scavo,mc,9.5,28%\n",
    );
    expect(entries.map(({ labourPct }) => labourPct)).toEqual([32.5, 40, 28]);
    expect(reading.warnings).toMatchObject([{ code: "doubtful_share", place: "row 2" }]);
  });
});

describe("columns named by hand", () => {
  const odd = "Sigla;Cosa;Misure;Valore\nX1;Muro;mq;12,5\n";

  it("takes letters and texts of headings", async () => {
    const { entries } = await table(odd, { code: "Sigla", description: "B", unit: "misure", price: "D" });
    expect(entries).toMatchObject([{ code: "X1", description: "Muro", unit: "mq", price: 12.5 }]);
  });

  it.each([
    [
      { code: "Codice articolo", description: "B", price: "D" },
      /No row has the headings that columns name\. Give letters/,
    ],
    [{ code: "A" }, /columns must name description and price/],
    [undefined, /Name its columns: \{"code":"B"/],
  ])("refuses %j in words that say what to do", async (columns, message) => {
    await expect(table(odd, columns as Record<string, string> | undefined)).rejects.toThrow(message);
  });

  it("of two columns with one heading asks for the letter of one", async () => {
    const twice = "Sigla;Cosa;Misure;Valore;Valore\nX1;Muro;mq;12,5;15\n";
    const columns = { code: "A", description: "B", unit: "C" };
    await expect(table(twice, { ...columns, price: "Valore" })).rejects.toThrow(
      'columns.price: several are "Valore". Give the letter of one: D, E.',
    );
    expect((await table(twice, { ...columns, price: "E" })).entries).toMatchObject([{ price: 15 }]);
  });
});

it("keeps 200 warnings and counts all", async () => {
  const rows = Array.from({ length: 500 }, (_, n) => `A.${n};Muro;mq;x${n}1`);
  const { reading } = await table(`Codice;Descrizione;U.M.;Prezzo\nB;Tetto;mq;1\n${rows.join("\n")}`);
  expect([reading.warnings.length, reading.warningCount, reading.rowsRead]).toEqual([200, 500, 502]);
});

it("puts works under headings whose codes are numbers, however many zeros a spreadsheet shows of them", async () => {
  const rows = [
    ["Codice", "Descrizione", "U.M.", "Prezzo"],
    [1.1, "Scavi"],
    ["1.1.1", "fino a 2 m", "mc", 10],
    [1.2, "Reinterri"],
    ["1.2.1", "con mezzi", "mc", 5],
    [1.11, "Trasporti"],
    ["1.11.1", "a discarica", "mc", 7],
  ];
  const cells = new Map([1, 3, 5].map((row) => [`${row},0`, { style: { numFmt: "0.00" } }]));
  const book = await writeXlsx({ sheets: [{ name: "Elenco", rows, cells }] });
  const { entries } = await readAll(await readPriceTable(inParts(book)));
  expect(entries.map(({ code, chapter }) => [code, chapter])).toEqual([
    ["1.1.1", "Scavi"],
    ["1.2.1", "Reinterri"],
    ["1.11.1", "Trasporti"],
  ]);
});

it("leaves out the sheet of the analyses, whose resources are no works", async () => {
  const works = [
    ["Codice", "Descrizione", "U.M.", "Prezzo"],
    ["01.A.1", "Scavo", "mc", 9.5],
  ];
  const made = [
    ["Codice", "Descrizione", "U.M.", "Quantità", "Prezzo unitario", "Importo"],
    ["RU.01", "Operaio comune", "ora", 0.1, 25, 2.5],
  ];
  const sheets = (name: string) => [
    { name: "Elenco prezzi", rows: works },
    { name, rows: made },
  ];
  const read = async (name: string) =>
    readAll(await readPriceTable(inParts(await writeXlsx({ sheets: sheets(name) }))));
  const { entries, reading } = await read("Analisi dei prezzi");
  expect(entries.map(({ code }) => code)).toEqual(["01.A.1"]);
  expect(reading.warnings).toMatchObject([{ code: "sheet_left_out", place: "Analisi dei prezzi" }]);
  expect((await read("Analisi chimiche")).entries).toHaveLength(2);
  const alone = await writeXlsx({ sheets: [{ name: "Analisi prezzi", rows: made }] });
  await expect(readPriceTable(inParts(alone))).rejects.toThrow("If its rows are works, rename it");
});

it("reads a price and its unit out of one cell", async () => {
  const { reading, entries } = await table(
    "Codice;Descrizione;Prezzo\nA.1;Intonaco;12,50 €/m²\nA.2;Scavo;€ 1.250,00 / mc\nA.3;Ferro;€/kg 1,20\nA.4;Rete;9,00 al m²\nA.5;Porta;€ 300,00\n",
  );
  expect(entries.map(({ code, unit, price }) => [code, unit, price])).toEqual([
    ["A.1", "m²", 12.5],
    ["A.2", "mc", 1250],
    ["A.3", "kg", 1.2],
    ["A.4", "m²", 9],
    ["A.5", "-", 300],
  ]);
  expect(reading.warnings.map(({ code }) => code)).not.toContain("unreadable_price");
});

it("takes no price for one of another unit than its column says", async () => {
  const { reading, entries } = await table(
    "Codice;Descrizione;U.M.;Prezzo\nA.1;Rete;mq;9,00 €/m²\nA.2;Barra;cad;12,50 €/kg\n",
  );
  expect(entries.map(({ code, unit, price }) => [code, unit, price])).toEqual([["A.1", "mq", 9]]);
  expect(reading.warnings.map(({ code }) => code)).toEqual(["unreadable_price"]);
});

it.each(["5 per cento", "12,50 €/m² x 2", "12,50 €/m2 12", "3 / gennaio"])(
  "takes %s for no price with its unit",
  async (price) => {
    const { reading, entries } = await table(`Codice;Descrizione;Prezzo\nA.1;Rete;9,00 €/m²\nA.2;Intonaco;${price}\n`);
    expect(entries.map(({ code }) => code)).toEqual(["A.1"]);
    expect(reading.warnings.map(({ code }) => code)).toContain("unreadable_price");
  },
);

it.each([
  "Kode / Codice;Bezeichnung / Descrizione;ME / U.M.;Preis / Prezzo",
  "Codice / Code;Descrizione / Désignation;U.M. / Unité;Prezzo / Prix",
  '"Code\nCodice";"Bezeichnung\nDescrizione";"M.E.\nU.M.";"Einheitspreis\nPrezzo unitario"',
  "Codesc / Kode / Codice;Descriziun / Bezeichnung / Descrizione;M.U. / M.E. / U.M.;Prisc / Preis / Prezzo",
])("reads headings in several languages: %s", async (headings) => {
  const { entries } = await table(`${headings}\n01.02;Muratura;m²;45,20\n`);
  expect(entries).toMatchObject([{ code: "01.02", description: "Muratura", unit: "m²", price: 45.2 }]);
});
