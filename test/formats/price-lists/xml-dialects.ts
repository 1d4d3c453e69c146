/** Generated lists of each layout: entry `n` has the code `A.01.<n>`, the price n + 0.5, the unit m² and accents in its text. */
export interface Dialect {
  format: string;
  /** @param price of an entry as its text in the file */
  list(count: number, price?: (n: number) => string): string;
}

const usual = (n: number): string => `${n}.5`;
const each = (count: number, entry: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => entry(at + 1)).join("");
const text = (n: number): string => `Posa n. ${n} di qualità, compreso ogni onere &amp; “altro”`;

export const xmlDialects: Dialect[] = [
  {
    format: "toscana_xml",
    list: (
      count,
      price = usual,
    ) => `<?xml version="1.0" encoding="UTF-8"?><EASY:Prezzario xmlns:EASY="x"><EASY:intestazione
      autore="Regione Toscana"><EASY:dettaglio anno="2025" area="Provincia di Pisa"/></EASY:intestazione><EASY:Contenuto>${each(
        count,
        (n) => `<EASY:Articolo codice="A.01.${n}"><EASY:livello1><![CDATA[OPERE]]></EASY:livello1>
        <EASY:livello2>Posa</EASY:livello2><EASY:livello3>${text(n)}</EASY:livello3><EASY:um>m²</EASY:um><EASY:prezzo>${price(n)}</EASY:prezzo>
        <EASY:Analisi><EASY:incidenzamanodopera percentuale="40.5"/></EASY:Analisi></EASY:Articolo>`,
      )}</EASY:Contenuto></EASY:Prezzario>`,
  },
  {
    format: "liguria_xml",
    list: (count, price = usual) =>
      `<PRT:Prezzario><PRT:intestazione autore="Regione Liguria"/><PRT:Contenuto>${each(
        count,
        (n) => `<PRT:Articolo codice="A.01.${n}"><PRT:tipo>OPERE</PRT:tipo><PRT:capitolo>Posa</PRT:capitolo>
        <PRT:voce>${text(n)}</PRT:voce><PRT:articolo/><PRT:um>metro quadrato (m²)</PRT:um><PRT:prezzo valore="${price(n)}"/>
        <PRT:mo>40.5</PRT:mo><PRT:sicurezza>0</PRT:sicurezza></PRT:Articolo>`,
      )}</PRT:Contenuto></PRT:Prezzario>`,
  },
  {
    format: "lombardia_xml",
    list: (count, price = usual) =>
      `<report><voci>${each(
        count,
        (n) => `<voci><riferimenti_voce><autore>LOM</autore><anno>2026</anno></riferimenti_voce>
        <dettaglio_voce codice_voce="A.01.${n}" prezzo_voce="${price(n)}" unita_misura_voce="1 m²" rapporto_RU_voce="40.5">
        <declaratoria_voce>${text(n)}</declaratoria_voce><descr_liv_1>OPERE</descr_liv_1><descr_liv_2>Posa</descr_liv_2>
        <descr_liv_3>x</descr_liv_3></dettaglio_voce></voci>`,
      )}</voci></report>`,
  },
  {
    format: "lombardia_rows_xml",
    list: (count, price = usual) => `<dataroot><r><Codice>A</Codice><Declaratoria>OPERE</Declaratoria></r>
      <r><Codice>A.01</Codice><Declaratoria>Posa</Declaratoria></r>${each(
        count,
        (
          n,
        ) => `<r><Codice>A.01.${n}</Codice><Declaratoria>${text(n)}</Declaratoria><U_M>m²</U_M><Prezzo>${price(n)}</Prezzo>
        <Rapporto_RU>0.405</Rapporto_RU></r>`,
      )}</dataroot>`,
  },
  {
    format: "veneto_xml",
    list: (count, price = usual) =>
      `<prezzario desc="Veneto 2026"><settore cod="A" desc="OPERE"><capitolo cod="A.01" desc="Posa">${each(
        count,
        (
          n,
        ) => `<paragrafo cod="A.01.${n}"><sint/><estesa>Posa</estesa><prezzi><prezzo cod="A.01.${n}" umi="m²" val="${price(n)}" man="40.5">
        ${text(n)}</prezzo></prezzi></paragrafo>`,
      )}</capitolo></settore></prezzario>`,
  },
  {
    format: "basilicata_xml",
    list: (count, price = usual) => `<prezzario><pdf>Prezzario_2025.pdf</pdf><capitoli><capitolo><codice>A</codice>
      <descrizione>OPERE</descrizione><categorie><categoria><codice>01</codice><descrizione>Posa</descrizione><voci>${each(
        count,
        (
          n,
        ) => `<voce><codice>${n}</codice><descrizione>${text(n)}</descrizione><sottovoci><sottovoce><codice/><descrizione/>
        <unitaMisura><codice>m²</codice></unitaMisura><prezzo>${price(n)}</prezzo><manodopera>40.5</manodopera></sottovoce></sottovoci></voce>`,
      )}</voci></categoria></categorie></capitolo></capitoli></prezzario>`,
  },
  {
    format: "six",
    list: (
      count,
      price = usual,
    ) => `<Documento xmlns="six.xsd"><prezzario><przDescrizione lingua="it" breve="Prezzario 2025"/>
      <unitaDiMisura unitaDiMisuraId="1" simbolo="m²"/><listaQuotazione listaQuotazioneId="L" lqtId="2025"/>
      <prodotto prdId="A"><prdDescrizione breve="OPERE"/></prodotto><prodotto prdId="A.01"><prdDescrizione breve="Posa"/></prodotto>${each(
        count,
        (n) => `<prodotto prdId="A.01.${n}" unitaDiMisuraId="1"><incidenzaManodopera>40.5</incidenzaManodopera>
        <prdDescrizione lingua="it" estesa="${text(n)}"/><prdQuotazione listaQuotazioneId="L" valore="${price(n)}"/></prodotto>`,
      )}</prezzario></Documento>`,
  },
  {
    format: "xpwe",
    list: (count, price = usual) => `<?mso-application progid="PriMus.Document.XPWE"?><PweDocumento><PweDatiGenerali>
      <PweDGCapitoliCategorie><PweDGSuperCapitoli><DGSuperCapitoliItem ID="1"><DesSintetica>OPERE</DesSintetica></DGSuperCapitoliItem>
      </PweDGSuperCapitoli><PweDGCapitoli><DGCapitoliItem ID="1"><DesSintetica>Posa</DesSintetica></DGCapitoliItem></PweDGCapitoli>
      </PweDGCapitoliCategorie></PweDatiGenerali><PweMisurazioni><PweElencoPrezzi>${each(
        count,
        (
          n,
        ) => `<EPItem ID="${n + 1}"><Tariffa>A.01.${n}</Tariffa><DesEstesa>${text(n)}</DesEstesa><UnMisura>m²</UnMisura>
        <Prezzo1>${price(n)}</Prezzo1><IDSpCap>1</IDSpCap><IDCap>1</IDCap><IncMDO>40.5</IncMDO></EPItem>`,
      )}</PweElencoPrezzi></PweMisurazioni></PweDocumento>`,
  },
];
