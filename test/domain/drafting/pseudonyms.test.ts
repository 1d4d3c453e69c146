import { describe, expect, it } from "@jest/globals";
import { Pseudonyms } from "../../../src/domain/drafting/pseudonyms.js";

const hidden = (text: string): string => new Pseudonyms().hide(text);

describe("Pseudonyms", () => {
  it.each([
    ["C.F. RSSMRA85T10A562S", "C.F. [[CF1]]"],
    ["cf rss mra 85t10 a562s, nato", "cf [[CF1]], nato"],
    ["C.F. RSSMRA85T10A562X (errato)", "C.F. [[CF1]] (errato)"],
    ["P.IVA IT 00743110157", "P.IVA [[PIVA1]]"],
    ["Partita IVA: 12345678901", "Partita IVA: [[PIVA1]]"],
    ["n. 00743110157", "n. [[PIVA1]]"],
    ["IBAN IT60X0542811101000000123456.", "IBAN [[IBAN1]]."],
    ["su IT60 X054 2811 1010 0000 0123 456 intestato", "su [[IBAN1]] intestato"],
    ["IBAN DE89 3704 0044 0532 0130 00", "IBAN [[IBAN1]]"],
    ["Scriva a giulia.bianchi@example.it.", "Scriva a [[MAIL1]]."],
    ["<neri@pec.example.it>", "<[[MAIL1]]>"],
    ["tel. 0583 123456", "tel. [[TEL1]]"],
    ["cell. 347/1234567", "cell. [[TEL1]]"],
    ["chiamare 3471234567 o 347 123 4567", "chiamare [[TEL1]] o [[TEL2]]"],
    ["+39 0583 123456", "[[TEL1]]"],
    ["0583 123456 e 02 1234 5678", "[[TEL1]] e [[TEL2]]"],
    ["carta d'identità n. CA12345AB rilasciata", "carta d'identità n. [[DOC1]] rilasciata"],
  ])("hides what is personal: %s", (text, expected) => {
    expect(hidden(text)).toBe(expected);
  });

  it.each([
    "Totale € 1.500.000,00",
    "il 01/12/2026 e il 31.12.2026",
    "Prezzo 0,35 al m², quantità 120,00",
    "voce TOS25_01.F04.010.001",
    "voce 01.A05.B12.010",
    "voce 03.02.0125 e 02.1.0010",
    "foglio 45, particella 1234, sub. 4",
    "prot. 45/2024, D.P.R. 380/2001, art. 13",
    "L. 132/2025 e Regolamento (UE) 2016/679",
    "dalle 8.30 alle 12.00, 3 rate da 350 euro",
    "12345678902",
    "muro 0,30 x 0,35 x 12",
    "per un anno di lavoro con una sola firma in calce a esso",
  ])("leaves what isn't: %s", (text) => {
    expect(hidden(text)).toBe(text);
  });
});
