import { describe, expect, it } from "@jest/globals";
import { compareQuotes } from "../../../src/domain/documents/compare-quotes.js";
import type { ComparedLink, ComparedQuote } from "../../../src/domain/documents/quote-offers.js";
import { amountEuro, sum } from "../../../src/domain/money.js";

const lines = ["Scavo", "Getto", "Intonaco"].map((desc, index) => ({ index, desc }));
const quote = (docId: string, prices: number[], fields: Partial<ComparedQuote> = {}): ComparedQuote => ({
  docId,
  title: `Offerta ${docId}`,
  contact: null,
  lineItems: prices.map((price) => ({ qty: 2, price })),
  discountPct: null,
  vatPct: 22,
  ...fields,
});
const link = (docId: string, computoLineIndex: number | null, docLineIndex: number | null, stale = false) =>
  ({ docId, computoLineIndex, docLineIndex, stale }) satisfies ComparedLink;
const each = (docId: string, count: number) => Array.from({ length: count }, (_, at) => link(docId, at, at));

describe("a comparison of quotes", () => {
  it("names each offer with the quote's own figures, the lowest, and the spread", () => {
    const { lines: compared } = compareQuotes(
      lines,
      [quote("a", [10, 20]), quote("b", [15, 15])],
      [...each("a", 2), link("b", 0, 0), link("b", 1, 1, true)],
    );
    const offer = { quantity: 2, stale: false };
    expect(compared).toEqual([
      {
        index: 0,
        desc: "Scavo",
        offers: [
          { docId: "a", docLineIndex: 0, unitPrice: 10, amount: 20, ...offer },
          { docId: "b", docLineIndex: 0, unitPrice: 15, amount: 30, ...offer },
        ],
        lowest: "a",
        spreadPct: 50,
      },
      {
        index: 1,
        desc: "Getto",
        offers: [
          { docId: "a", docLineIndex: 1, unitPrice: 20, amount: 40, ...offer },
          { docId: "b", docLineIndex: 1, unitPrice: 15, amount: 30, ...offer, stale: true },
        ],
        lowest: "b",
        spreadPct: 33.33,
      },
      { index: 2, desc: "Intonaco", offers: [], lowest: null, spreadPct: null },
    ]);
  });

  it("says what nobody covers", () => {
    expect(compareQuotes(lines, [quote("a", [1])], [link("a", 1, 0)]).uncovered).toEqual([0, 2]);
    expect(compareQuotes(lines, [], [])).toEqual({
      quotes: [],
      lines: lines.map((line) => ({ ...line, offers: [], lowest: null, spreadPct: null })),
      uncovered: [0, 1, 2],
      coveredTwice: [],
      comparableTotal: [],
    });
  });

  it("has no spread of one offer, nor against an offer of nothing", () => {
    const { lines: compared } = compareQuotes(
      lines,
      [quote("a", [0, 5]), quote("b", [9])],
      [...each("a", 2), link("b", 0, 0)],
    );
    expect(compared.map(({ lowest, spreadPct }) => [lowest, spreadPct])).toEqual([
      ["a", null],
      ["a", null],
      [null, null],
    ]);
  });

  it("names the first of those that ask the same, and has a spread of cents too", () => {
    const { lines: compared } = compareQuotes(
      lines,
      [quote("a", [7, 0.2]), quote("b", [7, 0.1])],
      [...each("b", 2), ...each("a", 2)],
    );
    expect(compared.map(({ lowest, spreadPct }) => [lowest, spreadPct])).toEqual([
      ["a", 0],
      ["b", 100],
      [null, null],
    ]);
  });

  it("adds up what one quote asks for a line twice, and says that it does", () => {
    const { lines: compared, coveredTwice } = compareQuotes(
      lines,
      [quote("a", [6, 5]), quote("b", [10])],
      [link("a", 0, 1), link("a", 0, 0), link("b", 0, 0)],
    );
    expect(compared[0]?.offers.map(({ docId, docLineIndex }) => `${docId}${docLineIndex}`)).toEqual(["a0", "a1", "b0"]);
    expect(compared[0]).toMatchObject({ lowest: "b", spreadPct: 10 });
    expect(coveredTwice).toEqual([{ docId: "a", index: 0 }]);
  });

  it("counts a line that covers several of the bill once, and says how many it covers", () => {
    const {
      lines: compared,
      quotes,
      comparableTotal,
    } = compareQuotes(lines, [quote("a", [50, 7])], [link("a", 0, 0), link("a", 1, 0)]);
    expect(compared.map(({ offers }) => offers.map(({ amount, covers }) => [amount, covers]))).toEqual([
      [[100, 2]],
      [[100, 2]],
      [],
    ]);
    expect(quotes).toMatchObject([{ coveredTotal: 100, total: 114, lumpSum: false }]);
    expect(comparableTotal).toEqual([{ docId: "a", total: 100 }]);
  });

  it("totals like for like only what all quotes by line cover", () => {
    const { comparableTotal } = compareQuotes(
      lines,
      [quote("a", [1, 2, 3]), quote("b", [4, 5]), quote("c", [1000])],
      [...each("a", 3), link("b", 0, 0), link("b", 2, 1), link("c", null, null)],
    );
    expect(comparableTotal).toEqual([
      { docId: "a", total: 8 },
      { docId: "b", total: 18 },
    ]);
  });

  it.each([
    ["quote and bill as one", link("a", null, null), 40],
    ["the whole quote for one line", link("a", 1, null), 40],
    ["one line for the whole bill", link("a", null, 0), 20],
  ])("tells a lump sum apart: %s", (_, only, coveredTotal) => {
    const { quotes, lines: compared, uncovered } = compareQuotes(lines, [quote("a", [10, 10])], [only]);
    expect(quotes).toMatchObject([{ lumpSum: true, coveredTotal, total: 40 }]);
    expect(compared.flatMap(({ offers }) => offers)).toEqual([]);
    expect(uncovered).toEqual([0, 1, 2]);
  });

  it("counts a quote that is linked as a whole whole, whichever of its lines are linked too", () => {
    const { quotes } = compareQuotes(lines, [quote("a", [10, 10])], [link("a", null, null), link("a", 0, 1)]);
    expect(quotes).toMatchObject([{ lumpSum: true, coveredTotal: 40, total: 40 }]);
  });

  it("names a quote's discount, its taxable amount, and the like-for-like total after it", () => {
    const { quotes, comparableTotal } = compareQuotes(lines, [quote("a", [10], { discountPct: 10 })], each("a", 1));
    expect(quotes).toMatchObject([{ coveredTotal: 20, total: 18, discountPct: 10 }]);
    expect(comparableTotal).toEqual([{ docId: "a", total: 20, net: 18 }]);
  });

  it("leaves out links to lines that aren't there", () => {
    const { lines: compared, quotes } = compareQuotes(
      lines,
      [quote("a", [1])],
      [link("a", 0, 1), link("a", 3, 0), link("gone", 0, 0)],
    );
    expect(compared.flatMap(({ offers }) => offers)).toEqual([]);
    expect(quotes[0]?.coveredTotal).toBe(0);
  });

  it.each([
    ["as a whole, whatever else it is linked to", [link("a", null, null), link("a", 0, 0)]],
    ["as one line, whatever line isn't there", [link("a", null, 0), link("a", 0, 9)]],
  ])("has no offers by line of a quote that is linked %s", (_, links) => {
    const { quotes, uncovered } = compareQuotes(lines, [quote("a", [10, 10])], links);
    expect(quotes).toMatchObject([{ lumpSum: true }]);
    expect(uncovered).toEqual([0, 1, 2]);
  });

  it("of 1,000 lines and 5 quotes covers each line by all, to the cent", () => {
    const bill = Array.from({ length: 1_000 }, (_, index) => ({ index, desc: `Voce ${index}` }));
    const quotes = ["a", "b", "c", "d", "e"].map((docId, at) =>
      quote(
        docId,
        bill.map(({ index }) => index + at + 0.105),
      ),
    );
    const compared = compareQuotes(
      bill,
      quotes,
      quotes.flatMap(({ docId }) => each(docId, 1_000)),
    );
    expect(compared.uncovered).toEqual([]);
    expect(compared.lines.every(({ offers, lowest }) => offers.length === 5 && lowest === "a")).toBe(true);
    for (const [at, { total }] of compared.comparableTotal.entries()) {
      expect(total).toBe(sum(bill.map(({ index }) => amountEuro(2, index + at + 0.105))));
      expect(compared.quotes[at]).toMatchObject({ coveredTotal: total, total });
    }
  });
});
