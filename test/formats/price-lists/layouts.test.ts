import { describe, expect, it } from "@jest/globals";
import { readList } from "./read-list.js";

const entry = (given: object) => ({ chapter: null, labourPct: null, safetyPct: null, ...given });

describe("the list of Lombardia", () => {
  const detail = (code: string, price: string, more = "") => `<voci><riferimenti_voce><autore>LOM</autore>
    <anno>2026</anno><edizione>1</edizione></riferimenti_voce><dettaglio_voce codice_voce="${code}" prezzo_voce="${price}"
    unita_misura_voce="1 m" rapporto_RU_voce="5.13" tipologia_risorsa="OPERA COMPIUTA">
    <declaratoria_voce>OPERA: Tubo &amp; raccordi</declaratoria_voce><risorse><risorsaDTOList udm_risorsa="1 cad">
    <declaratoria_risorsa>Materiale</declaratoria_risorsa></risorsaDTOList></risorse>
    <cod_liv_1>OC</cod_liv_1><descr_liv_1>OPERA COMPIUTA</descr_liv_1><cod_liv_2>E</cod_liv_2>
    <descr_liv_2>Edilizia</descr_liv_2><descr_liv_3>Tubo</descr_liv_3>${more}</dettaglio_voce></voci>`;

  it("gives percentages, units without their one, and levels as chapters", async () => {
    const xml = `<report><voci>${detail("LOM261.OC.1", "310.62")}${detail("LOM261.OC.2", "0.00")}</voci></report>`;
    const { entries, reading, codes } = await readList(xml);
    expect(entries).toEqual([
      entry({
        code: "LOM261.OC.1",
        chapter: "OPERA COMPIUTA – Edilizia",
        description: "OPERA: Tubo & raccordi",
        unit: "m",
        price: 310.62,
        labourPct: 5.13,
      }),
    ]);
    expect([reading.format, reading.rowsRead, codes]).toEqual(["lombardia_xml", 2, []]);
    const title = { name: "Regione Lombardia 2026", source: "Regione Lombardia", year: 2026, province: null };
    expect(reading.title).toEqual(title);
  });

  it("may have the names of 2021, where the labour share is of 1", async () => {
    const { entries } = await readList(`<report><voci><voci><riferimenti_voce><anno>2021</anno></riferimenti_voce>
      <dettaglio_voce CMPcodifica_voce="LOM211.1C.01" udm_voce="m²" prezzo_voce="12.5"
      declaratoria_I_livello_voce="CIVILI" declaratoria_II_livello_voce="SCAVI" declaratoria_III_livello_voce="Scavo">
      <declaratoria_voce>Scavo a mano</declaratoria_voce><risorse>
      <risorsa tipologia_risorsa="NOLI" perc_importo_tipo_risorsa="0.4"/>
      <risorsa tipologia_risorsa="MANODOPERA" perc_importo_tipo_risorsa="0.6"/></risorse></dettaglio_voce></voci></voci></report>`);
    expect(entries).toEqual([
      entry({
        code: "LOM211.1C.01",
        chapter: "CIVILI – SCAVI",
        description: "Scavo a mano",
        unit: "m²",
        price: 12.5,
        labourPct: 60,
      }),
    ]);
  });

  it("in its former structure has headings without price, and the labour share of 1", async () => {
    const row = (code: string, text: string, more = "") =>
      `<Voce><Codice>${code}</Codice><Declaratoria>${text}</Declaratoria>${more}</Voce>`;
    const priced = "<U_M>m³</U_M><Prezzo>1.234,56</Prezzo><Rapporto_RU>0.456</Rapporto_RU>";
    const { entries, reading } = await readList(`<dataroot generated="2026-01-02">${row("LOM261.1C.02", "SCAVI")}
      ${row("LOM261.1C.02.050", "Scavo di sbancamento")}${row("LOM261.1C.02.050.a", "in roccia", priced)}
      ${row("LOM261.1C.021.a", "altro", priced)}</dataroot>`);
    expect(entries).toEqual([
      entry({
        code: "LOM261.1C.02.050.a",
        chapter: "SCAVI – Scavo di sbancamento",
        description: "SCAVI\nScavo di sbancamento\nin roccia",
        unit: "m³",
        price: 1234.56,
        labourPct: 45.6,
      }),
      expect.objectContaining({ code: "LOM261.1C.021.a", chapter: null, description: "altro" }),
    ]);
    expect([reading.format, reading.rowsRead, reading.title.year]).toEqual(["lombardia_rows_xml", 4, 2026]);
  });
});

describe("the list of Veneto", () => {
  it("has a paragraph's text before its prices'", async () => {
    const { entries, reading } = await readList(`<prezzario cod="2026" desc="Prezzario Veneto 2026" ver="1">
      <settore cod="A" desc="EDILIZIA"><capitolo cod="A.01" desc="Scavi"><paragrafo cod="A.01.01"><sint>Scavo a mano</sint>
      <estesa>Scavo eseguito a mano, compreso</estesa><prezzi><prezzo cod="A.01.01.a" umi="mc" val="98.1" man="80.5">in terra
      </prezzo><prezzo cod="A.01.01.b" umi="mc" val="120">in roccia</prezzo></prezzi></paragrafo></capitolo></settore></prezzario>`);
    expect(entries).toEqual([
      entry({
        code: "A.01.01.a",
        chapter: "EDILIZIA – Scavi – Scavo a mano",
        description: "Scavo eseguito a mano, compreso\nin terra",
        unit: "mc",
        price: 98.1,
        labourPct: 80.5,
      }),
      expect.objectContaining({ code: "A.01.01.b", description: "Scavo eseguito a mano, compreso\nin roccia" }),
    ]);
    const title = { name: "Prezzario Veneto 2026", source: "Regione Veneto", year: 2026, province: null };
    expect([reading.format, reading.title]).toEqual(["veneto_xml", title]);
  });
});

describe("the list of Basilicata", () => {
  it("joins the codes and texts of its levels", async () => {
    const { entries, reading } = await readList(`<prezzario><pdf>Prezzario_Basilicata_2025.pdf</pdf><capitoli><capitolo>
      <codice>B</codice><descrizione>OPERE EDILI</descrizione><categorie><categoria><codice>01</codice>
      <descrizione>Scavi</descrizione><voci><voce><codice>001</codice><descrizione>Scavo a sezione aperta</descrizione>
      <hashcode>x</hashcode><sottovoci><sottovoce><codice>01</codice><descrizione>in terra</descrizione>
      <unitaMisura><codice>mc</codice></unitaMisura><prezzo>5.4</prezzo><manodopera>33.3</manodopera></sottovoce>
      <sottovoce><codice>02</codice><descrizione/><unitaMisura><codice>mc</codice></unitaMisura><prezzo>7</prezzo>
      <manodopera>30</manodopera></sottovoce></sottovoci></voce></voci></categoria></categorie></capitolo></capitoli></prezzario>`);
    expect(entries).toEqual([
      entry({
        code: "B.01.001.01",
        chapter: "OPERE EDILI – Scavi – Scavo a sezione aperta",
        description: "Scavo a sezione aperta\nin terra",
        unit: "mc",
        price: 5.4,
        labourPct: 33.3,
      }),
      expect.objectContaining({ code: "B.01.001.02", description: "Scavo a sezione aperta", price: 7, labourPct: 30 }),
    ]);
    const title = { name: "Prezzario Basilicata 2025", source: "Regione Basilicata", year: 2025, province: null };
    expect([reading.format, reading.title]).toEqual(["basilicata_xml", title]);
  });
});

describe("a list in SIX", () => {
  const xml = (products: string, prefix = "") =>
    `<Documento xmlns="six.xsd"><intestazione autore="Regione Sardegna"/><gruppo tipo="Capitoli">
    <grpValore grpValoreId="g1" vlrId="A"><vlrDescrizione lingua="de" breve="BAU"/><vlrDescrizione lingua="it" breve="EDILIZIA"/></grpValore>
    <grpValore grpValoreId="g2" vlrId="A.01"><vlrDescrizione breve="Scavi"/></grpValore></gruppo>
    <prezzario prezzarioId="1"><przDescrizione lingua="de" breve="Preise"/><przDescrizione lingua="it" breve="Prezzario 2025"/>
    <unitaDiMisura unitaDiMisuraId="1" simbolo="m²"/><unitaDiMisura unitaDiMisuraId="2" udmId="cad"/>
    <listaQuotazione listaQuotazioneId="Q1" lqtId="Prezzi 2024"/><listaQuotazione listaQuotazioneId="Q2"><lqtDescrizione
    breve="Prezzi 2025"/></listaQuotazione>${products}</prezzario></Documento>`.replaceAll(
      / (\w+)="/g,
      ` ${prefix}$1="`,
    );
  const heading = `<prodotto prodottoId="1" prdId="A.01"><prdDescrizione lingua="de" breve="Aushub"/>
    <prdDescrizione lingua="it" breve="SCAVI" estesa="Scavi e movimenti di terra"/></prodotto>`;
  const product = `<prodotto prodottoId="2" prdId="A.01.001" unitaDiMisuraId="1" onereSicurezza="0,25">
    <incidenzaManodopera>35,5</incidenzaManodopera><prdDescrizione lingua="it" breve="Scavo" estesa="Scavo con mezzi"/>
    <prdQuotazione listaQuotazioneId="Q1" valore="11.90"/><prdQuotazione listaQuotazioneId="Q2" valore="12.50"/>
    <prdGrpValore grpValoreId="g2"/></prodotto>`;

  it("takes the latest prices, Italian, and the texts of headings", async () => {
    const { entries, reading, codes } = await readList(xml(heading + product));
    expect(entries).toEqual([
      entry({
        code: "A.01.001",
        chapter: "EDILIZIA – Scavi",
        description: "Scavi e movimenti di terra\nScavo con mezzi",
        unit: "m²",
        price: 12.5,
        labourPct: 35.5,
        safetyPct: 2,
      }),
    ]);
    const title = { name: "Prezzario 2025", source: "Regione Sardegna", year: 2025, province: null };
    expect([reading.format, reading.title, reading.rowsRead, codes]).toEqual(["six", title, 2, []]);
  });

  it("may qualify its attributes", async () => {
    const { entries } = await readList(xml(heading + product));
    expect((await readList(xml(heading + product, "s:"))).entries).toEqual(entries);
  });

  it("without groups has its headings as chapters", async () => {
    const { entries } = await readList(xml(heading + product.replace(/<prdGrp[^>]+>/, "")));
    expect(entries[0]?.chapter).toBe("Scavi e movimenti di terra");
  });

  it.each([
    ["an older price", product.replace(/<prdQuotazione listaQuotazioneId="Q2"[^>]+>/, ""), "older_price", 1],
    ["an unknown unit", product.replace('MisuraId="1"', 'MisuraId="9"'), "missing_unit", 1],
    ["an unknown chapter", product.replace('Id="g2"', 'Id="g9"'), "missing_section", 1],
    ["a price without its decimal mark", product.replace("12.50", "15.403.443"), "unreadable_price", 0],
    ["a share beyond 100", product.replace("35,5", "355"), "unreadable_share", 1],
  ])("tells of %s", async (_, changed, code, kept) => {
    const other = product.replace("A.01.001", "A.01.002");
    const { entries, codes } = await readList(xml(heading + changed + other));
    expect([codes, entries.length]).toEqual([[code], kept + 1]);
  });
});

describe("a list in XPWE", () => {
  it("gives its price items with the titles of their chapters", async () => {
    const { entries, reading } = await readList(`<?mso-application progid="PriMus.Document.XPWE"?><PweDocumento>
      <TipoDocumento>0</TipoDocumento><PweDatiGenerali><PweDGProgetto><PweDGDatiGenerali><Oggetto>Elenco prezzi 2024</Oggetto>
      </PweDGDatiGenerali></PweDGProgetto><PweDGCapitoliCategorie><PweDGSuperCapitoli><DGSuperCapitoliItem ID="1">
      <DesSintetica>OPERE</DesSintetica></DGSuperCapitoliItem></PweDGSuperCapitoli><PweDGCapitoli><DGCapitoliItem ID="1">
      <DesSintetica>Scavi</DesSintetica></DGCapitoliItem></PweDGCapitoli></PweDGCapitoliCategorie></PweDatiGenerali>
      <PweMisurazioni><PweElencoPrezzi><EPItem ID="2"><Tariffa>A.1</Tariffa><DesRidotta>Scavo</DesRidotta>
      <DesEstesa>Scavo a mano</DesEstesa><UnMisura>mc</UnMisura><Prezzo1>98.1</Prezzo1><IDSpCap>1</IDSpCap><IDCap>1</IDCap>
      <IncSIC>0</IncSIC><IncMDO>80.123456</IncMDO></EPItem></PweElencoPrezzi></PweMisurazioni></PweDocumento>`);
    expect(entries).toEqual([
      entry({
        code: "A.1",
        chapter: "OPERE – Scavi",
        description: "Scavo a mano",
        unit: "mc",
        price: 98.1,
        labourPct: 80.1235,
      }),
    ]);
    expect([reading.format, reading.title.name, reading.title.year]).toEqual(["xpwe", "Elenco prezzi 2024", 2024]);
  });
});
