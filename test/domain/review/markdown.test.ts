import { describe, expect, it } from "@jest/globals";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import { line, quote, terms } from "./sample.js";

const codes = (input: ReturnType<typeof quote>): string[] => reviewDocument(input).findings.map(({ code }) => code);
const clean = quote().document.body ?? "";

describe("a document in Markdown", () => {
  it("is reviewed like the same words without marks", () => {
    const marked = `# Offerta\n\n${clean.replace("i lavori", "**i lavori**")}\n\n- uno\n- due\n\n| Opera | Tempo |\n|---|--:|\n| tinteggiatura | 3 settimane |`;
    expect(
      codes(quote({ body: marked, notes: `## Condizioni\n\n${terms.replace("Pagamento", "*Pagamento*")}` })),
    ).toEqual(codes(quote()));
  });

  it("has its leftovers found whatever their marks", () => {
    for (const mark of [
      "**[da completare: data]**",
      "\\_\\_\\_\\_\\_\\_",
      "| Data | {{data}} |",
      "> XXX",
      "- <<nome>>",
    ])
      expect(codes(quote({ body: `${clean}\n\nScadenza: ${mark}` }))).toContain("R18_LEFTOVER");
  });

  it("has its totals compared, in tables and in bold", () => {
    const items = [line({ qty: 10, price: 10 })];
    for (const text of [
      "Il totale imponibile è di **€ 120,00**.",
      "| Voce | Euro |\n|---|--:|\n| **Totale** | *€ 120,00* |",
    ])
      expect(codes(quote({ lineItems: items, body: `${clean}\n\n${text}` }))).toContain("R08_WRITTEN_TOTAL");
  });

  it("doesn't take a table for one long sentence", () => {
    const row = "| posa di pavimento in gres | duecento metri | tre giorni |\n";
    const body = `${clean}\n\n|a|b|c|\n|-|-|-|\n${row.repeat(20)}`;
    expect(codes(quote({ body }))).not.toContain("R31_LONG_SENTENCE");
  });

  it("says which marks of other dialects are printed as they stand", () => {
    const found = (text: string) =>
      reviewDocument(quote({ body: `${clean}\n\n${text}` })).findings.filter(({ code }) => code === "R34_MARKS");
    expect(found("- [ ] planimetria\n- [x] visura\n\nPrezzo ~~1.500,00~~ 1.200,00 euro")).toMatchObject([
      { severity: "warning", field: "/body", message: expect.stringContaining("«[ ]», «[x]», «~~1.500,00~~»") },
    ]);
    for (const plain of ["Circa ~100 euro, o ~~ 120", "Vedi [x] e `~~codice~~`"]) expect(found(plain)).toEqual([]);
  });

  it("says what won't be printed", () => {
    const body = `${clean}\n\nVedi <br> ![la pianta](https://a.example/p.png)\n\n[legge]: https://b.example`;
    const notes = "Validi 30 giorni ![timbro](https://a.example/t.png)";
    const found = reviewDocument(quote({ body, notes })).findings.filter(({ code }) => code.startsWith("R34"));
    expect(found.map(({ severity, code, field }) => [severity, code, field])).toEqual([
      ["warning", "R34_IMAGE", "/body"],
      ["warning", "R34_HTML", "/body"],
      ["info", "R34_UNUSED_LINK", "/body"],
      ["warning", "R34_IMAGE", "/notes"],
    ]);
    expect(found[0]?.message).toContain("«la pianta»");
  });
});
