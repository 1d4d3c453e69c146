import { RecordTexts } from "../../xml/record-texts.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import { HeadingTexts } from "../heading-texts.js";
import { listNumber } from "../list-number.js";
import type { PriceListBuilder } from "../price-list-builder.js";

/**
 * `dataroot` of Lombardia's former structure, as Access exports a table: rows of `Codice, Declaratoria, U_M, Prezzo, Rapporto_RU`. Here
 * the labour share is of 1, not of 100. Rows without a price are headings of the rows whose codes begin with theirs.
 */
export function lombardiaRows(list: PriceListBuilder, line: () => number): XmlReader {
  const headings = new HeadingTexts();
  let root: string | undefined;
  let row: { texts: RecordTexts; line: number } | undefined;
  const end = ({ texts, line: at }: NonNullable<typeof row>) => {
    const code = texts.get("Codice")?.trim() ?? "";
    const own = texts.get("Declaratoria");
    const unit = texts.get("U_M") ?? texts.get("UM");
    const price = texts.get("Prezzo");
    if (listNumber(price) === undefined && !unit?.trim()) {
      list.rowsRead++;
      headings.add(code, own ?? "");
      return;
    }
    const above = headings.above(code);
    const ratio = listNumber(texts.get("Rapporto_RU"));
    const labourPct = typeof ratio === "number" ? ratio * 100 : texts.get("Rapporto_RU");
    list.add({ code, chapters: above, texts: [...above, own], unit, price, labourPct }, `line ${at}`);
  };
  return {
    open(name) {
      if (root === undefined) root = name;
      else if (row) row.texts.open(name);
      else if (name !== root) row = { texts: new RecordTexts(), line: line() };
    },
    text: (part) => row?.texts.text(part),
    close() {
      if (!row) return;
      if (row.texts.depth > 0) {
        row.texts.close();
        return;
      }
      end(row);
      row = undefined;
    },
  };
}
