import type { FoundHeader } from "../tables/find-header.js";
import { normalizedHeading } from "../tables/headings.js";
import { cellText, inColumn, type TableRow } from "../tables/table-row.js";
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
  code?: number | undefined;
  /** from the outermost inwards */
  chapter: number[];
  /** from the outermost inwards, the entry's own text last */
  description: number[];
  /** a shorter text, which may say what the description doesn't */
  short?: number | undefined;
  unit?: number | undefined;
  price: number;
  /** percent of the price */
  labourPct?: number | undefined;
  /** euro */
  labourAmount?: number | undefined;
  /** percent of the price */
  safetyPct?: number | undefined;
  /** euro */
  safetyAmount?: number | undefined;
  /** of the edition, in each row */
  yearColumn?: number | undefined;
  /** names of the columns, for warnings */
  headings: readonly string[];
}

/** Finds a column by its heading. */
type At = (heading: string) => number | undefined;

interface Regional {
  format(kind: TableKind): string;
  source: string;
  /** the heading of its prices */
  price: string;
  /** headings that, with that of its prices, no other list has together */
  marks: (string | RegExp)[];
  columns(at: At, headings: readonly string[]): Pick<PriceLayout, "description"> & Partial<PriceLayout>;
}

const present = (...columns: (number | undefined)[]): number[] => columns.filter((column) => column !== undefined);

/**
 * The tables that regions publish. Shares of labour are those of the price with general expenses and profit: where a list gives the
 * amount, the share is computed from it.
 */
const regional: Regional[] = [
  {
    format: () => "piemonte_csv",
    source: "Regione Piemonte",
    price: "prezzo lordo",
    marks: ["codice totale", "simbolo"],
    columns: (at) => ({
      code: at("codice totale"),
      chapter: present(at("sezione"), at("capitolo")),
      description: present(at("articolo"), at("subarticolo")),
      unit: at("simbolo"),
      labourPct: at("incidenza manodopera"),
      labourAmount: at("somma manodopera"),
      yearColumn: at("edizione"),
    }),
  },
  {
    format: () => "puglia_csv",
    source: "Regione Puglia",
    price: "totale generale",
    marks: [/^codice pug\d{4}$/, "um"],
    columns: (at, headings) => {
      const code = headings.findIndex((heading) => /^codice pug\d{4}$/.test(heading));
      return {
        year: Number(headings[code]?.slice(-4)),
        code,
        chapter: present(at("tipologia"), at("capitolo")),
        description: present(at("voce"), at("articolo")),
        unit: at("um"),
        // `INCIDENZA_RU` is the share before general expenses and profit.
        labourAmount: at("totale ru"),
      };
    },
  },
  {
    format: () => "campania_csv",
    source: "Regione Campania",
    price: "prezzo",
    marks: ["codice", "tipologia", "voce", "articolo", "prezzo senza s g"],
    columns: (at) => ({
      code: at("codice"),
      chapter: present(at("tipologia"), at("capitolo")),
      description: present(at("voce"), at("articolo")),
      unit: at("unita di misura"),
      labourPct: at("incidenza manodopera sul totale"),
      // In spite of its name: the labour in euro.
      labourAmount: at("manodopera %"),
      safetyPct: at("incidenza oneri di sicurezza sul totale"),
    }),
  },
  {
    format: (kind) => (kind === "json" ? "umbria_json" : "umbria_xlsx"),
    source: "Regione Umbria",
    price: "prezzo €",
    marks: ["numero d ordine", "descrizione dell articolo", "costo minimo manodopera €"],
    columns: (at) => ({
      code: at("numero d ordine"),
      description: present(at("descrizione dell articolo")),
      unit: at("u m"),
      labourAmount: at("costo minimo manodopera €"),
    }),
  },
];

const none = {
  format: "table",
  source: null,
  year: null,
  width: null,
  chapter: [],
};

const holds = (headings: readonly string[], mark: string | RegExp): boolean =>
  headings.some((heading) => (typeof mark === "string" ? heading === mark : mark.test(heading)));

/** A region's own layout, known by its headings. */
export function regionalLayout(
  rows: readonly TableRow[],
  kind: TableKind,
): { layout: PriceLayout; contentFrom: number } | null {
  for (const [index, row] of rows.slice(0, 50).entries()) {
    const headings = row.cells.map(normalizedHeading);
    const found = regional.find(({ price, marks }) => [price, ...marks].every((mark) => holds(headings, mark)));
    if (!found) continue;
    const at: At = (heading) => (headings.includes(heading) ? headings.indexOf(heading) : undefined);
    const layout = {
      ...none,
      source: found.source,
      format: found.format(kind),
      width: headings.length,
      price: headings.indexOf(found.price),
      headings,
      ...found.columns(at, headings),
    };
    return { layout, contentFrom: index + 1 };
  }
  return null;
}

const chapterWords =
  /^(supercapitolo|super capitolo|capitolo|sottocapitolo|sub capitolo|categoria|tipologia|sezione|settore|famiglia)$/;

const shortText = /^(descrizione|descr|desc|declaratoria|testo) (breve|brev|sintetica|sintetico|ridotta|ridotto)$/;
const longText = /^(descrizione|descr|desc|declaratoria|testo) (estesa|esteso|est|completa|completo|lunga|lungo)$/;

/** The columns of the description and of a short text beside it. */
function descriptions(description: number, headings: readonly string[]): Pick<PriceLayout, "description" | "short"> {
  const isLong = longText.test(headings[description] ?? "");
  const other = headings.findIndex((heading) => (isLong ? shortText : longText).test(heading));
  if (other < 0) return { description: [description] };
  return isLong ? { description: [description], short: other } : { description: [other], short: description };
}

/** Whether works have their code under `N.`, as in Sicilia's list: `1.1.5.2`. Plain numbers only count them, with a `2/b` among them too. */
function areCodes(number: number, rows: readonly TableRow[]): boolean {
  const written = rows.map(({ cells }) => cellText(inColumn(cells, number))).filter((text) => /\d/.test(text));
  const codes = written.filter((text) => /\d[._/-](?!0+$)[\p{L}\d]|^\p{L}{1,3}\d/u.test(text));
  return codes.length * 2 > written.length;
}

/** The layout that headings name; null where they name no description or no price. @param rows some of its content */
export function layoutOf({ columns, headings }: FoundHeader, rows: readonly TableRow[]): PriceLayout | null {
  const { number, description, unit, price, labourPct, labourAmount, safetyPct, safetyAmount, year, chapter } = columns;
  if (description === undefined || price === undefined) return null;
  const chapters = headings.flatMap((heading, at) => (chapterWords.test(heading) && at !== description ? [at] : []));
  return {
    ...none,
    code: columns.code ?? (number !== undefined && areCodes(number, rows) ? number : undefined),
    chapter: chapter === undefined || chapters.includes(chapter) ? chapters : [chapter],
    ...descriptions(description, headings),
    unit,
    price,
    labourPct,
    labourAmount,
    safetyPct,
    safetyAmount,
    yearColumn: year,
    headings,
  };
}

const lazioCode = /^(?=.*\.)[A-Z]{0,3} ?\d{1,3}(?:\.\d{1,3}){0,5}(?:\.?[a-z]{1,2})?\.?$/;
const lazioCodeWithoutPoints = /^[A-Z]\d{2}(?:\d{3}(?:[a-z]{1,2})?)?$/;
const lazioPrice = /^€ ?-?\d[\d .,]{0,20}$/;
const lazioHeadings = ["parte", "codice", "descrizione", "unita", "prezzo"];

/**
 * Lazio's list has no headings: code with a point at its end, text, unit, price with the sign of euro before it, in some files behind their
 * part (`A`), in others with codes without points (`E01001a`).
 */
export function lazioLayout(rows: readonly TableRow[]): PriceLayout | null {
  return lazioLayoutFrom(1, lazioCode, rows) ?? lazioLayoutFrom(0, lazioCodeWithoutPoints, rows);
}

function lazioLayoutFrom(code: number, isCode: RegExp, rows: readonly TableRow[]): PriceLayout | null {
  const some = rows.slice(0, 300);
  const text = (row: TableRow, column: number) => String(row.cells[column] ?? "");
  const coded = some.filter((row) => isCode.test(text(row, code)));
  const priced = coded.filter((row) => lazioPrice.test(text(row, code + 3)) && typeof row.cells[code + 2] === "string");
  if (coded.length * 2 < some.length || priced.length === 0) return null;
  return {
    ...none,
    format: "lazio_csv",
    source: "Regione Lazio",
    width: code + 4,
    code,
    description: [code + 1],
    unit: code + 2,
    price: code + 3,
    headings: lazioHeadings.slice(1 - code),
  };
}
