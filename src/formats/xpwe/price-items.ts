import { isWithinBounds } from "../../domain/number-limits.js";
import { shortened } from "../../domain/text/shortened.js";
import { shortenedText } from "../shortened-text.js";
import type { Warn } from "../warning-list.js";
import { flags, hasFlag, numberOf } from "./numbers.js";
import type { XpweFields } from "./xpwe-parser.js";

/** An entry of the price list that every XPWE file holds. */
export interface XpwePriceItem {
  code: string;
  desc: string;
  unit: string;
  /** euro */
  price: number | null;
  labourPct: number | null;
  safetyPct: number | null;
  isSafety: boolean;
  chapterIds: readonly (string | undefined)[];
  chapterCode: string | undefined;
}

const otherPrices = ["Prezzo2", "Prezzo3", "Prezzo4", "Prezzo5"] as const;

export function priceItemOf(fields: XpweFields, warn: Warn): XpwePriceItem {
  const text = (name: keyof XpweFields): string => fields[name]?.trim() ?? "";
  return {
    code: shortenedText(text("Tariffa") || text("Articolo"), "name", warn),
    desc: shortenedText(text("DesEstesa") || text("DesRidotta") || text("DesBreve"), "note", warn),
    unit: shortenedText(text("UnMisura"), "name", warn),
    price: firstPriceOf(text, warn),
    labourPct: shareOf("IncMDO", text("IncMDO"), warn),
    safetyPct: shareOf("IncSIC", text("IncSIC"), warn),
    isSafety: hasFlag(fields.Flags, flags.safety),
    chapterIds: [fields.IDSpCap, fields.IDCap, fields.IDSbCap],
    chapterCode: fields.CodiceWBSCAP,
  };
}

/** The first of five prices, by which PriMus counts; that it is 0 where another isn't is said. */
function firstPriceOf(text: (name: keyof XpweFields) => string, warn: Warn): number | null {
  const price = priceOf(text("Prezzo1"), warn);
  if (price) return price;
  const other = otherPrices.find((name) => numberOf(text(name)));
  if (other) {
    const detail = `Prezzo1 is ${price ?? "missing"}, and so is the price; ${other} is ${text(other).slice(0, 40)}, and isn't taken`;
    warn("missing_price", detail);
  }
  return price;
}

function priceOf(text: string, warn: Warn): number | null {
  if (text === "") return null;
  const price = numberOf(text);
  if (price === null) warn("unreadable_price", `"${shortened(text, 100)}" is no price`);
  else if (!isWithinBounds(price)) warn("too_large", `a price of ${shortened(text, 100)} is left out`);
  else return price;
  return null;
}

/** A share in percent; 0 says nothing in most files, and nothing is lost by leaving it out. */
function shareOf(field: string, text: string, warn: Warn): number | null {
  const share = numberOf(text.replace(/\s{0,3}%$/, ""));
  if (share === 0 || text === "") return null;
  if (share !== null && share > 0 && share <= 100) return share;
  warn("unreadable_share", `${field} of ${shortened(text, 100)} is no percentage; it is left out`);
  return null;
}
