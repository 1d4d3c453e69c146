import { canonicalJson, type LineItem } from "../revision.js";
import { acceptLines } from "./accept-lines.js";
import type { DraftAnswer } from "./answers.js";
import { askedBy } from "./asked.js";
import { textsIn, visible } from "./clean.js";
import type { ModelCall } from "./data-block.js";
import { notesText, plainNotes, truncationNotes } from "./draft-notes.js";
import type { DraftInput, PriceSource } from "./input.js";
import { type PlainText, plainText } from "./plain-text.js";
import { requireUsable } from "./usable-answer.js";

/** What of a model's answer goes into the document; absent is unchanged. */
export interface AcceptedDraft {
  body?: string;
  lineItems?: LineItem[];
  changed: ("body" | "lineItems")[];
  /** Italian, for the user: sources of prices, what is to be confirmed, what was refused; the document's own notes stay as they are */
  notes: string | null;
}

/**
 * What of a model's answer is believed. It is held to what an edit by a user may hold; figures of present lines change only where the
 * instructions ask for it (`askedBy`), prices of the firm's sources are kept exactly, everything else is marked to be confirmed; links,
 * HTML, invisible characters and bank accounts of nobody's are taken out. Totals are never read: they are computed from the lines.
 * @param found price-book entries that the tool returned, and those that the codes in the answer name
 * @throws unprocessable where the answer couldn't have been a user's input either
 */
export function acceptDraft(
  answer: DraftAnswer,
  context: { input: DraftInput; call: ModelCall; found: readonly PriceSource[] },
): AcceptedDraft {
  requireUsable(answer);
  const { input, call, found } = context;
  const { document, instructions } = input;
  const own = textsIn([instructions, document, input.firm.iban]);
  const given = textsIn([input, found]);
  const { value: restored, unknown } = call.pseudonyms.restore(answer);
  const texts: PlainText[] = [];
  const plain = (text: string): string => {
    const result = plainText(text, own, given);
    texts.push(result);
    return result.text;
  };
  const notes: string[] = [];
  const accepted: Pick<AcceptedDraft, "body" | "lineItems"> = {};
  const isWhole = (part: "body" | "lineItems", name: string): boolean => {
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
    const present = document.lineItems.map((item) => ({ ...item, code: item.code ?? null }));
    const priced = input.billLines.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]));
    const sources = [...priced, ...input.priceBook, ...found];
    const lines = acceptLines(present, answered, askedBy(instructions, present), sources);
    notes.push(...lines.notes);
    if (canonicalJson(lines.lineItems) !== canonicalJson(present)) accepted.lineItems = lines.lineItems;
  }
  const ofModel = plain(restored.notes ?? "");
  return {
    ...accepted,
    changed: (["body", "lineItems"] as const).filter((part) => accepted[part] !== undefined),
    notes: notesText(ofModel, [...notes, ...truncationNotes(call.truncated), ...plainNotes(texts, unknown)]),
  };
}
