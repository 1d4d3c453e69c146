import { maxBillNumber } from "../bill.js";
import { unprocessable } from "../errors.js";
import { canonicalJson, type LineItem } from "../revision.js";
import { acceptLines } from "./accept-lines.js";
import type { DraftAnswer } from "./answers.js";
import { askedBy } from "./asked.js";
import { textsIn, visible } from "./clean.js";
import type { ModelCall } from "./data-block.js";
import type { DraftInput, PriceSource } from "./input.js";
import { type PlainText, plainText } from "./plain-text.js";

const longest = { body: 100_000, desc: 4_000, unit: 50, code: 100, notes: 2_000, ourNotes: 60 };
const mostLines = 500;

/** What of a model's answer goes into the document; absent is unchanged. */
export interface AcceptedDraft {
  body?: string;
  lineItems?: LineItem[];
  changed: ("body" | "lineItems")[];
  /** Italian, for the user: sources of prices, what is to be confirmed, what was refused; the document's own notes stay as they are */
  notes: string | null;
}

/** @throws unprocessable where the answer couldn't have been a user's input either */
function requireUsable({ body, lineItems }: DraftAnswer): void {
  const refuse = (what: string): never => {
    throw unprocessable(
      `The model's answer can't be used, and the document is as it was: ${what}. Try again, or shorten the document.`,
    );
  };
  if ((body?.length ?? 0) > longest.body) refuse(`the body is longer than ${longest.body} characters`);
  if ((lineItems?.length ?? 0) > mostLines) refuse(`there are more than ${mostLines} line items`);
  for (const [index, line] of (lineItems ?? []).entries()) {
    for (const name of ["desc", "unit", "code"] as const) {
      if ((line[name]?.length ?? 0) > longest[name])
        refuse(`/lineItems/${index}/${name} is longer than ${longest[name]} characters`);
    }
    for (const name of ["qty", "price"] as const) {
      if (!(Math.abs(line[name]) <= maxBillNumber)) refuse(`/lineItems/${index}/${name} is beyond what is priced`);
    }
  }
}

const list = (texts: readonly string[]): string =>
  [...new Set(texts)]
    .slice(0, 10)
    .map((text) => `«${text.replace(/\s+/g, " ").slice(0, 100)}»`)
    .join(", ");

function plainNotes(texts: readonly PlainText[], unknown: readonly string[]): string[] {
  const all = (name: "removed" | "accounts" | "strange"): string[] => texts.flatMap((text) => text[name]);
  const [removed, accounts, strange] = [all("removed"), all("accounts"), all("strange")];
  return [
    ...(accounts.length > 0 ? [`IBAN che nessuno ha indicato, tolti dal testo: ${list(accounts)}.`] : []),
    ...(removed.length > 0 ? [`Collegamenti o codice tolti dal testo: ${list(removed)}.`] : []),
    ...(strange.length > 0 ? [`Recapiti o codici che non erano nel documento, da verificare: ${list(strange)}.`] : []),
    ...(unknown.length > 0 ? [`Segnaposto sconosciuti rimasti nel testo, da correggere: ${list(unknown)}.`] : []),
  ];
}

/** The notes of a draft as one text; of ours at most sixty, and then how many more. */
function notesText(ofModel: string, ours: readonly string[]): string | null {
  const more = ours.length - longest.ourNotes;
  const shown = more > 0 ? [...ours.slice(0, longest.ourNotes), `E altre ${more} annotazioni.`] : ours;
  const said = ofModel.trim().slice(0, longest.notes);
  return [...shown, ...(said === "" ? [] : [`Nota del modello: ${said}`])].join("\n") || null;
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
    const sources = [...input.billLines, ...input.priceBook, ...found];
    const lines = acceptLines(present, answered, askedBy(instructions, present), sources);
    notes.push(...lines.notes);
    if (canonicalJson(lines.lineItems) !== canonicalJson(present)) accepted.lineItems = lines.lineItems;
  }
  const around = call.truncated.filter((part) => part !== "body" && part !== "lineItems");
  if (around.length > 0)
    notes.push(`Troppo lungo per il modello, che ne ha visto solo una parte: ${around.join(", ")}.`);
  const ofModel = plain(restored.notes ?? "");
  return {
    ...accepted,
    changed: (["body", "lineItems"] as const).filter((part) => accepted[part] !== undefined),
    notes: notesText(ofModel, [...notes, ...plainNotes(texts, unknown)]),
  };
}
