import { onOneLine } from "./text/shortened.js";

const total = /^\s*(?:sub-?\s?totale|totale|importo (?:totale|complessivo)|somm(?:a|ano)|riepilogo)\b/i;
const beginsAsVat = /^\s*(?:importo |quota |totale )?i\.?v\.?a\b/i;
/**
 * `Totale rimozione infissi` may well cost as much as the one line above it; the mere word can only mean the sum. This and the
 * next expect a text on one line: endless spaces would take seconds.
 */
const mereTotal = /^(?:sub-? ?)?totale(?: (?:complessivo|generale|imponibile|lavori|opere|prestazioni))? ?[:.]?$/i;
const mereVat = /^(?:importo |quota |totale )?i\.?v\.?a\.?(?: (?:al|del)? ?\d{1,2}(?:[.,]\d+)? ?%?)?(?: su\b[^:]*)?$/i;

/** Whether a line is nothing but the tax, such as `IVA al 22%`. */
export const isVatLine = (desc: string): boolean => beginsAsVat.test(desc) && mereVat.test(onOneLine(desc));

interface Running {
  cents: number;
  lines: number;
}

/** Finds lines that are the sum of those above: of all, or of those since the last such line or since their section began. */
export class TotalLines {
  private readonly all: Running = { cents: 0, lines: 0 };
  private since: Running = { cents: 0, lines: 0 };
  private section = "";

  /** Takes the lines one after the other. @param amountEuro rounded to cents */
  isTotal(desc: string, amountEuro: number, section = ""): boolean {
    if (section !== this.section) this.since = { cents: 0, lines: 0 };
    this.section = section;
    const cents = Math.round(amountEuro * 100);
    const saysSo = cents > 0 && total.test(desc);
    const fits = (sums: Running) => sums.cents === cents && (sums.lines > 1 || mereTotal.test(onOneLine(desc)));
    const isIt = saysSo && (fits(this.since) || fits(this.all));
    if (saysSo) this.since = { cents: 0, lines: 0 };
    // A total of totals is that of the works, and a note without an amount is no further work.
    if (isIt || cents === 0) return isIt;
    for (const sums of saysSo ? [this.all] : [this.since, this.all]) {
      sums.cents += cents;
      sums.lines++;
    }
    return false;
  }
}
