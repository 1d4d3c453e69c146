import type { PlainText } from "./plain-text.js";

const longestOfModel = 2_000;
const mostOfOurs = 60;
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
    .map((text) => `«${text.replace(/\s+/g, " ").slice(0, 100).toWellFormed()}»`)
    .join(", ");

/** What was taken out of a model's texts, or is to be looked at in them. */
export function plainNotes(texts: readonly PlainText[], unknown: readonly string[]): string[] {
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
export function notesText(ofModel: string, ours: readonly string[]): string | null {
  const more = ours.length - mostOfOurs;
  const shown = more > 0 ? [...ours.slice(0, mostOfOurs), `E altre ${more} annotazioni.`] : ours;
  const said = ofModel.trim().slice(0, longestOfModel).toWellFormed();
  return [...shown, ...(said === "" ? [] : [`Nota del modello: ${said}`])].join("\n") || null;
}

/** What around the document was too long to be shown whole; its body and lines say so themselves. */
export function truncationNotes(truncated: readonly string[]): string[] {
  const names = truncated.filter((part) => part !== "body" && part !== "lineItems");
  if (names.length === 0) return [];
  return [
    `Troppo lungo per il modello, che ne ha visto solo una parte: ${names.map((name) => italianNames[name] ?? name).join(", ")}.`,
  ];
}
