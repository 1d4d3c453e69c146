import { RecordTexts } from "../../xml/record-texts.js";
import type { Attributes, XmlReader } from "../../xml/xml-stream.js";
import { listNumber } from "../list-number.js";
import type { PriceListBuilder } from "../price-list-builder.js";

const attributeNames = {
  code: ["codice_voce", "CMPcodifica_voce"],
  price: ["prezzo_voce"],
  unit: ["unita_misura_voce", "udm_voce"],
  labour: ["rapporto_RU_voce"],
} as const;
const numerals = ["I", "II", "III", "IV", "V", "VI"];
const maxLevels = 11;
/** The levels below are the entry itself, in parts. */
const maxChapters = 4;

interface Entry {
  line: number;
  texts: RecordTexts;
  levels: (string | undefined)[];
  values: Record<keyof typeof attributeNames, string | undefined>;
}

/**
 * `report/voci/voci` of Lombardia: since 2022 or so with `cod_liv_n` and `descr_liv_n`, before with
 * `declaratoria_I_livello_voce` and so on. `unita_misura_voce` is "1 m"; `rapporto_RU_voce` is the labour share in percent. Entries of
 * price 0 are headings of resources.
 */
export function lombardia(list: PriceListBuilder, line: () => number): XmlReader {
  let entry: Entry | undefined;
  let header: RecordTexts | undefined;
  const add = ({ texts, levels, values, ...found }: Entry) => {
    for (let level = 1; level <= maxLevels; level++) levels.push(texts.get(`descr_liv_${level}`));
    const titles = levels.filter((title) => title?.trim());
    list.add(
      {
        code: values.code,
        chapters: titles.slice(0, Math.max(1, titles.length - 1)).slice(0, maxChapters),
        texts: [texts.get("declaratoria_voce"), texts.get("declaratoria_voce_dettaglio")],
        unit: values.unit?.replace(/^\s*1\s+(?=\S)/, ""),
        price: values.price,
        labourPct: values.labour,
      },
      `line ${found.line}`,
    );
  };
  const end = () => {
    if (entry) add(entry);
    entry = undefined;
  };
  return {
    open(name, attribute) {
      if (name === "dettaglio_voce") {
        end();
        entry = entryOf(attribute, line());
      } else if (entry) {
        entry.texts.open(name);
        if (attribute("tipologia_risorsa") === "MANODOPERA") {
          entry.values.labour ??= asPercent(attribute("perc_importo_tipo_risorsa"));
        }
      } else if (name === "riferimenti_voce" && list.title.year === null) header = new RecordTexts();
      else header?.open(name);
    },
    text(part) {
      (entry?.texts ?? header)?.text(part);
    },
    close(name) {
      if (entry && name === "voci") end();
      else if (entry) entry.texts.close();
      else if (name === "riferimenti_voce" && header) {
        sayHeader(list, header);
        header = undefined;
      } else header?.close();
    },
  };
}

function entryOf(attribute: Attributes, line: number): Entry {
  const firstOf = (names: readonly string[]) => names.map(attribute).find((value) => value !== undefined);
  const values = {
    code: firstOf(attributeNames.code),
    price: firstOf(attributeNames.price),
    unit: firstOf(attributeNames.unit),
    labour: firstOf(attributeNames.labour),
  };
  const levels = numerals.map((numeral) => attribute(`declaratoria_${numeral}_livello_voce`));
  return { line, texts: new RecordTexts(), levels, values };
}

/** The older files have it as a share of 1; what is above 1 can only be percent. */
function asPercent(share: string | undefined): string | undefined {
  const number = listNumber(share);
  return number && number <= 1 ? String(number * 100) : share;
}

function sayHeader(list: PriceListBuilder, header: RecordTexts): void {
  const author = header.get("autore")?.trim();
  const source = !author || author === "LOM" ? "Regione Lombardia" : author;
  list.sayYear(header.get("anno"));
  list.say({ source, name: [source, list.title.year].filter(Boolean).join(" ") });
}
