import { percentWithArticle } from "../../calendar/italian-dates.js";
import type { LineItem } from "../../documents/revision.js";
import { amountEuro, product, sum } from "../../money.js";
import { inEuro, inItalian } from "../../text/italian-numbers.js";
import type { Check, Fault } from "../finding.js";
import { lineName } from "../finding-words.js";
import { isProfessional } from "./line-kinds.js";
import { isExpense } from "./r10-discounted-expenses.js";
import { chargesContribution } from "./r12-pension-contribution.js";

const percentage = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:%|per cento)/gi;
/** So much is rounded away. */
const toleranceEuro = 1;

/** The only percentage that a description names; null where it names none or several, or says of how much. */
function percentageOf(desc: string): number | null {
  if (/€|\beuro?\b/i.test(desc)) return null;
  const [first, ...others] = [...desc.slice(0, 500).matchAll(percentage)];
  return first && others.length === 0 ? Number(first[1]?.replace(",", ".")) : null;
}

/** How lines begin that may be paid back as they are. */
const expense =
  /^[^\p{L}]*(?:rimbors|spes[ae]\s|boll[oi]\s|diritti\s|valori bollati|visur|tribut|impost[ae]\s|tass[ae]\s)/iu;

interface Charge {
  euro: number;
  isAdvanced: boolean;
  isContribution: boolean;
  isFee: boolean;
}

const chargeOf = (item: LineItem): Charge => ({
  euro: amountEuro(item.qty, item.price),
  isAdvanced: isExpense(item) || expense.test(item.desc),
  isContribution: chargesContribution(item.desc),
  isFee: isProfessional(item),
});

const totalOf = (charges: readonly Charge[]): number => charges.reduce((total, { euro }) => total + euro, 0);

/**
 * What a contribution may be a share of: the fee, with or without expenses, works and deductions, of the whole document or of the lines
 * above it; of one line, as where each professional's fund is named, or of all but one, as where that is an expense.
 */
function basesOf(charges: readonly Charge[], index: number, discountPct: number | null): number[] {
  const above = charges.slice(0, index);
  const group = above.slice(above.findLastIndex(({ isContribution }) => isContribution) + 1);
  const kept = 1 - (discountPct ?? 0) / 100;
  const others = charges.toSpliced(index, 1).filter(({ isContribution }) => !isContribution);
  const fees = others.filter(({ isAdvanced }) => !isAdvanced);
  const ofOne = others.map(({ euro }) => euro);
  const ofOthers = [others, fees].flatMap((some) => {
    const total = totalOf(some);
    return some.map(({ euro }) => total - euro);
  });
  const ofSeveral = [charges.toSpliced(index, 1), above, group]
    .flatMap((some) => [some, some.filter(({ isAdvanced }) => !isAdvanced)])
    .flatMap((some) => [some, some.filter(({ isContribution }) => !isContribution)])
    .flatMap((some) => [some, some.filter(({ isFee }) => isFee), some.filter(({ euro }) => euro > 0)])
    .map(totalOf);
  return [...ofOne, ...ofOthers, ...ofSeveral].flatMap((base) => [base, base * kept]);
}

/** With more of them, each would be compared with all lines. */
const maxContributions = 10;

/** A contribution to a pension fund that isn't the percentage of the other lines that its description names. */
export const contributionAmount: Check = ({ document: { lineItems, discountPct } }) => {
  const named = lineItems.flatMap((item, index) => {
    const pct = item.qty * item.price > 0 && chargesContribution(item.desc) ? percentageOf(item.desc) : null;
    return pct === null ? [] : [{ item, index, pct }];
  });
  if (named.length === 0 || named.length > maxContributions) return [];
  const charges = lineItems.map(chargeOf);
  const others = charges.filter(({ isAdvanced, isContribution }) => !isAdvanced && !isContribution);
  if (others.length === 0) return [];
  const base = sum(others.map(({ euro }) => euro));
  const ofWhat = charges.some(({ isAdvanced }) => isAdvanced) ? "delle altre voci senza le spese" : "delle altre voci";
  return named.flatMap(({ item, index, pct }): Fault[] => {
    const amount = amountEuro(item.qty, item.price);
    const isShare = (of: number): boolean => Math.abs((of * pct) / 100 - amount) < toleranceEuro;
    if (basesOf(charges, index, discountPct).some(isShare)) return [];
    const share = `${percentWithArticle("il", inItalian(pct))} ${ofWhat} (${inEuro(base)})`;
    return [
      {
        severity: "warning",
        code: "R12_OTHER_AMOUNT",
        field: `/lineItems/${index}/price`,
        message: `${lineName(item, index)}: l'importo è ${inEuro(amount)}, ma ${share} è ${inEuro(product([base, pct, 0.01], 2))}.`,
        suggestion: "Verificare l'importo del contributo, oppure la percentuale indicata nella descrizione.",
      },
    ];
  });
};
