import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { readList } from "./read-list.js";

const golden = readFileSync(new URL("../../../docs/samples/toscana-firenze-2025-extract.xml", import.meta.url), "utf8");

describe("the list of Toscana", () => {
  it("gives its entries with chapter, texts, unit, price and shares", async () => {
    const { entries, codes, reading } = await readList(golden);
    expect(entries).toEqual([
      {
        code: "TOS25_18.W01.001.002",
        chapter: "INDAGINI GEOGNOSTICHE – SONDAGGI GEOGNOSTICI – Ricerca ed individuazione propedeutiche ai sondaggi",
        description: [
          "INDAGINI GEOGNOSTICHE.",
          "Prezzi relativi ai cantieri presenti nella tipologia a cui appartiene il lavoro svolto.",
          "SONDAGGI GEOGNOSTICI",
          "Ricerca ed individuazione propedeutiche ai sondaggi.",
          "di beni di interesse archeologico",
        ].join("\n"),
        unit: "a corpo",
        price: 1467.4,
        labourPct: null,
        safetyPct: null,
      },
      {
        code: "TOS25_01.A03.001.001",
        chapter: "NUOVE COSTRUZIONI EDILI – DEMOLIZIONE – TOTALE O PARZIALE DI EDIFICI",
        description: expect.stringMatching(/^NUOVE COSTRUZIONI EDILI\.\nPrezzi [\s\S]+\nPer qualsiasi altezza\.$/),
        unit: "m³",
        price: 13.63017,
        labourPct: 40.36,
        safetyPct: 0.56,
      },
    ]);
    expect(codes).toEqual([]);
    expect([reading.format, reading.rowsRead, reading.warningCount]).toEqual(["toscana_xml", 2, 0]);
  });

  it("says its region, edition and province", async () => {
    expect((await readList(golden)).reading.title).toEqual({
      name: "Regione Toscana 2025, Provincia di Firenze",
      source: "Regione Toscana",
      year: 2025,
      province: "Firenze",
    });
  });

  it("is the same in parts of any size, and with prefixes that it doesn't declare", async () => {
    const { entries } = await readList(golden);
    expect((await readList(golden, 100)).entries).toEqual(entries);
    const older = golden.replace(/xmlns:EASY="[^"]+"/, "").replaceAll("EASY:", "PRT:");
    expect((await readList(older)).entries).toEqual(entries);
  });

  it("may have the older names of its levels", async () => {
    const names = ["tipo", "capitolo", "voce", "articolo"];
    const older = golden.replace(/livello([1-4])/g, (_, level) => names[level - 1] ?? "");
    expect((await readList(older)).entries).toEqual((await readList(golden)).entries);
  });

  it.each([
    ["1.467.4", 1467.4],
    ["1.234.567.89", 1234567.89],
    ["1.234,56", 1234.56],
    ["12,5", 12.5],
    ["8.6300000000000008", 8.63],
    ["€ 1 826,34", 1826.34],
  ])("reads the price %s", async (text, price) => {
    const { entries } = await readList(golden.replace("<EASY:prezzo>1467.4<", `<EASY:prezzo>${text}<`));
    expect(entries[0]?.price).toBe(price);
  });

  it("loses only an entry whose price can't be read, and tells of it", async () => {
    const { entries, reading } = await readList(golden.replace(">1467.4<", ">1467-4<"));
    expect(entries.map(({ code }) => code)).toEqual(["TOS25_01.A03.001.001"]);
    expect(reading.warnings).toEqual([
      { code: "unreadable_price", place: "line 9, TOS25_18.W01.001.002", detail: '"1467-4" isn\'t a price.' },
    ]);
  });

  it("tells of a price that its analysis contradicts, with both", async () => {
    const { reading } = await readList(golden.replace(">13.63017<", ">13.63<"));
    expect(reading.warnings).toEqual([
      expect.objectContaining({ code: "price_mismatch", detail: expect.stringMatching(/13\.63,.*13\.63017/) }),
    ]);
  });

  it("counts all warnings and keeps the first 200", async () => {
    const [article = ""] = /<EASY:Articolo [\s\S]*?<\/EASY:Articolo>/.exec(golden) ?? [];
    const bad = article.replace(">1467.4<", ">?<").repeat(300);
    const { reading } = await readList(golden.replace("</EASY:Contenuto>", `${bad}</EASY:Contenuto>`));
    expect([reading.warnings.length, reading.warningCount, reading.rowsRead]).toEqual([200, 300, 302]);
  });
});

describe("the list of Liguria", () => {
  const liguria = `<PRT:Prezzario><PRT:intestazione autore="Regione Liguria"><PRT:dettaglio anno="2024" area="Liguria"/>
    </PRT:intestazione><PRT:Contenuto><PRT:Articolo codice="15.A10.A10.010"><PRT:tipo>OPERE EDILI</PRT:tipo>
    <PRT:capitolo>Scavi</PRT:capitolo><PRT:voce>Scavo di sbancamento</PRT:voce><PRT:articolo>in roccia</PRT:articolo>
    <PRT:um>metro cubo (m³)</PRT:um><PRT:prezzo valore="1.200.50"/><PRT:mo>45.5</PRT:mo>
    <PRT:sicurezza>12.005</PRT:sicurezza></PRT:Articolo></PRT:Contenuto></PRT:Prezzario>`;

  it("has the sign of the unit in brackets, the price in an attribute and safety in euro", async () => {
    const { entries, reading } = await readList(liguria);
    expect(reading.format).toBe("liguria_xml");
    expect(reading.title).toEqual({
      name: "Regione Liguria 2024",
      source: "Regione Liguria",
      year: 2024,
      province: null,
    });
    expect(entries).toEqual([
      {
        code: "15.A10.A10.010",
        chapter: "OPERE EDILI – Scavi – Scavo di sbancamento",
        description: "OPERE EDILI\nScavi\nScavo di sbancamento\nin roccia",
        unit: "m³",
        price: 1200.5,
        labourPct: 45.5,
        safetyPct: 1,
      },
    ]);
  });
});
