import { describe, expect, it } from "@jest/globals";
import { acceptFindings, mergeReview } from "../../../src/domain/drafting/accept-findings.js";
import type { ReviewAnswer } from "../../../src/domain/drafting/answers.js";
import { reviewPrompt } from "../../../src/domain/drafting/review-prompt.js";
import type { ReviewInput } from "../../../src/domain/review/input.js";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import { quote } from "../review/sample.js";

type Finding = ReviewAnswer["findings"][number];
const vague: Finding = {
  severity: "warning",
  category: "missing_detail",
  field: "/body",
  quote: "I lavori durano tre settimane.",
  message: "Manca la data di inizio dei lavori.",
  suggestion: "Indicare quando cominciano",
};

/** What is kept of findings, each the vague one with changes. */
function kept(changes: Partial<Finding>[], input: ReviewInput = quote()) {
  const { findings: fixed } = reviewDocument(input);
  const answer = { findings: changes.map((change) => ({ ...vague, ...change })) };
  return acceptFindings(answer, input.document, fixed, reviewPrompt(input, fixed, "mark"));
}
const fields = (...changes: Partial<Finding>[]): string[] => kept(changes).map(({ field }) => field);

describe("acceptFindings", () => {
  it("keeps a finding that quotes the document, with the quotation in its message", () => {
    expect(kept([{}])).toEqual([
      {
        severity: "warning",
        category: "missing_detail",
        code: "AI_MISSING_DETAIL",
        field: "/body",
        message: "Manca la data di inizio dei lavori: «I lavori durano tre settimane.».",
        suggestion: "Indicare quando cominciano.",
      },
    ]);
  });

  it.each([
    "i lavori  durano\ntre settimane",
    "I LAVORI DURANO TRE SETTIMANE",
    "I lavori du\u200brano tre settimane",
    "Casa di via Garibaldi",
    "m²",
  ])("finds the words however they are typeset: %s", (words) => {
    expect(kept([{ quote: words }])).toHaveLength(1);
  });

  it("keeps one without a quotation where it names a field, as of a small model that leaves it out", () => {
    const found = kept([
      { quote: null, field: "/lineItems/0/price" },
      { quote: null, field: "/elsewhere" },
    ]);
    expect(found).toMatchObject([{ field: "/lineItems/0/price", message: "Manca la data di inizio dei lavori." }]);
  });

  it("finds quotation marks, apostrophes and dashes of another kind", () => {
    const input = quote({ kind: "letter", body: "L’opera – dice il cliente – è «finita» da un mese." });
    expect(kept([{ quote: 'L\'opera - dice il cliente - è "finita"' }], input)).toHaveLength(1);
  });

  it.each(["I lavori durano quattro settimane.", "", "  ", "tre", "cinque anni di garanzia", "I lavori … settimane"])(
    "drops one whose words aren't there: %j",
    (words) => {
      expect(kept([{ quote: words }])).toEqual([]);
    },
  );

  it("points to the field that it names, or else to where the words are", () => {
    const desc = "Fornitura e posa di battiscopa";
    expect(fields({ field: "/notes" })).toEqual(["/notes"]);
    expect(fields({ field: "/vatPct" })).toEqual(["/vatPct"]);
    for (const field of ["/lineItems/9/desc", "body", "/status", "/lineItems/1/__proto__", ""]) {
      expect(fields({ field, quote: desc })).toEqual(["/lineItems/1/desc"]);
    }
    expect(fields({ field: "nowhere", quote: "Polizza di responsabilità civile" })).toEqual(["/notes"]);
    expect(fields({ field: "nowhere", quote: "Casa di via Garibaldi" })).toEqual(["/title"]);
  });

  it("leaves out what a fixed check found already, and repetitions", () => {
    const input = quote({ lineItems: [{ desc: "Ponteggio di facciata", unit: "m²", qty: 0, price: 9 }] });
    const again = { category: "pricing", field: "/lineItems/0/qty", quote: "Ponteggio di facciata" } as const;
    expect(kept([again, {}, {}], input).map(({ code }) => code)).toEqual(["AI_MISSING_DETAIL"]);
    expect(kept([{ ...again, category: "formal" }], input)).toHaveLength(1);
    const leftover = quote({
      body: "Gentile cliente, la superficie è [da completare]. I lavori durano tre settimane.",
    });
    expect(kept([{ quote: "[da completare]" }, {}], leftover)).toHaveLength(1);
  });

  it("restores what was hidden before it looks for the words", () => {
    const [finding] = kept([{ quote: "signora Bianchi (C.F. [[CF1]])", message: "Il codice [[CF1]] va verificato" }]);
    expect(finding?.message).toBe(
      "Il codice MRTMTT91D08F205J va verificato: «signora Bianchi (C.F. MRTMTT91D08F205J)».",
    );
  });

  it("keeps messages plain and short, and at most twenty of them", () => {
    const body = Array.from({ length: 30 }, (_, at) => `Frase numero ${at + 1} del testo.`).join("\n");
    const input = quote({ kind: "letter", lineItems: [], body });
    const many = Array.from({ length: 30 }, (_, at) => ({
      quote: `Frase numero ${at + 1} del testo`,
      message: `<b>Oscura</b> ${"molto ".repeat(200)}`,
      suggestion: "Vedi https://altrove.example/x",
    }));
    const found = kept(many, input);
    expect(found).toHaveLength(20);
    for (const { message, suggestion } of found) {
      expect(message).toMatch(/^Oscura molto/);
      expect(message.length).toBeLessThan(600);
      expect(suggestion).toBe("Vedi [da verificare: link].");
    }
  });
});

describe("mergeReview", () => {
  it("adds findings after those of the fixed checks, and counts them", () => {
    const fixed = reviewDocument(quote({ vatPct: 21 }));
    const merged = mergeReview(fixed, kept([{}]));
    expect(merged.findings.map(({ code }) => code)).toEqual(["R09_UNKNOWN_VAT_RATE", "AI_MISSING_DETAIL"]);
    expect(merged).toMatchObject({ ready: false, score: 75, readability: fixed.readability });
  });

  it("isn't ready where only the model found an error", () => {
    expect(mergeReview(reviewDocument(quote()), kept([{ severity: "error" }]))).toMatchObject({
      ready: false,
      score: 80,
    });
    expect(mergeReview(reviewDocument(quote()), kept([{}]))).toMatchObject({ ready: true, score: 95 });
    expect(mergeReview(reviewDocument(quote()), [])).toMatchObject({ ready: true, score: 100 });
  });
});
