import { type BillMeasurement, type BillNode, computedLine, percentOf } from "../../domain/bill/bill.js";
import {
  countedRow,
  expressionOf,
  factorNames,
  repeatedBy,
  shownQuantity,
  usualQuantityDecimals,
} from "../../domain/bill/bill-measurements.js";
import { singleSpaced } from "../../domain/text/normalized.js";
import { factorFields, flags } from "./numbers.js";
import { writtenGroups } from "./written-groups.js";
import { element, elements } from "./xml-text.js";

export interface WrittenBill {
  name: string;
  /** computed */
  nodes: readonly BillNode[];
  /** unset: 2 */
  quantityDecimals?: number | null;
}

/** PriMus leaves 1 free. */
const firstId = 2;
const normalRow = -2;
const seeRow = 32768;
const noDate = "30/12/1899";
/** Characters of either end of a long description that its short form shows. */
const shortHalf = 58;

/** A description as lists show it: short ones whole, long ones by their beginning and end. */
export function shortDescription(text: string): string {
  const line = singleSpaced(text);
  const characters = [...line];
  if (characters.length <= 2 * shortHalf + 5) return line;
  return `${characters.slice(0, shortHalf).join("")} ... ${characters.slice(-shortHalf).join("")}`;
}

/**
 * A bill of quantities as XPWE 5.04, which PriMus and most other programs of the field import. What XPWE has no place for is left out:
 * further properties, list prices beside other prices. Of sections without lines the titles are written, which an import leaves out.
 * @param prices false: all prices are 0, for those who are to fill them in
 */
export function writeXpwe({ name, nodes, quantityDecimals }: WrittenBill, { prices = true } = {}): string {
  const decimals = quantityDecimals ?? usualQuantityDecimals;
  const { lines, xml: categories } = writtenGroups(nodes);
  const items = new PriceItems(prices);
  const written = lines.map(({ node, categories: [spCat, cat, sbCat] }, index) => {
    const { quantity } = computedLine(node);
    const fields = elements({
      IDEP: items.idOf(node),
      Quantita: fixed(quantity, decimals),
      DataMis: italianDay(node.measuredOn),
      Flags: node.safety === true ? flags.safety : 0,
      IDSpCat: spCat,
      IDCat: cat,
      IDSbCat: sbCat,
      CodiceWBS: "",
    });
    const sheet = node.measurements?.map((row, at) =>
      rowXml(countedRow(row), at + firstId, shownQuantity(row, decimals), decimals),
    );
    return `<VCItem ID="${index + firstId}">${fields}<PweVCMisure>${sheet?.join("") ?? ""}</PweVCMisure></VCItem>`;
  });
  return [
    `<?mso-application progid="PriMus.Document.XPWE"?><PweDocumento>${header(name)}`,
    `<PweDatiGenerali>${project(name)}<PweDGCapitoliCategorie>${categories}</PweDGCapitoliCategorie>`,
    `${analysis}${numberFormats(decimals)}</PweDatiGenerali>`,
    `<PweMisurazioni><PweElencoPrezzi>${items.xml}</PweElencoPrezzi>`,
    `<PweVociComputo>${written.join("")}</PweVociComputo></PweMisurazioni></PweDocumento>`,
  ].join("");
}

const header = (name: string): string =>
  elements({
    CopyRight: "Pratica",
    TipoDocumento: 1,
    TipoFormato: "XMLPwe",
    Versione: "5.04",
    SourceVersione: "1",
    SourceNome: "Pratica",
    FileNameDocumento: name,
  });

const project = (name: string): string => {
  const fields = {
    PercPrezzi: 0,
    Comune: "",
    Provincia: "",
    Oggetto: name,
    Committente: "",
    Impresa: "",
    ParteOpera: "",
  };
  return `<PweDGProgetto><PweDGDatiGenerali>${elements(fields)}</PweDGDatiGenerali></PweDGProgetto>`;
};

const analysis = `<PweDGModuli><PweDGAnalisi>${elements({
  SpeseUtili: -1,
  SpeseGenerali: 15,
  UtiliImpresa: 10,
  OneriAccessoriSc: 0,
  ConfQuantita: "11.3|1",
})}</PweDGAnalisi></PweDGModuli>`;

function numberFormats(decimals: number): string {
  const formats = elements({
    Divisa: "euro",
    ConversioniIN: "lire",
    FattoreConversione: "1936.27",
    Cambio: 1,
    PartiUguali: "9.3|0",
    Lunghezza: "9.3|0",
    Larghezza: "9.3|0",
    HPeso: "9.3|0",
    Quantita: `10.${decimals}|1`,
    Prezzi: "10.2|1",
    PrezziTotale: "14.2|1",
    ConvPrezzi: "11.0|1",
    ConvPrezziTotale: "15.0|1",
    IncidenzaPercentuale: "7.3|0",
    Aliquote: "7.3|0",
  });
  return `<PweDGConfigurazione><PweDGConfigNumeri>${formats}</PweDGConfigNumeri></PweDGConfigurazione>`;
}

/** The price list of a bill: one item for all lines that say the same of what is to be done, and of its price. */
class PriceItems {
  private readonly ids = new Map<string, number>();
  private readonly items: string[] = [];

  constructor(private readonly prices: boolean) {}

  get xml(): string {
    return this.items.join("");
  }

  idOf({ code = "", desc = "", unit = "", price, listPrice, ...shares }: BillNode): number {
    const [labourPct = 0, safetyPct = 0] = [shares.labourPct, shares.safetyPct].map(percentOf);
    const safety = shares.safety === true;
    const priceEuro = this.prices ? (price ?? listPrice ?? 0) : 0;
    const key = JSON.stringify([code, desc, unit, priceEuro, labourPct, safetyPct, safety]);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.items.length + firstId;
    this.ids.set(key, id);
    const fields = elements({
      TipoEP: 0,
      Tariffa: code,
      Articolo: "",
      DesRidotta: shortDescription(desc),
      DesEstesa: desc,
      DesBreve: "",
      UnMisura: unit,
      Prezzo1: decimal(priceEuro),
      Prezzo2: 0,
      Prezzo3: 0,
      Prezzo4: 0,
      Prezzo5: 0,
      IDSpCap: 0,
      IDCap: 0,
      IDSbCap: 0,
      CodiceWBSCAP: "",
      Flags: safety ? flags.safety : 0,
      Data: noDate,
      AdrInternet: "",
      IncSIC: decimal(safetyPct),
      IncMDO: decimal(labourPct),
      IncMAT: 0,
      IncATTR: 0,
      TagBIM: "",
    });
    this.items.push(`<EPItem ID="${id}">${fields}<PweEPAnalisi/></EPItem>`);
    return id;
  }
}

function rowXml(row: BillMeasurement, id: number, quantity: number, decimals: number): string {
  const isPartial = row.kind === "partial";
  const counts = !isPartial && row.kind !== "note";
  const texts = factorNames.map((name) => (counts ? (expressionOf(row, name) ?? decimalOr(row[name])) : ""));
  const repeats = repeatedBy(row);
  if (repeats?.factor !== undefined)
    texts[0] = texts[0] ? `${decimal(repeats.factor)}*(${texts[0]})` : decimal(repeats.factor);
  const factors = factorNames.map((name, at) => element(factorFields[name], texts[at] ?? "")).join("");
  const flag =
    (isPartial ? flags.partial : 0) | (counts && row.negative === true ? flags.deduction : 0) | (repeats ? seeRow : 0);
  const idvv = repeats ? repeats.line + firstId : normalRow;
  return (
    `<RGItem ID="${id}">${element("IDVV", idvv)}${element("Descrizione", row.desc ?? "")}${factors}` +
    `${element("Quantita", fixed(quantity, decimals))}${element("Flags", flag)}</RGItem>`
  );
}

/** A number without exponent, which PriMus doesn't read. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(18).replace(/\.?0+$/, "") : text;
}

const decimalOr = (value: number | undefined): string => (value === undefined ? "" : decimal(value));

/** With at least the decimals of the file, and more where the quantity has them. */
function fixed(value: number, decimals: number): string {
  const text = decimal(value);
  const own = text.split(".")[1]?.length ?? 0;
  return own >= decimals ? text : `${text}${own === 0 && decimals > 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}

function italianDay(day: unknown): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof day === "string" ? day : "") ?? [];
  return year ? `${date}/${month}/${year}` : noDate;
}
