import type { FoundHeader } from "../tables/find-header.js";
import { normalizedHeading } from "../tables/headings.js";
import type { TableRow } from "../tables/table-row.js";
import type { TableKind } from "../tables/table-rows.js";

/** Where a price list has what. Columns count from 0. */
export interface PriceLayout {
  /** stable name */
  format: string;
  source: string | null;
  /** of the edition, where the headings tell */
  year: number | null;
  /** how many columns its rows have; null: as many as they like */
  width: number | null;
  code: number | null;
  /** from the outermost inwards */
  chapter: number[];
  /** from the outermost inwards, the entry's own text last */
  description: number[];
  unit: number | null;
  price: number;
  /** percent of the price */
  labourPct: number | null;
  /** euro */
  labourAmount: number | null;
  /** percent of the price */
  safetyPct: number | null;
  /** of the edition, in each row */
  yearColumn: number | null;
  /** names of the columns, for warnings */
  headings: readonly string[];
}

type At = (heading: string) => number;
const known = (column: number): number | null => (column < 0 ? null : column);

interface Regional {
  format(kind: TableKind): string;
  source: string;
  /** headings that no other list has together */
  marks: (string | RegExp)[];
  columns(at: At, headings: readonly string[]): Partial<PriceLayout>;
}

/**
 * The tables that regions publish. Shares of labour are those of the price with general expenses and profit: where a list gives the
 * amount, the share is computed from it.
 */
const regional: Regional[] = [
  {
    format: () => "piemonte_csv",
    source: "Regione Piemonte",
    marks: ["codice totale", "prezzo lordo", "simbolo"],
    columns: (at) => ({
      code: at("codice totale"),
      chapter: [at("sezione"), at("capitolo")],
      description: [at("articolo"), at("subarticolo")],
      unit: at("simbolo"),
      price: at("prezzo lordo"),
      labourPct: at("incidenza manodopera"),
      labourAmount: at("somma manodopera"),
      yearColumn: at("edizione"),
    }),
  },
  {
    format: () => "puglia_csv",
    source: "Regione Puglia",
    marks: [/^codice pug\d{4}$/, "totale generale", "um"],
    columns: (at, headings) => {
      const code = headings.findIndex((heading) => /^codice pug\d{4}$/.test(heading));
      return {
        year: Number(headings[code]?.slice(-4)),
        code,
        chapter: [at("tipologia"), at("capitolo")],
        description: [at("voce"), at("articolo")],
        unit: at("um"),
        price: at("totale generale"),
        // `INCIDENZA_RU` is the share before general expenses and profit.
        labourAmount: at("totale ru"),
      };
    },
  },
  {
    format: () => "campania_csv",
    source: "Regione Campania",
    marks: ["codice", "tipologia", "voce", "articolo", "prezzo", "prezzo senza s g"],
    columns: (at) => ({
      code: at("codice"),
      chapter: [at("tipologia"), at("capitolo")],
      description: [at("voce"), at("articolo")],
      unit: at("unita di misura"),
      price: at("prezzo"),
      labourPct: at("incidenza manodopera sul totale"),
      // In spite of its name: the labour in euro.
      labourAmount: at("manodopera %"),
      safetyPct: at("incidenza oneri di sicurezza sul totale"),
    }),
  },
  {
    format: (kind) => (kind === "json" ? "umbria_json" : "umbria_xlsx"),
    source: "Regione Umbria",
    marks: ["numero d ordine", "descrizione dell articolo", "prezzo €", "costo minimo manodopera €"],
    columns: (at) => ({
      code: at("numero d ordine"),
      description: [at("descrizione dell articolo")],
      unit: at("u m"),
      price: at("prezzo €"),
      labourAmount: at("costo minimo manodopera €"),
    }),
  },
];

const none: PriceLayout = {
  format: "table",
  source: null,
  year: null,
  width: null,
  code: null,
  chapter: [],
  description: [],
  unit: null,
  price: -1,
  labourPct: null,
  labourAmount: null,
  safetyPct: null,
  yearColumn: null,
  headings: [],
};

const holds = (headings: readonly string[], mark: string | RegExp): boolean =>
  headings.some((heading) => (typeof mark === "string" ? heading === mark : mark.test(heading)));

function withKnown(layout: PriceLayout): PriceLayout {
  const { code, unit, labourPct, labourAmount, safetyPct, yearColumn } = layout;
  return {
    ...layout,
    code: known(code ?? -1),
    unit: known(unit ?? -1),
    labourPct: known(labourPct ?? -1),
    labourAmount: known(labourAmount ?? -1),
    safetyPct: known(safetyPct ?? -1),
    yearColumn: known(yearColumn ?? -1),
    chapter: layout.chapter.filter((column) => column >= 0),
    description: layout.description.filter((column) => column >= 0),
  };
}

/** A region's own layout, known by its headings. */
export function regionalLayout(
  rows: readonly TableRow[],
  kind: TableKind,
): { layout: PriceLayout; contentFrom: number } | null {
  for (const [index, row] of rows.slice(0, 50).entries()) {
    const headings = row.cells.map(normalizedHeading);
    const found = regional.find(({ marks }) => marks.every((mark) => holds(headings, mark)));
    if (!found) continue;
    const at: At = (heading) => headings.indexOf(heading);
    const layout = { ...none, source: found.source, format: found.format(kind), width: headings.length, headings };
    return { layout: withKnown({ ...layout, ...found.columns(at, headings) }), contentFrom: index + 1 };
  }
  return null;
}

const chapterWords =
  /^(supercapitolo|super capitolo|capitolo|sottocapitolo|sub capitolo|categoria|tipologia|sezione|settore|famiglia)$/;

/** The layout that headings name; null where they name no description or no price. */
export function layoutOf({ columns, headings }: FoundHeader): PriceLayout | null {
  const { code, description, unit, price, labourPct, labourAmount, safetyPct, year, chapter } = columns;
  if (description === undefined || price === undefined) return null;
  const chapters = headings.flatMap((heading, at) => (chapterWords.test(heading) && at !== description ? [at] : []));
  return withKnown({
    ...none,
    code: code ?? null,
    chapter: chapter === undefined || chapters.includes(chapter) ? chapters : [chapter],
    description: [description],
    unit: unit ?? null,
    price,
    labourPct: labourPct ?? null,
    labourAmount: labourAmount ?? null,
    safetyPct: safetyPct ?? null,
    yearColumn: year ?? null,
    headings,
  });
}

const lazioCode = /^[A-Z]{0,3} ?\d{1,3}(?:\.\d{1,3}){0,5}(?:\.?[a-z]{1,2})?\.?$/;
const lazioPrice = /^€ ?-?\d[\d .,]{0,20}$/;

/** Lazio's list has no headings: part, code with a point at its end, text, unit, price with the sign of euro before it. */
export function lazioLayout(rows: readonly TableRow[]): PriceLayout | null {
  const some = rows.slice(0, 300);
  const text = (row: TableRow, column: number) => String(row.cells[column] ?? "");
  const coded = some.filter((row) => lazioCode.test(text(row, 1)) && text(row, 1).includes("."));
  const priced = coded.filter((row) => lazioPrice.test(text(row, 4)) && typeof row.cells[3] === "string");
  if (coded.length * 2 < some.length || priced.length === 0) return null;
  return {
    ...none,
    format: "lazio_csv",
    source: "Regione Lazio",
    width: 5,
    code: 1,
    description: [2],
    unit: 3,
    price: 4,
    headings: ["parte", "codice", "descrizione", "unita", "prezzo"],
  };
}
