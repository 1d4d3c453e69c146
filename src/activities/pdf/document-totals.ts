import type { RevisionContent } from "../../domain/documents/revision.js";
import { euro, percent } from "./italian.js";

export interface Total {
  label: string;
  value: string;
}

/** Whether lines have different VAT rates, so that each must show its own. */
export const ratesDiffer = ({ vatByRate = [] }: RevisionContent): boolean => vatByRate.length > 1;

/** The VAT; where rates differ, that of each with the amount that it is charged on. */
function vatRows(content: RevisionContent): Total[] {
  const { totals, vatByRate = [] } = content;
  if (ratesDiffer(content)) {
    return vatByRate.map(({ vatPct, taxable, vat }) => ({
      label: `IVA (${percent(vatPct)}) su ${euro(taxable)}`,
      value: euro(vat),
    }));
  }
  const vatPct = vatByRate[0]?.vatPct ?? content.vatPct;
  return vatPct === null ? [] : [{ label: `IVA (${percent(vatPct)})`, value: euro(totals.vat) }];
}

const safetyLabel = "di cui costi della sicurezza non soggetti a ribasso";

export function totalsOf(content: RevisionContent): { parts: Total[]; total: Total } {
  const { totals, discountPct } = content;
  const vat = vatRows(content);
  const parts: Total[] = [];
  const safety = totals.safety === undefined ? [] : [{ label: safetyLabel, value: euro(totals.safety) }];
  if (discountPct) {
    parts.push({ label: "Totale", value: euro(totals.subtotal) }, ...safety);
    parts.push({ label: `Sconto (${percent(discountPct)})`, value: euro(-totals.discount) });
  }
  if (discountPct || vat.length > 0) parts.push({ label: "Imponibile", value: euro(totals.taxable) });
  if (!discountPct) parts.push(...safety);
  parts.push(...vat);
  return { parts, total: { label: discountPct ? "Totale complessivo" : "Totale", value: euro(totals.total) } };
}
