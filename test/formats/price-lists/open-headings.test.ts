import { expect, it } from "@jest/globals";
import { readList } from "./read-list.js";

type Row = readonly [code: string, text: string, price?: string];
const entriesOf = async (...rows: Row[]) => {
  const lines = rows.map(([code, text, price]) => `${code};"${text}";${price ? `mc;${price}` : ";"}`);
  const { entries, codes } = await readList(`Codice;Descrizione;U.M.;Prezzo\n${lines.join("\n")}`);
  expect(codes).toEqual([]);
  return entries.map(({ code, chapter, description }) => [code, chapter, description]);
};

it("begins a description with what breaks off above it, however high that stands", async () => {
  const scavo = "Scavo di sbancamento con mezzi meccanici:";
  expect(
    await entriesOf(
      ["A", "OPERE EDILI"],
      ["A01", "Scavi e rinterri"],
      ["A01.001", scavo],
      ["A01.001.005", "in rocce sciolte:"],
      ["A01.001.005.a", "con trasporto a rinterro", "4,3"],
      ["B.1", "Tubo in PVC:"],
      ["B.1.1", "DN 100", "14"],
    ),
  ).toEqual([
    ["A01.001.005.a", "OPERE EDILI – Scavi e rinterri", `${scavo}\nin rocce sciolte:\ncon trasporto a rinterro`],
    ["B.1.1", null, "Tubo in PVC:\nDN 100"],
  ]);
});

it("has the work itself below two chapters, in capitals too, and with the edition in its code", async () => {
  expect(
    await entriesOf(
      ["PUG2026/01", "Edilizia"],
      ["PUG2026/01.E01", "Scavi"],
      ["PUG2026/01.E01.003", "SCAVO DI BONIFICA"],
      ["PUG2026/01.E01.003.a", "con trasporto entro 5 km", "4,5"],
    ),
  ).toEqual([
    ["PUG2026/01.E01.003.a", "Edilizia – Scavi – SCAVO DI BONIFICA", "SCAVO DI BONIFICA\ncon trasporto entro 5 km"],
  ]);
});

it("gives what says nothing by itself the text right above it, however short", async () => {
  const rows: Row[] = [
    ["1", "Muratura in mattoni"],
    ["1.a", "spessore 12 cm", "50"],
    ["1.b", "Spessore libero", "60"],
    ["S01", "SCAVI"],
    ["S01.1", "a mano", "40"],
    ["S01.A10", "Tubo in acciaio"],
    ["S01.A10.010", "DN 20", "12"],
    ["S01.A10.020", "- con coibentazione", "14"],
  ];
  expect(await entriesOf(...rows)).toEqual([
    ["1.a", "Muratura in mattoni", "Muratura in mattoni\nspessore 12 cm"],
    ["1.b", "Muratura in mattoni", "Spessore libero"],
    ["S01.1", "SCAVI", "a mano"],
    ["S01.A10.010", "SCAVI – Tubo in acciaio", "Tubo in acciaio\nDN 20"],
    ["S01.A10.020", "SCAVI – Tubo in acciaio", "Tubo in acciaio\n- con coibentazione"],
  ]);
});

it("takes no note for a chapter, and a text without a code for nothing beyond its chapter", async () => {
  const oneri = `Nei prezzi seguenti sono compresi ${"tutti gli oneri di legge e di cantiere, ".repeat(6)}nessuno escluso.`;
  expect(
    await entriesOf(
      ["", "PARTE PRIMA"],
      ["01", "Edilizia"],
      ["01.A", "Scavi"],
      ["01.A.1", "Scavo", "9"],
      ["", "NOTA: il carico è compreso."],
      ["01.A.2", "Reinterro", "4"],
      ["", oneri],
      ["01.A.3", "Trasporto", "5"],
      ["01.B", "Demolizioni"],
      ["01.B.1", "Muro", "40"],
      ["", "PARTE SECONDA"],
      ["02", "Impianti"],
      ["02.A.1", "Tubo", "14"],
    ),
  ).toEqual([
    ["01.A.1", "PARTE PRIMA – Edilizia – Scavi", "Scavo"],
    ["01.A.2", "PARTE PRIMA – Edilizia – Scavi", "Reinterro"],
    ["01.A.3", "PARTE PRIMA – Edilizia – Scavi", `${oneri}\nTrasporto`],
    ["01.B.1", "PARTE PRIMA – Edilizia – Demolizioni", "Muro"],
    ["02.A.1", "PARTE SECONDA – Impianti", "Tubo"],
  ]);
});
