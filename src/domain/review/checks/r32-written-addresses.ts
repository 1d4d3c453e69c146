import { isIban } from "../../contacts/tax-codes.js";
import { isEmailAddress } from "../../messages/mail.js";
import { type Section, sectionsOf } from "../document-texts.js";
import type { Check, Fault } from "../finding.js";
import { quoted } from "../finding-words.js";

const labelled = /\bIBAN\b[\s:.n°è-]{0,8}([A-Z]{2} ?\d{2}[A-Z0-9 ]{6,60})/gi;
const italian = /\bIT ?\d{2} ?[A-Z] ?\d(?: ?[A-Z0-9]){10,40}/g;
const token = /[^\s<>()[\],;:"«»“”|]+/g;

/** The valid IBAN at the beginning of a run of characters; null: there is none. */
function validIban(run: string): string | null {
  const blocks = run.trim().split(/ +/);
  const beginnings = blocks.map((_, index) =>
    blocks
      .slice(0, index + 1)
      .join("")
      .toUpperCase(),
  );
  return beginnings.find(isIban) ?? null;
}

/** The invalid IBAN at the beginning of a run of characters, as far as its blocks can belong to it; null where a valid one begins it. */
function wrongIban(run: string): string | null {
  if (validIban(run)) return null;
  const blocks = run.trim().split(/ +/);
  const end = blocks.findIndex((block, index) => index > 0 && !/\d/.test(block) && block.length > 1);
  return blocks.slice(0, end < 0 ? blocks.length : end).join(" ");
}

function wrongAddresses(text: string): string[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(token)]
    .filter(([written]) => written.includes("@"))
    .map(([written]) => written.slice(0, 300).replace(/^mailto:|[.!?'’*_-]+$/g, ""))
    .filter((address) => address.includes("@") && !/^@|@$/.test(address))
    .filter((address) => !isEmailAddress(address) || !/\.\p{L}{2,}$/u.test(address));
}

const ibanRuns = (text: string): string[] => [
  ...[...text.matchAll(labelled)].map(([, run = ""]) => run),
  ...[...text.matchAll(italian)].map(([run]) => run),
];

const lastDigits = (iban: string): string => `«${iban.slice(-4)}»`;

/** The first place where two IBANs differ, after the check digits if it can be: these always do. */
function firstDifference(iban: string, own: string): number {
  const places = Array.from({ length: Math.max(iban.length, own.length) }, (_, place) => place);
  const differing = places.filter((place) => iban[place] !== own[place]);
  return differing.find((place) => place > 3) ?? differing[0] ?? 0;
}

/** That an IBAN isn't the own one: by the ends of both, or by the place where they differ. */
function difference(iban: string, own: string): string {
  if (iban.slice(-4) !== own.slice(-4))
    return `L'IBAN che finisce con ${lastDigits(iban)} non è quello dello studio, che finisce con ${lastDigits(own)}.`;
  const place = firstDifference(iban, own);
  const [written, right] = [iban, own].map((text) => `«${text.slice(place, place + 4)}»`);
  return `L'IBAN scritto non è quello dello studio: dal carattere ${place + 1} si legge ${written} invece di ${right}.`;
}

/** Whether a text holds an IBAN, be it whose it may. */
export const holdsIban = (text: string): boolean => ibanRuns(text).some((run) => validIban(run) !== null);

/** IBANs that aren't the organization's own: a text that was taken over may let the client pay somebody else. */
function otherIbans({ field, text }: Section, ownIban: string): Fault[] {
  const own = ownIban.replace(/\s/g, "").toUpperCase();
  const ibans = new Set(ibanRuns(text).map(validIban));
  return [...ibans].flatMap((iban) => {
    if (iban === null || iban === own) return [];
    return {
      severity: "warning",
      code: "R32_OTHER_IBAN",
      field,
      message: difference(iban, own),
      suggestion: "Controllare a chi va fatto il pagamento, e correggere l'IBAN se viene da un altro testo.",
    };
  });
}

function wrongIbansAndAddresses({ field, text }: Section): Fault[] {
  const runs = ibanRuns(text);
  const ibans = new Set(runs.map(wrongIban).filter((iban) => iban !== null));
  const addresses = wrongAddresses(text);
  const faults = [...ibans].map(
    (iban): Fault => ({
      severity: "error",
      code: "R32_WRONG_IBAN",
      field,
      message: `L'IBAN ${iban.slice(0, 60)} è errato: le cifre di controllo non tornano.`,
      suggestion: "Ricopiare l'IBAN dalla banca.",
    }),
  );
  if (addresses.length > 0) {
    faults.push({
      severity: "info",
      code: "R32_WRONG_ADDRESS",
      field,
      message: `Indirizzi email o PEC scritti male: ${quoted(addresses)}.`,
      suggestion: "Correggere l'indirizzo.",
    });
  }
  return faults;
}

/** IBANs and e-mail addresses that can't be valid, and IBANs of others. */
export const writtenAddresses: Check = (input) =>
  sectionsOf(input).flatMap((section) => [
    ...wrongIbansAndAddresses(section),
    ...(input.ownIban ? otherIbans(section, input.ownIban) : []),
  ]);
