import { shortened } from "../text/shortened.js";
import type { PlainText } from "./plain-text.js";

const maxModelNotesCharacters = 2_000;
const maxOwnNotes = 60;
const italianNames: Record<string, string> = {
  instructions: "istruzioni",
  project: "pratica",
  contact: "contatto",
  billLines: "righe del computo",
  priceBook: "voci del prezzario",
  notes: "note",
  title: "titolo",
};

const list = (texts: readonly string[]): string =>
  [...new Set(texts)]
    .slice(0, 10)
    .map((text) => `«${shortened(text.replace(/\s+/g, " "), 100)}»`)
    .join(", ");

/** Notes on what was removed from a model's texts, and what to check in them. */
export function plainNotes(texts: readonly PlainText[], unknownTokens: readonly string[]): string[] {
  const all = (name: "removed" | "accounts" | "unknown"): string[] => texts.flatMap((text) => text[name]);
  const [removed, accounts, unknown] = [all("removed"), all("accounts"), all("unknown")];
  return [
    ...(accounts.length > 0 ? [`IBAN che nessuno ha indicato, tolti dal testo: ${list(accounts)}.`] : []),
    ...(removed.length > 0 ? [`Collegamenti o codice tolti dal testo: ${list(removed)}.`] : []),
    ...(unknown.length > 0 ? [`Recapiti o codici che non erano nel documento, da verificare: ${list(unknown)}.`] : []),
    ...(unknownTokens.length > 0
      ? [`Segnaposto sconosciuti rimasti nel testo, da correggere: ${list(unknownTokens)}.`]
      : []),
  ];
}

/** At most sixty notes of Pratica's own, with the number of those left out. */
function ownNotes(own: readonly string[]): readonly string[] {
  const more = own.length - maxOwnNotes;
  if (more <= 0) return own;
  return [...own.slice(0, maxOwnNotes), more === 1 ? "E un'altra annotazione." : `E altre ${more} annotazioni.`];
}

/** Notes that are known only when a draft is written into its document, before those that it has. */
export const withNotes = (own: readonly string[], notes: string | null): string | null =>
  [...ownNotes(own), ...(notes === null ? [] : [notes])].join("\n") || null;

/** All notes of a draft as one text: Pratica's own, then the model's. */
export function notesText(modelNotes: string, own: readonly string[]): string | null {
  const said = shortened(modelNotes.trim(), maxModelNotesCharacters);
  return [...ownNotes(own), ...(said === "" ? [] : [`Nota del modello: ${said}`])].join("\n") || null;
}

/** A note on records that were too long to be shown whole. A body or lines that were too long have notes of their own. */
export function truncationNotes(truncated: readonly string[]): string[] {
  const names = truncated.filter((part) => part !== "body" && part !== "lineItems");
  if (names.length === 0) return [];
  return [
    `Troppo lungo per il modello, che ne ha visto solo una parte: ${names.map((name) => italianNames[name] ?? name).join(", ")}.`,
  ];
}
