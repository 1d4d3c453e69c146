import { describe, expect, it } from "@jest/globals";
import { readBill } from "../../../src/formats/bills/read-bill.js";

const six = (unit: string) =>
  `<documento><prezzario><unitaDiMisura unitaDiMisuraId="u" simbolo="${unit}"/>
  <prodotto prodottoId="p" prdId="A1" unitaDiMisuraId="u"><prdDescrizione lingua="it" breve="Maggiorazione"/>
  <prdQuotazione listaQuotazioneId="L" valore="1000"/></prodotto></prezzario>
  <preventivo><prvRilevazione progressivo="1" prodottoId="p"><prvMisura><prvCella posizione="0" testo="5"/></prvMisura></prvRilevazione>
  </preventivo></documento>`;
const csv = (unit: string) =>
  `Codice;Descrizione;Unità;Quantità;Prezzo unitario\nA1;Maggiorazione;${unit};5;1000\nA2;Scavo;mc;2;3\n`;

describe("a line in percent that states no amount", () => {
  it.each([
    ["SIX", six],
    ["CSV", csv],
  ])("is warned of, since other programs count a hundredth of it (%s)", async (_, file) => {
    const warnings = async (unit: string) => (await readBill(Buffer.from(file(unit)))).warnings;
    expect(await warnings("%")).toMatchObject([
      { code: "percent_unit", detail: expect.stringContaining("5 × 1000 = 5000 euro") },
    ]);
    expect(await warnings("cad")).toEqual([]);
  });
});
