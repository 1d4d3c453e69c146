import { RecordTexts } from "../../xml/record-texts.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import type { PriceListBuilder, RawEntry } from "../price-list-builder.js";

/**
 * `prezzario/settore/capitolo/paragrafo(sint, estesa)/prezzi/prezzo@cod,@umi,@val,@man` of Veneto. A price's text is its paragraph's and
 * its own; `man` is the labour share in percent.
 */
export function veneto(list: PriceListBuilder, line: () => number): XmlReader {
  list.say({ source: "Regione Veneto" });
  let sector: string | undefined;
  let chapter: string | undefined;
  let paragraph: RecordTexts | undefined;
  let price: (Pick<RawEntry, "code" | "unit" | "price" | "labourPct"> & { text: string; line: number }) | undefined;
  return {
    open(name, attribute) {
      if (name === "prezzario") {
        list.say({ name: attribute("desc") });
        list.sayYear(`${attribute("desc") ?? ""} ${attribute("ver") ?? ""} ${attribute("cod") ?? ""}`);
      } else if (name === "settore") [sector, chapter] = [attribute("desc"), undefined];
      else if (name === "capitolo") chapter = attribute("desc");
      else if (name === "paragrafo") paragraph = new RecordTexts();
      else if (name === "prezzo") {
        const found = { code: attribute("cod"), unit: attribute("umi"), price: attribute("val") };
        price = { ...found, labourPct: attribute("man"), text: "", line: line() };
      } else if (!price) paragraph?.open(name);
    },
    text(part) {
      if (!price) paragraph?.text(part);
      else if (price.text.length < 100_000) price.text += part;
    },
    close(name) {
      if (name === "prezzo" && price) {
        const [short, long] = [paragraph?.get("sint"), paragraph?.get("estesa")];
        const { text, line: at, ...found } = price;
        const texts = [long?.trim() ? long : short, text];
        list.add({ ...found, chapters: [sector, chapter, short], texts }, `line ${at}`);
        price = undefined;
      } else if (name === "paragrafo") paragraph = undefined;
      else if (!price) paragraph?.close();
    },
  };
}
