/** A measurement row in print. */
export interface Row {
  kind: "row" | "note" | "partial";
  desc: string[];
  /** par.ug., lung., larg., H/peso, quantity */
  figures: string[];
}

/**
 * Rows beneath each other, by column: a row of several lines is one of its own. A reader that goes by the text, not by what is seen, gets
 * them column by column; so runs of several rows are for bills that would take too much memory otherwise.
 */
export interface Run {
  kind: Row["kind"];
  desc: string[];
  figures: string[][];
}

const maxRowsOfRun = 10;
/** What a line of the column of descriptions holds, in widths of an `em`; somewhat less, since widths are estimated. */
const columnEm = 15.5;
const figureLength = 10;

/** The approximate width of the font's characters. For characters other than Latin it isn't known. */
function widthEm(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/[\u0020-\u024f\u2010-\u2026²³]/u.test(character)) return Number.POSITIVE_INFINITY;
    width += /[MWmw@%…—]/.test(character) ? 0.88 : /\p{Lu}/u.test(character) ? 0.67 : 0.54;
  }
  return width;
}

const isOneLine = ({ desc, figures }: Row): boolean =>
  desc.length <= 1 && widthEm(desc[0] ?? "") <= columnEm && figures.every(({ length }) => length <= figureLength);

/** Adds a row to the last run, where runs are wanted and both are of one kind and of lines alone, or begins another. */
export function addToRuns(runs: (Run & { isOpen?: boolean })[], row: Row, areWanted: boolean): void {
  const last = runs.at(-1);
  const fits = areWanted && isOneLine(row);
  if (last?.isOpen && fits && last.kind === row.kind && last.desc.length < maxRowsOfRun) {
    last.desc.push(row.desc[0] ?? "");
    for (const [at, figure] of row.figures.entries()) last.figures[at]?.push(figure);
  } else
    runs.push({
      kind: row.kind,
      desc: fits ? [row.desc[0] ?? ""] : row.desc,
      figures: row.figures.map((figure) => [figure]),
      isOpen: fits,
    });
}
