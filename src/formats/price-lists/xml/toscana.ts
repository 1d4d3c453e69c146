import { RecordTexts } from "../../xml/record-texts.js";
import type { XmlReader } from "../../xml/xml-stream.js";
import { listNumber } from "../list-number.js";
import type { PriceListBuilder } from "../price-list-builder.js";

/** Names of the four levels: as of 2021, and before (and in Liguria). */
const levelNames = [
  ["livello1", "tipo"],
  ["livello2", "capitolo"],
  ["livello3", "voce"],
  ["livello4", "articolo"],
] as const;

interface Article {
  code: string | undefined;
  line: number;
  texts: RecordTexts;
  price?: string | undefined;
  labourPct?: string | undefined;
  /** share in the price, percent */
  safetyPct?: string | undefined;
  /** euro in the price */
  safety?: string | undefined;
  analysisPrice?: string | undefined;
}

/** The program that publishes it writes "Provincia di Firenze" or the region's own name. */
const provinceIn = /^(?:provincia|citt[àa] metropolitana)\s+(?:di |del |della |dell['’])?\s*(.+)$/i;

/**
 * `Prezzario` of Toscana, Calabria, Campania, Sardegna, Piemonte and, with other names for prices and shares, Liguria:
 * `intestazione/dettaglio@anno,@area`, `Contenuto/Articolo@codice`. Liguria's units have their sign in brackets.
 */
export function toscana(list: PriceListBuilder, line: () => number): XmlReader {
  let article: Article | undefined;
  const add = ({ texts, ...found }: Article) => {
    const levels = levelNames.map(([name, older]) => (texts.get(name) ?? texts.get(older))?.trim()).filter(Boolean);
    const unit = texts.get("um");
    const priceText = found.price ?? texts.get("prezzo");
    const price = listNumber(priceText, true);
    const safety = listNumber(found.safety ?? texts.get("sicurezza"));
    const place = `line ${found.line}`;
    const analysed = listNumber(found.analysisPrice);
    if (price && analysed && price !== analysed) {
      const detail = `The price is ${priceText?.trim()}, its analysis says ${found.analysisPrice}; the price was taken.`;
      list.warn("price_mismatch", `${place}, ${found.code ?? ""}`, detail);
    }
    list.add(
      {
        code: found.code,
        chapters: levels.slice(0, -1),
        texts: levels,
        unit: list.format === "liguria_xml" ? (/\(([^()]{1,40})\)\s*$/.exec(unit ?? "")?.[1] ?? unit) : unit,
        price: price ?? priceText,
        labourPct: found.labourPct ?? texts.get("mo"),
        safetyPct: found.safetyPct ?? (safety && price ? (safety / price) * 100 : undefined),
      },
      place,
    );
  };
  return {
    open(name, attribute) {
      if (name === "Articolo") {
        article = { code: attribute("codice"), line: line(), texts: new RecordTexts() };
        return;
      }
      if (!article) {
        if (name === "intestazione") list.say({ source: attribute("autore") });
        if (name === "dettaglio") sayDetail(list, attribute("anno"), attribute("area"));
        return;
      }
      article.texts.open(name);
      if (name === "incidenzamanodopera") article.labourPct = attribute("percentuale");
      else if (name === "incidenzasicurezza") article.safetyPct = attribute("percentuale");
      else if (name === "onerisicurezza") article.safety = attribute("valore");
      else if (name === "prezzo" && article.texts.depth === 1) article.price = attribute("valore");
      else if (name === "prezzo") article.analysisPrice = attribute("valore");
    },
    text: (part) => article?.texts.text(part),
    close(name) {
      if (!article) return;
      if (name !== "Articolo") return article.texts.close();
      add(article);
      article = undefined;
    },
  };
}

function sayDetail(list: PriceListBuilder, year: string | undefined, area: string | undefined): void {
  list.sayYear(year);
  const province = provinceIn.exec(area?.trim().slice(0, 200) ?? "")?.[1];
  list.say({ province });
  if (!province) list.say({ source: area });
  const { source } = list.title;
  const name = [source ?? "Prezzario", list.title.year].filter(Boolean).join(" ");
  list.say({ name: province ? `${name}, ${area?.trim()}` : name });
}
