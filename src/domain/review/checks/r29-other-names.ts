import { hasTradeAndForm, isNaturalPerson, isPerson } from "../../contacts/organization-names.js";
import { prose } from "../document-texts.js";
import type { Check, Fault, Severity } from "../finding.js";
import { quoted } from "../finding-words.js";
import type { ReviewInput } from "../input.js";
import { distinctiveWords, NameFinder, Relatives, wordsOf } from "../written/names.js";
import { namesPlace, otherSites } from "../written/places.js";
import { greetedNames, nameAtBeginning } from "../written/salutation.js";

/** Names in greetings that have no word in common with the client's name, or with that of anybody else in the project. */
function othersGreeted({ contact, projectParties }: ReviewInput, text: string): string[] {
  if (contact?.role !== "client" || !isPerson(contact)) return [];
  const own = new Set([contact.name, ...projectParties].flatMap(wordsOf));
  return greetedNames(text).filter((name) => {
    const words = distinctiveWords(name);
    return words.length > 0 && !wordsOf(name).some((word) => own.has(word));
  });
}

/**
 * Whom a letter begins with, if it is another of the project's people or of the clients: `Gentile Anna Rossi,` in what was first written to
 * one heir and goes to the next. A name that may be the contact's own, or one for several people, is nobody else's.
 */
export function anotherAddressed(
  { contact, projectParties, otherContactNames }: Omit<ReviewInput, "document">,
  text: string,
): string[] {
  const name = nameAtBeginning(text);
  if (name === null || /\se\s/.test(name) || !contact || !isPerson(contact) || !isNaturalPerson(name)) return [];
  // A surname alone may be anybody's of that name.
  if (distinctiveWords(contact.name).length < 2) return [];
  const own = wordsOf(contact.name).filter(({ length }) => length !== 2);
  const isOwn = (word: string): boolean => own.some((mine) => mine.startsWith(word) || word.startsWith(mine));
  const words = distinctiveWords(name);
  if (words.every(isOwn)) return [];
  const isOf = (other: string): boolean => {
    const theirs = new Set(wordsOf(other));
    return words.every((word) => theirs.has(word));
  };
  // One of hundreds of clients bears what the contact is called by its friends, such as Gianni.
  const isOfClient = (other: string): boolean =>
    words.length > 1 ? isOf(other) : distinctiveWords(other).at(-1) === words[0];
  return projectParties.some(isOf) || otherContactNames.some(isOfClient) ? [name] : [];
}

/**
 * Other clients whom a text names. Relatives of the client and of the project's people, and a person after whom the project is named,
 * may well be in it.
 */
function otherClientsNamed(
  { contact, project, projectParties, otherContactNames }: ReviewInput,
  text: string,
): string[] {
  const own = new Relatives([contact?.name ?? "", contact?.company ?? "", project?.name ?? "", ...projectParties]);
  const finder = new NameFinder(text);
  return otherContactNames.filter((name) => isDistinct(name) && !own.mayInclude(name) && finder.names(name));
}

/**
 * Whether nobody else is called so: by two words of its own, or by one with a trade and a legal form, as Immobiliare Aurora S.r.l. One with a
 * form alone may be a bank or an insurer that many texts name, or the end of a longer name: Impianti Aurora S.r.l.
 */
function isDistinct(name: string): boolean {
  const { length } = distinctiveWords(name);
  return length >= 2 || (length === 1 && hasTradeAndForm(name));
}

/** Where the right name stands there too, the other is less likely to be a mistake: it may be a neighbour or a place nearby. */
const severity = (isRightOneNamed: boolean): Severity => (isRightOneNamed ? "warning" : "error");

/** People and places of another case, left in a text that was written for another client. */
export const otherNames: Check = (input) => {
  const { contact, project, projectParties, otherMunicipalities } = input;
  const text = prose(input);
  const faults: Fault[] = [];

  const greeted = [...new Set([...anotherAddressed(input, input.document.body ?? ""), ...othersGreeted(input, text)])];
  if (greeted.length > 0 && contact) {
    faults.push({
      severity: "error",
      code: "R29_OTHER_GREETING",
      field: "/body",
      message: `Il testo si rivolge a ${quoted(greeted)}, ma il destinatario è ${contact.name}.`,
      suggestion: "Correggere il nome nel testo, oppure il contatto del documento.",
    });
  }
  const greetedToo = new Relatives(greeted);
  const clients = otherClientsNamed(input, text).filter((name) => !greetedToo.mayInclude(name));
  if (clients.length > 0) {
    const words = new Set(wordsOf(text));
    const isNamed = distinctiveWords(contact?.name ?? "").some((word) => words.has(word));
    faults.push({
      severity: severity(isNamed),
      code: "R29_OTHER_CLIENT",
      field: "/body",
      message: `Il testo nomina un altro cliente dello studio: ${quoted(clients)}.`,
      suggestion: "Verificare che non sia rimasto da un documento precedente.",
    });
  }
  const municipality = project?.municipality?.trim() ?? "";
  const sites = municipality === "" ? [] : otherSites(text, municipality, otherMunicipalities);
  // The client may live elsewhere, and a public body bears its town's name.
  const parties = [contact?.name ?? "", contact?.city ?? "", ...projectParties].map((name) => name.toLowerCase());
  const elsewhere = sites.filter((site) => !parties.some((name) => name.includes(site.toLowerCase())));
  if (elsewhere.length > 0) {
    faults.push({
      severity: severity(namesPlace(text, municipality)),
      code: "R29_OTHER_MUNICIPALITY",
      field: "/body",
      message: `Il testo colloca l'immobile in un altro comune: ${quoted(elsewhere)}; la pratica riguarda ${municipality}.`,
      suggestion: "Correggere il comune nel testo, oppure nella pratica.",
    });
  }
  return faults;
};
