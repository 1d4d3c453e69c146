import { expect, it } from "@jest/globals";
import { headerAt } from "../../../src/formats/tables/header-at.js";

const row = (...texts: string[]) => ({ place: "", sheet: null, cells: texts.map((text) => text || null) });
const columns = (...texts: string[]): string[] => Object.keys(headerAt(row(...texts), undefined)?.columns ?? {}).sort();

it("takes no half of a heading in two lines for another column", () => {
  const wrapped = ["Codice\nEAN", "Descrizione\nestesa", "Prezzo\nlistino", "Quantità\nconfezione", "Importo\nminimo"];
  expect(columns(...wrapped)).toEqual(["code", "description", "price"]);
});

it("takes two rows of headings for two, though a half of each upper one names a column", () => {
  const above = row("Num.\nordine", "Descrizione\nopere", "Quantità\nprodotto", "Importi", "");
  expect(headerAt(above, row("", "", "", "unitario", "totale"))).toMatchObject({
    rows: 2,
    columns: { price: 3, amount: 4 },
  });
});

it("takes the first of two columns that are headed alike for the length, and the second for the width", () => {
  expect(headerAt(row("Descrizione", "L", "L", "H", "Quantità", "Prezzo"), undefined)).toMatchObject({
    columns: { length: 1, width: 2, height: 3 },
  });
});
