import type { LineItem } from "../documents/revision.js";
import { grouped } from "../grouped.js";
import { inEuro, inItalian } from "../text/italian-numbers.js";
import { normalized } from "../text/normalized.js";
import { shortened } from "../text/shortened.js";
import { visible } from "../text/visible-text.js";
import { canonicalUnit, isSameUnit } from "../units.js";
import type { PriceSource } from "./input.js";
import { asShown } from "./price-book-tool.js";
import type { RequestedChanges } from "./requested-changes.js";

/** Models round: a price within 1 % of a source's price means that price. */
const roundingTolerance = 0.01;

/** An accepted line, with remarks on it for the user: in Italian, without the line's number. */
export interface PricedLine {
  item: LineItem;
  remarks: string[];
}

const named = ({ origin, code }: PriceSource): string => (code ? `${origin}, cod. ${code}` : origin);

/** The sources of prices, by code and by words. */
export class PriceSources {
  private readonly byCode: Map<string, PriceSource[]>;
  private readonly byWords: Map<string, PriceSource[]>;

  constructor(sources: readonly PriceSource[]) {
    this.byCode = grouped(sources, ({ code }) => normalized(code ?? ""));
    this.byWords = grouped(sources, wordsAndUnit);
  }

  /** The source that a line refers to: by code, else by the same words and unit. Of several, the one nearest in price. */
  of(line: LineItem): PriceSource | undefined {
    const code = normalized(line.code ?? "");
    const coded = code === "" ? undefined : this.byCode.get(code);
    const found = coded ?? (line.desc.trim() === "" ? [] : (this.byWords.get(wordsAndUnit(line)) ?? []));
    const distance = ({ price }: PriceSource): number => Math.abs(price - line.price);
    return found.toSorted((one, other) => distance(one) - distance(other))[0];
  }
}

/** Words are compared only as far as the model was shown them. */
const wordsAndUnit = ({ desc, unit }: { desc: string; unit: string }): string =>
  JSON.stringify([normalized(asShown(desc)), canonicalUnit(unit)]);

/** A line with the model's words and its own figures, which the instructions don't let change. */
function withOwnFigures(line: LineItem, present: LineItem): PricedLine {
  const isSame = line.desc === "" || line.desc === visible(present.desc).trim();
  const desc = isSame ? present.desc : line.desc;
  const differs = line.qty !== present.qty || line.price !== present.price || line.unit !== present.unit;
  const remark = "quantità e prezzo lasciati com'erano: le istruzioni non chiedono di cambiarli";
  return { item: { ...present, desc }, remarks: differs ? [remark] : [] };
}

/**
 * Accepts a line that a model wrote. A price near that of its source becomes the source's exact price; one that the instructions state is
 * the user's; any other is the model's proposal, to be confirmed. A code that no source has is removed.
 * @param present the line that it stands for; null where it is new
 * @param canChange whether the quantity and price of the present line may change
 */
export function priceLine(
  answered: LineItem,
  present: LineItem | null,
  canChange: boolean,
  requested: RequestedChanges,
  sources: PriceSources,
): PricedLine {
  if (present && !canChange) return withOwnFigures(answered, present);
  const line = { ...answered, code: answered.code || present?.code || null };
  const remarks: string[] = [];
  const source = sources.of(line);
  const item: LineItem = { ...line, code: source?.code ?? line.code };
  if (line.code && !source && normalized(line.code) !== normalized(present?.code ?? "")) {
    remarks.push(`il codice «${shortened(line.code, 60)}» non è in nessun prezzario ed è stato tolto`);
    item.code = present?.code ?? null;
  }
  const isKept = line.price === present?.price;
  const isNear = source && Math.abs(line.price - source.price) <= Math.abs(source.price) * roundingTolerance;
  const isStated = requested.statedPrices.has(line.price);
  if (source && !isKept && (isNear || !(isStated || present))) {
    item.price = source.price;
    remarks.push(`prezzo da ${named(source)}`);
    if (!isSameUnit(source.unit, line.unit)) {
      item.unit = source.unit;
      remarks.push(`l'unità del prezzo è «${source.unit}»: controllare la quantità`);
    }
  } else if (!isKept) {
    const origin = source ? ` (${named(source)}: ${inEuro(source.price)})` : "";
    remarks.push(`${isStated ? "prezzo dalle istruzioni" : "prezzo proposto dal modello, da confermare"}${origin}`);
  }
  if (present && item.price !== present.price) {
    remarks.push(`il prezzo era ${inEuro(present.price)}`);
  }
  if (present && item.qty !== present.qty) remarks.push(`la quantità era ${inItalian(present.qty)}`);
  return { item, remarks };
}
