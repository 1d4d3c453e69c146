import { RecordTexts } from "../../xml/record-texts.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import type { PriceListBuilder } from "../price-list-builder.js";

/**
 * `prezzario/settore/capitolo/paragrafo(sint, estesa)/prezzi/prezzo@cod,@umi,@val,@man` of Veneto. A price's text is its paragraph's and
 * its own; `man` is the labour share in percent.
 */
export function veneto(list: PriceListBuilder, line: () => number): XmlReader {
  list.say({ source: "Regione Veneto" });
  let sector: string | undefined;
  let chapter: string | undefined;
  let paragraph: RecordTexts | undefined;
  let price: { code?: string; unit?: string; price?: string; labour?: string; text: string; line: number } | undefined;
  return {
    open(name, attribute) {
      if (name === "prezzario") {
        list.say({ name: attribute("desc") });
        list.sayYear(`${attribute("desc") ?? ""} ${attribute("ver") ?? ""} ${attribute("cod") ?? ""}`);
      } else if (name === "settore") [sector, chapter] = [attribute("desc"), undefined];
      else if (name === "capitolo") chapter = attribute("desc");
      else if (name === "paragrafo") paragraph = new RecordTexts();
      else if (name === "prezzo") {
        price = { text: "", line: line() };
        for (const [key, from] of [
          ["code", "cod"],
          ["unit", "umi"],
          ["price", "val"],
          ["labour", "man"],
        ] as const) {
          const value = attribute(from);
          if (value !== undefined) price[key] = value;
        }
      } else if (!price) paragraph?.open(name);
    },
    text(part) {
      if (!price) paragraph?.text(part);
      else if (price.text.length < 100_000) price.text += part;
    },
    close(name) {
      if (name === "prezzo" && price) {
        const { sint, estesa } = { sint: paragraph?.get("sint"), estesa: paragraph?.get("estesa") };
        const { code, unit, labour, text, line: at } = price;
        const texts = [estesa?.trim() ? estesa : sint, text];
        const raw = { code, chapters: [sector, chapter, sint], texts, unit, price: price.price, labourPct: labour };
        list.add(raw, `line ${at}`);
        price = undefined;
      } else if (name === "paragrafo") paragraph = undefined;
      else if (!price) paragraph?.close();
    },
  };
}
