import { describe, expect, it } from "@jest/globals";
import { errorTexts } from "../../../src/domain/review/error-texts.js";
import { contentWarnings, documentWarnings, lineWarnings, warnsOfError } from "../../../src/domain/review/warnings.js";
import { faultyDocuments } from "./real-faulty.js";
import { findings, line, quote } from "./sample.js";

describe("warnings of a document", () => {
  it.each(faultyDocuments)(
    "are its errors, discounted safety costs, and lines, texts and attachments that aren't there, with codes and places, in English: %s",
    (_name, input) => {
      const missing = [
        "R03_NO_PRICE",
        "R11_DISCOUNTED_SAFETY",
        "R30_NO_BODY",
        "R30_ATTACHMENTS",
        "R34_HTML",
        "R34_IMAGE",
      ];
      const errors = findings(input).filter(
        ({ severity, code }) => severity === "error" || (severity === "warning" && missing.includes(code)),
      );
      const warnings = documentWarnings(input);
      expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual(
        errors.map(({ code, field }) => [code, field]),
      );
      for (const [index, { code, detail, suggestion }] of warnings.entries()) {
        expect([code, Object.keys(errorTexts)]).toEqual([code, expect.arrayContaining([code])]);
        expect([detail, suggestion]).not.toContain(errors[index]?.message);
        expect(`${detail} ${suggestion}`).toMatch(/^[A-Z].+\. [A-Z].+\.$/s);
      }
    },
  );

  it("name a discount that may be meant as a fraction before the document goes out", () => {
    expect(documentWarnings(quote({ discountPct: 0.1 })).map(({ code }) => code)).toEqual(["R10_FRACTION"]);
    expect(documentWarnings(quote({ discountPct: 10 }))).toEqual([]);
  });

  it("name a doubtful discount as soon as it is written", () => {
    const stamps = line({ desc: "Marche da bollo", qty: 1, price: 32 });
    const written = (discountPct: number, ...fields: string[]) => {
      const { document, today, timezone } = quote({ lineItems: [line(), stamps], discountPct });
      return contentWarnings(document, new Set(fields), { today, timezone }).map(({ code }) => code);
    };
    expect(written(0.1, "discountPct")).toEqual(["R10_FRACTION"]);
    expect(written(10, "discountPct")).toEqual(["R10_DISCOUNTED_EXPENSES"]);
    expect(written(0.1, "title")).toEqual([]);
  });

  it("name HTML and images, which the client would see as tags and words", () => {
    const body = "<h1>Offerta</h1>\n\n![la pianta](https://a.example/p.png)\n\nI lavori durano tre giorni.";
    expect(documentWarnings(quote({ body }))).toMatchObject([
      { code: "R34_IMAGE", pointer: "/body" },
      { code: "R34_HTML", pointer: "/body", detail: expect.stringMatching(/^The document's body holds HTML.*«<h1>»/) },
    ]);
  });

  it("name a discount on safety costs that no line is marked as, when it is written and before it goes out", () => {
    const safety = line({ desc: "Oneri della sicurezza non soggetti a ribasso", unit: "a corpo", qty: 1, price: 200 });
    const discounted = quote({ lineItems: [line(), safety], discountPct: 20 });
    const marked = quote({ lineItems: [line(), { ...safety, safety: true }], discountPct: 20 });
    const codes = ({ document, today, timezone }: typeof marked) =>
      contentWarnings(document, new Set(["discountPct"]), { today, timezone }).map(({ code }) => code);
    expect([codes(discounted), codes(marked)]).toEqual([["R11_DISCOUNTED_SAFETY"], []]);
    expect(documentWarnings(discounted)).toMatchObject([
      { code: "R11_DISCOUNTED_SAFETY", detail: expect.stringContaining("«Oneri della sicurezza non soggetti a ri…»") },
    ]);
    expect(documentWarnings(discounted).filter(warnsOfError)).toEqual([]);
  });

  it("name a total among lines that are written, and compare it with the others", () => {
    const lineItems = [100, 50, 150, 150].map((price, index) => ({
      ...line(),
      desc: index < 2 ? "Posa" : "Totale",
      qty: 1,
      price,
    }));
    const { document, today, timezone } = quote({ lineItems });
    const named = (...indexes: number[]) =>
      lineWarnings(document, new Set(indexes), { today, timezone }).map(({ code, pointer }) => `${code} ${pointer}`);
    expect(named(2)).toEqual(["R08_TOTAL_LINE /lineItems/2/desc"]);
    expect(named(0, 1)).toEqual([]);
  });

  it("name a percentage that counts as a plain number", () => {
    const share = { ...line(), unit: "%", qty: 5, price: 8000 };
    const { document, today, timezone } = quote({ lineItems: [line(), share] });
    expect(contentWarnings(document, new Set(["lineItems"]), { today, timezone })).toMatchObject([
      {
        code: "R13_PERCENT",
        pointer: "/lineItems/1/unit",
        detail: expect.stringMatching(/^The line item at index 1 has the unit %, but its amount is quantity × price/),
      },
    ]);
  });

  it("name the day that the client will read, where the end of the day before was written in UTC", () => {
    const validUntil = new Date("2026-12-31T23:59:59Z");
    const expected = [
      {
        code: "R17_NEXT_DAY",
        pointer: "/validUntil",
        detail: "The validity ends in the small hours of a day, and the document names that day: «1° gennaio 2027».",
        suggestion: "If the day before is meant, give it alone, such as 2026-12-31.",
      },
    ];
    expect(documentWarnings(quote({ validUntil }))).toEqual(expected);
    const { today, timezone, document } = quote({ validUntil });
    expect(contentWarnings(document, new Set(["validUntil"]), { today, timezone })).toEqual(expected);
  });

  it("name lines with the price 0 before the document goes out, and no errors of them", () => {
    const warnings = documentWarnings(quote({ lineItems: [{ desc: "Scavo", unit: "m³", qty: 2, price: 0 }] }));
    const found = warnings.filter(({ code }) => code === "R03_NO_PRICE");
    expect(found).toMatchObject([
      {
        pointer: "/lineItems/0/price",
        detail: "The line item at index 0 has the price 0, and its description doesn't say why: «Scavo».",
      },
    ]);
    expect(found.filter(warnsOfError)).toEqual([]);
  });

  it("quote what they are about", () => {
    const input = quote({ body: "Gentile signora [nome],\n\nle scriviamo il 31 novembre 2026.", vatPct: 22 });
    expect(documentWarnings(input).map(({ detail }) => detail)).toEqual([
      "The document's body still has parts to be filled in: «[nome]».",
      "The document's body holds a date that doesn't exist: «31 novembre 2026».",
    ]);
  });

  it("of one kind are at most 20", () => {
    const { document, today, timezone } = quote({ lineItems: Array.from({ length: 30 }, () => line({ qty: 0 })) });
    expect(contentWarnings(document, new Set(["lineItems"]), { today, timezone })).toHaveLength(20);
  });
});
