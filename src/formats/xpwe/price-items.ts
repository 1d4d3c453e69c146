import { isWithinBounds } from "../../domain/number-limits.js";
import { shortened } from "../../domain/text/shortened.js";
import { shortenedText } from "../shortened-text.js";
import type { WarningList } from "../warning-list.js";
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

/** @param place of the item in the file, for warnings */
export function priceItemOf(fields: XpweFields, place: string, warnings: WarningList): XpwePriceItem {
  const text = (name: keyof XpweFields): string => fields[name]?.trim() ?? "";
  return {
    code: shortenedText(text("Tariffa") || text("Articolo"), "name", place, warnings),
    desc: shortenedText(text("DesEstesa") || text("DesRidotta") || text("DesBreve"), "note", place, warnings),
    unit: shortenedText(text("UnMisura"), "name", place, warnings),
    price: firstPriceOf(text, place, warnings),
    labourPct: shareOf("IncMDO", text("IncMDO"), place, warnings),
    safetyPct: shareOf("IncSIC", text("IncSIC"), place, warnings),
    isSafety: hasFlag(fields.Flags, flags.safety),
    chapterIds: [fields.IDSpCap, fields.IDCap, fields.IDSbCap],
    chapterCode: fields.CodiceWBSCAP,
  };
}

/** The first of five prices, by which PriMus counts; that it is 0 where another isn't is said. */
function firstPriceOf(text: (name: keyof XpweFields) => string, place: string, warnings: WarningList): number | null {
  const price = priceOf(text("Prezzo1"), place, warnings);
  if (price) return price;
  const other = otherPrices.find((name) => numberOf(text(name)));
  if (other) {
    const detail = `Prezzo1 is ${price ?? "missing"}, and so is the price; ${other} is ${text(other).slice(0, 40)}, and isn't taken`;
    warnings.add("missing_price", place, detail);
  }
  return price;
}

function priceOf(text: string, place: string, warnings: WarningList): number | null {
  if (text === "") return null;
  const price = numberOf(text);
  if (price === null) warnings.add("unreadable_price", place, `"${shortened(text, 100)}" is no price`);
  else if (!isWithinBounds(price)) warnings.add("too_large", place, `a price of ${shortened(text, 100)} is left out`);
  else return price;
  return null;
}

/** A share in percent; 0 says nothing in most files, and nothing is lost by leaving it out. */
function shareOf(field: string, text: string, place: string, warnings: WarningList): number | null {
  const share = numberOf(text.replace(/\s{0,3}%$/, ""));
  if (share === 0 || text === "") return null;
  if (share !== null && share > 0 && share <= 100) return share;
  warnings.add("unreadable_share", place, `${field} of ${shortened(text, 100)} is no percentage; it is left out`);
  return null;
}
