import { unitOf } from "../review/linked.js";
import { inEuro, inItalian, normalized } from "../review/text.js";
import type { LineItem } from "../revision.js";
import type { Asked } from "./asked.js";
import { visible } from "./clean.js";
import type { PriceSource } from "./input.js";
import { asShown } from "./price-book-tool.js";

/** A model rounds: what is this near to a source's price is meant to be it. */
const rounding = 0.01;

/** A line as it is kept, and what the user should know of it, in Italian, without the line's number. */
export interface PricedLine {
  item: LineItem;
  remarks: string[];
}

const named = ({ origin, code }: PriceSource): string => (code ? `${origin}, cod. ${code}` : origin);

function grouped(sources: readonly PriceSource[], keyOf: (source: PriceSource) => string): Map<string, PriceSource[]> {
  const groups = new Map<string, PriceSource[]>();
  for (const source of sources) {
    const group = groups.get(keyOf(source));
    if (group) group.push(source);
    else groups.set(keyOf(source), [source]);
  }
  return groups;
}

/** Sources by what a line names them by. */
export class PriceSources {
  private readonly byCode: Map<string, PriceSource[]>;
  private readonly byWords: Map<string, PriceSource[]>;

  constructor(sources: readonly PriceSource[]) {
    this.byCode = grouped(sources, ({ code }) => normalized(code ?? ""));
    this.byWords = grouped(sources, wordsAndUnit);
  }

  /** The source that a line means: by its code, else by the same words and unit; of several the one nearest in price. */
  of(line: LineItem): PriceSource | undefined {
    const code = normalized(line.code ?? "");
    const coded = code === "" ? undefined : this.byCode.get(code);
    const found = coded ?? (line.desc.trim() === "" ? [] : (this.byWords.get(wordsAndUnit(line)) ?? []));
    const distance = ({ price }: PriceSource): number => Math.abs(price - line.price);
    return found.toSorted((one, other) => distance(one) - distance(other))[0];
  }
}

/** By as much of the words as a model was shown. */
const wordsAndUnit = ({ desc, unit }: { desc: string; unit: string }): string =>
  JSON.stringify([normalized(asShown(desc)), unitOf(unit)]);

/** The line as it was, in the model's words: its figures weren't to be touched. */
function untouched(line: LineItem, present: LineItem): PricedLine {
  const isSame = line.desc === "" || line.desc === visible(present.desc).trim();
  const desc = isSame ? present.desc : line.desc;
  const differs = line.qty !== present.qty || line.price !== present.price || line.unit !== present.unit;
  const remark = "quantità e prezzo lasciati com'erano: le istruzioni non chiedono di cambiarli";
  return { item: { ...present, desc }, remarks: differs ? [remark] : [] };
}

/**
 * What is kept of a line that a model wrote. A price that stands in a source is the source's, to the last decimal; one that the
 * instructions state is the user's; any other is the model's proposal, to be confirmed. A code that no source has is taken away.
 * @param present the line that it stands for, or null where it is new
 */
export function priceLine(
  answered: LineItem,
  present: LineItem | null,
  canChange: boolean,
  asked: Asked,
  sources: PriceSources,
): PricedLine {
  if (present && !canChange) return untouched(answered, present);
  const line = { ...answered, code: answered.code || present?.code || null };
  const remarks: string[] = [];
  const source = sources.of(line);
  const item: LineItem = { ...line, code: source?.code ?? line.code };
  if (line.code && !source && normalized(line.code) !== normalized(present?.code ?? "")) {
    remarks.push(`il codice «${line.code.slice(0, 60).toWellFormed()}» non è in nessun prezzario ed è stato tolto`);
    item.code = present?.code ?? null;
  }
  const isKept = line.price === present?.price;
  const isNear = source && Math.abs(line.price - source.price) <= Math.abs(source.price) * rounding;
  const isStated = asked.stated.has(line.price);
  if (source && !isKept && (isNear || !(isStated || present))) {
    item.price = source.price;
    remarks.push(`prezzo da ${named(source)}`);
    if (unitOf(source.unit) !== unitOf(line.unit)) {
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
