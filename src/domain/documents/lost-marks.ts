import { percentWithArticle } from "../calendar/italian-dates.js";
import { listed } from "../text/listed.js";
import { onOneLine, shortened } from "../text/shortened.js";
import type { Warning } from "../warning.js";
import type { LineItem } from "./revision.js";

/** A line that stands in the place of another, and doesn't have the VAT rate of its own or the mark of a safety cost that that one had. */
export interface LostMarks {
  index: number;
  now: string;
  before: string;
  /** in percent; undefined: it had none, or the line has one too */
  vatPct: number | undefined;
  isSafety: boolean;
}

/** What a line doesn't have that the one in its place had; none where it has it from another line. */
export function lostMarks(
  before: LineItem,
  after: LineItem,
  { index, saysSafety }: { index: number; saysSafety: boolean },
): LostMarks[] {
  const vatPct = after.vatPct === undefined ? before.vatPct : undefined;
  const isSafety = before.safety === true && !after.safety && !saysSafety;
  const named = ({ desc }: LineItem) => shortened(onOneLine(desc), 60);
  return vatPct === undefined && !isSafety
    ? []
    : [{ index, now: named(after), before: named(before), vatPct, isSafety }];
}

const maxNamed = 5;

/** Warns of them; of none, not at all. */
export function marksLost(lost: readonly LostMarks[]): Warning[] {
  if (lost.length === 0) return [];
  const lines = lost.map(({ index, now, before, vatPct, isSafety }) => {
    const marks = [vatPct === undefined ? "" : `${vatPct} % VAT`, isSafety ? "a safety cost" : ""];
    return `line ${index}, "${now}", for "${before}" (${marks.filter(Boolean).join(", ")})`;
  });
  return [
    {
      code: "line_marks_lost",
      pointer: "/lineItems",
      detail: `Lines with a VAT rate of their own or the mark of a safety cost were replaced by others, which have neither: ${listed(lines, maxNamed)}.`,
      suggestion:
        'If they are meant to have it, set it with update_quote_lines: {"at": n, "set": {"vatPct": …}} or {"safety": true}.',
    },
  ];
}

/** The same, line by line, for the notes of a model's draft. */
export const marksLostNotes = (lost: readonly LostMarks[]): string[] =>
  lost.map(({ now, before, vatPct, isSafety }) => {
    const marks = [
      vatPct === undefined
        ? ""
        : `l'aliquota IVA propria ${percentWithArticle("del", String(vatPct).replace(".", ","))}`,
      isSafety ? "l'indicazione di costo della sicurezza" : "",
    ];
    return `«${now}» sta al posto di «${before}» e non ne ha ${marks.filter(Boolean).join(" e ")}: da verificare.`;
  });
