const total = /^\s*(?:sub-?\s?totale|totale|importo (?:totale|complessivo)|somm(?:a|ano)|riepilogo)\b/i;
/** `Totale rimozione infissi` may well cost as much as the one line above it; the mere word can only mean the sum. */
const mereTotal =
  /^\s*(?:sub-?\s?)?totale(?:\s+(?:complessivo|generale|imponibile|lavori|opere|prestazioni))?\s*[:.]?\s*$/i;
const vat =
  /^\s*(?:importo |quota |totale )?i\.?v\.?a\.?(?:\s+(?:al|del)?\s*\d{1,2}(?:[.,]\d+)?\s*%?)?(?:\s+su\b.*)?\s*$/i;

/** Whether a line is nothing but the tax, such as `IVA al 22%`. */
export const isVatLine = (desc: string): boolean => vat.test(desc);

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
    const fits = (sums: Running) => sums.cents === cents && (sums.lines > 1 || mereTotal.test(desc));
    const isIt = saysSo && (fits(this.since) || fits(this.all));
    if (saysSo) this.since = { cents: 0, lines: 0 };
    // A total of totals is that of the works.
    if (isIt) return true;
    for (const sums of saysSo ? [this.all] : [this.since, this.all]) {
      sums.cents += cents;
      sums.lines++;
    }
    return false;
  }
}
