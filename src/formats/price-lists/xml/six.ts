import { shortened } from "../../../domain/text/shortened.js";
import { SixCatalogue, type SixProduct } from "../../six/six-catalogue.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import { HeadingTexts } from "../heading-texts.js";
import { listNumber } from "../list-number.js";
import type { PriceListBuilder } from "../price-list-builder.js";

/**
 * SIX: `prezzario/prodotto@prdId` with `prdDescrizione`, `prdQuotazione`, `incidenzaManodopera` (percent) and `onereSicurezza` (euro).
 * Of several price levels the latest year's counts. A product without a quotation is a heading of those whose codes begin with its own.
 */
export function six(list: PriceListBuilder, line: () => number): XmlReader {
  const headings = new HeadingTexts();
  const catalogue: SixCatalogue = new SixCatalogue((product) => {
    sayTitle(list, catalogue);
    add(list, catalogue, headings, product);
  }, line);
  return catalogue;
}

function sayTitle(list: PriceListBuilder, catalogue: SixCatalogue): void {
  if (list.rowsRead > 0) return;
  list.say({ name: catalogue.title ?? undefined, source: catalogue.source ?? undefined, year: catalogue.latestYear });
  list.sayYear(catalogue.title ?? undefined);
}

function add(list: PriceListBuilder, catalogue: SixCatalogue, headings: HeadingTexts, product: SixProduct): void {
  const place = `line ${product.line}`;
  const quoted = catalogue.byLatest(product.quotations).filter(([, value]) => listNumber(value) !== 0);
  const [level, price] = quoted[0] ?? [];
  if (level === undefined || price === undefined) {
    list.rowsRead++;
    headings.add(product.code, product.text);
    return;
  }
  const where = `${place}, ${shortened(product.code, 80)}`;
  const year = catalogue.yearOf(level);
  if (year < catalogue.latestYear) {
    list.warn(
      "older_price",
      where,
      `The entry has no price of ${catalogue.latestYear}; the price of ${year || "another level"} was used.`,
    );
  }
  const unit = catalogue.unit(product.unitId);
  if (unit === undefined)
    list.warn("missing_unit", where, `The unit ${shortened(product.unitId ?? "", 40)} isn't in the list.`);
  const missing = product.groupIds.filter((id) => !catalogue.hasGroup(id));
  if (missing.length > 0)
    list.warn("missing_section", where, `The group ${shortened(missing[0] ?? "", 40)} isn't defined before it.`);
  const above = headings.above(product.code);
  const groups = catalogue.groupPaths(product.groupIds).flatMap((group) => [...group.above, group.title]);
  const [safety, priced] = [listNumber(product.safety), listNumber(price)];
  list.add(
    {
      code: product.code,
      chapters: groups.length > 0 ? groups : above,
      texts: [...above, product.text],
      unit: unit ?? product.unitId,
      price,
      labourPct: product.labourPct,
      safetyPct: typeof safety === "number" && priced ? (safety / priced) * 100 : (product.safety ?? undefined),
    },
    place,
  );
}
