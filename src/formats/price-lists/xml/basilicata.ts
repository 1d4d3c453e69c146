import { RecordTexts } from "../../xml/record-texts.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import type { PriceListBuilder } from "../price-list-builder.js";

/** What holds the items of each level; the names of the items themselves don't matter. */
const containers = ["capitoli", "categorie", "voci", "sottovoci"];

interface Item {
  texts: RecordTexts;
  line: number;
}

/**
 * `capitoli/categorie/voci/sottovoci` of Basilicata: each item has `codice` and `descrizione`, the lowest one `unitaMisura/codice`,
 * `prezzo` and `manodopera` (percent) as well. A code is that of all levels, joined by points.
 */
export function basilicata(list: PriceListBuilder, line: () => number): XmlReader {
  list.say({ source: "Regione Basilicata" });
  /** the items that are open, from the outermost inwards; between two of them lies a container */
  const items: Item[] = [];
  let isInContainer = false;
  let header: RecordTexts | undefined;
  const add = ({ texts, line: at }: Item) => {
    const codes = items.map((item) => item.texts.get("codice")?.trim()).filter(Boolean);
    const above = items.slice(0, -1).map((item) => item.texts.get("descrizione"));
    // The upper two levels are the list's chapters; the texts begin below them.
    const own = [...above.slice(2), texts.get("descrizione")];
    const unit = texts.get("unitaMisura/codice") ?? texts.get("unitaMisura");
    const found = { unit, price: texts.get("prezzo"), labourPct: texts.get("manodopera") };
    list.add({ code: codes.join("."), chapters: above, texts: own, ...found }, `line ${at}`);
  };
  return {
    open(name) {
      const item = items.at(-1);
      if (isInContainer) {
        items.push({ texts: new RecordTexts(), line: line() });
        isInContainer = false;
      } else if (name === containers[items.length] && (!item || item.texts.depth === 0)) isInContainer = true;
      else if (item) item.texts.open(name);
      else if (header) header.open(name);
      else header = new RecordTexts();
    },
    text(part) {
      if (!isInContainer) (items.at(-1)?.texts ?? header)?.text(part);
    },
    close() {
      const item = items.at(-1);
      if (isInContainer) isInContainer = false;
      else if (item && item.texts.depth > 0) item.texts.close();
      else if (item) {
        if (item.texts.get("prezzo")?.trim() || item.texts.get("unitaMisura")) add(item);
        items.pop();
        isInContainer = true;
      } else {
        header?.close();
        const title = header
          ?.get("pdf")
          ?.replace(/\.pdf\s*$/i, "")
          .replaceAll("_", " ");
        list.say({ name: title });
        list.sayYear(title);
      }
    },
  };
}
