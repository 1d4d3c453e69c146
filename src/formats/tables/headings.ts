import { statesPercent } from "./italian-number.js";
import type { Cell, TableRow } from "./table-row.js";

/** What a column can hold. The names are those of `columns` given by hand. */
export type Field =
  | "number"
  | "code"
  | "description"
  | "unit"
  | "count"
  | "length"
  | "width"
  | "height"
  | "quantity"
  | "price"
  | "amount"
  | "labourPct"
  | "labourAmount"
  | "safetyPct"
  | "safety"
  | "chapter"
  | "year";

/** Columns named by hand: by their letters (`B`), or by the texts of their headings. */
export type NamedColumns = Readonly<Partial<Record<Field, string>>>;

/** The column of each field, from 0. */
export type Columns = Partial<Record<Field, number>>;

/** As headings are compared: `Par.ug.` is `par ug`, `PREZZO_LORDO` is `prezzo lordo`, `Quantità` is `quantita`. */
export const normalizedHeading = (cell: Cell | undefined): string =>
  typeof cell === "string"
    ? cell
        .slice(0, 200)
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9%€]+/g, " ")
        .trim()
    : "";

/** `P.U.`: parti uguali before dimensions, else prezzo unitario. */
const partsOrPrice = /^p ?u$/;

/** `N.`: before the dimensions the equal parts, else the line's number. */
const partsOrNumber = /^(n|nr|num|numero)$/;

/** `N. Ord.` */
const numbersLine = /^(numero|n|nr|num) (d |di )?ord(ine)?$/;

/** A price in a list of prices, and the amount beside quantities or dimensions. */
const priceOrAmount = /^(importo( €)?|(prezzo|prezzi) totale)$/;

/** The words for each field, the surest first. Where two columns have words for one field, the surer counts, else the left one. */
const words: [Field, RegExp[]][] = [
  [
    "code",
    [
      /^(num ord )?tariffa$/,
      /^(codice|cod)( (tariffa|voce|articolo|art|prezzo|prezzario|prezziario|listino|e ?p|elenco prezzi|completo|totale))?( €)?$/,
      /^(n )?(art|articolo)( (di )?(elenco|e p|tariffa|elenco prezzi))?$/,
      /^(rif|riferimento|n|nr|num|voce)( (di )?(elenco|e p|elenco prezzi|prezzario|listino))$/,
      /^codice\b/,
      /^(numero|n|nr|num) (d |di )?ordine$/,
    ],
  ],
  ["number", [/^(n|nr|num|numero|pos|posizione|progr|progressivo|n prog|n progr|riga)$/, numbersLine]],
  [
    "labourPct",
    [
      /^% ?(di |della )?(manodopera|mano d opera|m ?o|m ?d ?o)$/,
      /^(manodopera|mano d opera|m ?o|m ?d ?o) ?%$/,
      /^(incidenza|inc) (%? ?)(della |di )?(manodopera|mano d opera|m ?o|m ?d ?o)( %)?( sul (totale|prezzo))?$/,
    ],
  ],
  [
    "labourAmount",
    [/^(costo|importo|somma|valore) (minimo )?(della |di )?(manodopera|mano d opera|m ?o)( €)?$/, /^manodopera( €)?$/],
  ],
  [
    "safetyPct",
    [
      /^% ?(oneri |costi )?(di |della )?sicurezza$/,
      /^(incidenza|inc) %? ?(oneri |costi )?(di |della )?sicurezza( %)?( sul (totale|prezzo))?$/,
    ],
  ],
  ["safety", [/^(oneri|costi|costo|voce) (di |della |per la )?sicurezza$/, /^sicurezza$/]],
  [
    "unit",
    [
      /^(u m|um|udm|u di m|unita (di )?misura|un mis|u mis|unita di mis|unit mis)$/,
      /^unita( di misura)?\b/,
      /^(misura|simbolo|unita)$/,
    ],
  ],
  ["length", [/^(dimensioni )?(lung|lungh|lunghezza)( m| ml)?$/]],
  ["width", [/^(dimensioni )?(larg|largh|larghezza)( m| ml)?$/]],
  [
    "height",
    [
      /^(dimensioni )?(h peso|alt peso|altezza peso|altezza o peso|h o peso|h|alt|altezza|peso|spessore|spess)( m| ml)?$/,
    ],
  ],
  [
    "count",
    [
      /^(par ug|parti uguali|par uguali|parti ug|n parti|parti|n p u|simili|n simili|par ugu)$/,
      /^dimensioni par ug$/,
      partsOrPrice,
    ],
  ],
  ["quantity", [/^(quantita|q ta|qta|quant)( totale| totali)?$/, /^(qt|q)$/]],
  [
    "price",
    [
      /^(prezzo|prezzi|importo|importi|costo|prz|pr|p)( €)? (unit|unitario|unitari)( €)?$/,
      /^(prezzo|prezzi)( €| euro| in euro| lordo| totale| applicazione| di applicazione)?$/,
      /^(unitario|costo unitario|valore unitario|€ unitario)$/,
      /^(prz|p ?u)( €| euro)?$/,
      /^prezzo\b(?! (senza|totale|netto))/,
      /^costo( €)?$/,
      /^importo( €)?$/,
    ],
  ],
  [
    "amount",
    [
      /^(importo|importi|prezzo|costo)( €)? (totale|totali|complessivo)( €)?$/,
      /^(importo|importi|totale|tot)( €| euro)?$/,
    ],
  ],
  [
    "description",
    [
      /^(descrizione|declaratoria|designazione|descr|indicazione)( (dei|delle|dell|del|della|estesa|completa))?\b/,
      /^(lavorazione|lavorazioni|oggetto|testo|voce|articolo)$/,
    ],
  ],
  ["chapter", [/^(capitolo|categoria|tipologia|sezione|settore|famiglia)$/]],
  ["year", [/^(edizione|anno)$/]],
];

const vat = "(?:iva|i v a)(?: \\d{1,2} ?%?)?";
const withVat = new RegExp(
  `\\b(?:${vat} (?:inclus|incl|compres|compr)|(?:inclus[ao]|incl|compres[ao]|compr|con|lord[ao]|al lordo)(?: (?:di|dell))? ${vat}(?! ?\\d{0,2} ?%? escl)|ivat[oaie])`,
);
const withoutVat = new RegExp(
  ` (?:${vat} (?:esclus[ao]|escl)|(?:esclus[ao]|escl|senza|oltre|piu|al netto|nett[ao])(?: (?:di|dell))? ${vat})$`,
);

/** A heading without the words that VAT comes on top. One that includes VAT names no column, since bills and price lists are without it. */
const beforeVat = (heading: string): string => (withVat.test(heading) ? "" : heading.replace(withoutVat, ""));

const hasDimensions = ({ length, width, height }: Columns): boolean =>
  length !== undefined || width !== undefined || height !== undefined;

const isMeasured = (columns: Columns): boolean => columns.quantity !== undefined || hasDimensions(columns);

/** Whether a column stands before the first dimension, as the equal parts do. */
const isBeforeDimensions = (column: number, { length, width, height }: Columns): boolean =>
  [length, width, height].every((dimension) => dimension === undefined || column < dimension);

/** The columns that headings name. A column has one meaning, and a meaning one column. */
export function columnsOf(given: readonly string[]): Columns {
  const headings = given.map(beforeVat);
  const columns: Columns = {};
  const used = new Set<number>();
  for (const [field, patterns] of words) {
    const mayBeDoubtful = field === "price" && isMeasured(columns);
    for (const [pattern, isSure] of [
      ...patterns.map((each) => [each, true] as const),
      ...(mayBeDoubtful ? patterns.map((each) => [each, false] as const) : []),
    ]) {
      const isParts = field === "count" && pattern === partsOrPrice;
      if (isParts && !hasDimensions(columns)) continue;
      const index = headings.findIndex(
        (heading, at) =>
          heading !== "" &&
          !used.has(at) &&
          pattern.test(heading) &&
          !(isSure && mayBeDoubtful && priceOrAmount.test(heading)) &&
          (!isParts || isBeforeDimensions(at, columns)),
      );
      if (index < 0) continue;
      columns[field] = index;
      used.add(index);
      break;
    }
  }
  const { number, description, price } = columns;
  if (price !== undefined && isMeasured(columns) && priceOrAmount.test(headings[price] ?? "")) {
    columns.amount ??= price;
    if (columns.amount === price) delete columns.price;
  }
  // `N.` is the line's number before its description, and the equal parts behind it.
  if (columns.count === undefined && number !== undefined && description !== undefined && number > description) {
    columns.count = number;
    delete columns.number;
    const before = headings.findIndex((heading, at) => at < description && !used.has(at) && numbersLine.test(heading));
    if (before >= 0) columns.number = before;
  }
  if (columns.count === undefined && description !== undefined && hasDimensions(columns)) {
    const parts = headings.findIndex(
      (heading, at) =>
        at > description && !used.has(at) && partsOrNumber.test(heading) && isBeforeDimensions(at, columns),
    );
    if (parts >= 0) columns.count = parts;
  }
  return columns;
}

export const knownColumns = (columns: Columns): number =>
  Object.values(columns).filter((column) => column !== undefined).length;

/** Headings of two rows: what stands above spans the empty cells to its right. */
function joinedHeadings(above: readonly string[], below: readonly string[]): string[] {
  const length = Math.max(above.length, below.length);
  let spanning = "";
  return Array.from({ length }, (_, index) => {
    const top = above[index] ?? "";
    const bottom = below[index] ?? "";
    if (top !== "") spanning = top;
    if (bottom === "") return top;
    return spanning === "" ? bottom : `${spanning} ${bottom}`;
  });
}

export interface Header {
  columns: Columns;
  /** as compared, by column */
  headings: string[];
  /** how many rows it takes */
  rows: 1 | 2;
}

/** What two rows of headings name: each column by what stands in it, above or below or both. */
function ofTwoRows(above: readonly string[], below: readonly string[]): Header {
  const joined = joinedHeadings(above, below);
  const byBelow = joined.map((text, index) => below[index] || text);
  const columns: Columns = {};
  const used = new Set<number>();
  for (const found of [columnsOf(joined), columnsOf(byBelow)]) {
    for (const [field, column] of Object.entries(found) as [Field, number][]) {
      if (columns[field] !== undefined || used.has(column)) continue;
      columns[field] = column;
      used.add(column);
    }
  }
  return { columns, headings: joined, rows: 2 };
}

const isHeadingRow = (row: TableRow | undefined): boolean =>
  row !== undefined && !row.cells.some((cell) => cell !== null && typeof cell !== "string" && !statesPercent(cell));

/**
 * The headings that begin at a row, alone or with the row below.
 * @returns null where these rows are no headings
 */
export function headerAt(row: TableRow, below: TableRow | undefined): Header | null {
  if (!isHeadingRow(row)) return null;
  const above = row.cells.map(normalizedHeading);
  const one: Header = { columns: columnsOf(above), headings: above, rows: 1 };
  const two = below && isHeadingRow(below) ? ofTwoRows(above, below.cells.map(normalizedHeading)) : null;
  const best = two && knownColumns(two.columns) > knownColumns(one.columns) ? two : one;
  return knownColumns(best.columns) >= 3 ? best : null;
}
