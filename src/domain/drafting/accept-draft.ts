import { type DraftedField, draftedFields } from "../ai-run.js";
import { canonicalJson, type LineItem } from "../documents/revision.js";
import { textsIn, visible } from "../text/visible-text.js";
import { acceptLines } from "./accept-lines.js";
import type { DraftAnswer } from "./answers.js";
import type { ModelCall } from "./data-block.js";
import { notesText, plainNotes, truncationNotes } from "./draft-notes.js";
import type { DraftInput, PriceSource } from "./input.js";
import { type PlainText, plainText } from "./plain-text.js";
import { requestedChanges } from "./requested-changes.js";
import { requireUsable } from "./usable-answer.js";

/** The part of a model's answer that goes into the document. A field that is absent stays as it is. */
export interface AcceptedDraft {
  body?: string;
  lineItems?: LineItem[];
  changed: DraftedField[];
  /** for the user, in Italian: where prices come from, what to confirm, what was refused; not the document's own notes */
  notes: string | null;
}

/**
 * Takes from a model's answer what a model may change:
 * - Quantities and prices of present lines change only where the instructions ask for it (`requestedChanges`).
 * - Prices of a known source are kept exactly; all others are marked to be confirmed.
 * - Links, HTML, invisible characters and bank accounts that nobody gave are removed.
 *
 * Totals aren't read: they are computed from the lines.
 * @param found price-book entries that the tool returned, and those that the codes in the answer name
 * @throws unprocessable where a user couldn't have entered the answer either
 */
export function acceptDraft(
  answer: DraftAnswer,
  context: { input: DraftInput; call: ModelCall; found: readonly PriceSource[] },
): AcceptedDraft {
  requireUsable(answer);
  const { input, call, found } = context;
  const { document, instructions } = input;
  const own = textsIn([instructions, document, input.organization.iban]);
  const given = textsIn([input, found]);
  const { value: restored, unknown } = call.pseudonyms.restore(answer);
  const texts: PlainText[] = [];
  const plain = (text: string): string => {
    const result = plainText(text, own, given);
    texts.push(result);
    return result.text;
  };
  const notes: string[] = [];
  const accepted: Pick<AcceptedDraft, DraftedField> = {};
  const isWhole = (part: DraftedField, name: string): boolean => {
    if (!call.truncated.includes(part)) return true;
    notes.push(`${name}: troppo per il modello, che ne ha visto solo una parte; non è cambiato nulla.`);
    return false;
  };

  if (restored.body !== null && isWhole("body", "Testo")) {
    const body = plain(restored.body).trim();
    if (body === "" && document.body?.trim())
      notes.push("Il modello ha restituito un testo vuoto: è rimasto quello di prima.");
    else if (body !== visible(document.body ?? "").trim()) accepted.body = body;
  }
  if (restored.lineItems !== null && isWhole("lineItems", "Voci")) {
    const answered = restored.lineItems.map(({ desc, unit, code, ...figures }) => ({
      ...figures,
      desc: plain(desc).trim(),
      unit: plain(unit).trim(),
      code: code === null ? null : plain(code).trim() || null,
    }));
    const present = document.lineItems.map(({ vatPct: _, safety: __, ...item }) => ({
      ...item,
      code: item.code ?? null,
    }));
    const priced = input.billLines.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]));
    const sources = [...priced, ...input.priceBook, ...found];
    const lines = acceptLines(present, answered, requestedChanges(instructions, present), sources);
    notes.push(...lines.notes);
    if (canonicalJson(lines.lineItems) !== canonicalJson(present)) accepted.lineItems = lines.lineItems;
  }
  const modelNotes = plain(restored.notes ?? "");
  return {
    ...accepted,
    changed: draftedFields.filter((part) => accepted[part] !== undefined),
    notes: notesText(modelNotes, [...notes, ...truncationNotes(call.truncated), ...plainNotes(texts, unknown)]),
  };
}
