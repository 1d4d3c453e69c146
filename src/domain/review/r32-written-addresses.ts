import { isEmailAddress } from "../mail.js";
import { isIban } from "../tax-codes.js";
import type { Check, Finding } from "./finding.js";
import { quoted, type Section, sectionsOf } from "./text.js";

const labelled = /\bIBAN\b[\s:.n°è-]{0,8}([A-Z]{2} ?\d{2}[A-Z0-9 ]{6,60})/gi;
const italian = /\bIT ?\d{2} ?[A-Z] ?\d(?: ?[A-Z0-9]){10,40}/g;
const token = /[^\s<>()[\],;:"«»“”|]+/g;

/** The invalid IBAN at the beginning of a run of characters, as far as its blocks can belong to it; null where a valid one begins it. */
function wrongIban(run: string): string | null {
  const blocks = run.trim().split(/ +/);
  if (blocks.some((_, index) => isIban(blocks.slice(0, index + 1).join("")))) return null;
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

function wrongIbansAndAddresses({ field, text }: Section): Finding[] {
  const runs = [
    ...[...text.matchAll(labelled)].map(([, run = ""]) => run),
    ...[...text.matchAll(italian)].map(([run]) => run),
  ];
  const ibans = new Set(runs.map(wrongIban).filter((iban) => iban !== null));
  const addresses = wrongAddresses(text);
  const findings = [...ibans].map(
    (iban): Finding => ({
      severity: "error",
      category: "formal",
      code: "R32_WRONG_IBAN",
      field,
      message: `L'IBAN ${iban.slice(0, 60)} è errato: le cifre di controllo non tornano.`,
      suggestion: "Ricopiare l'IBAN dalla banca.",
    }),
  );
  if (addresses.length > 0) {
    findings.push({
      severity: "info",
      category: "formal",
      code: "R32_WRONG_ADDRESS",
      field,
      message: `Indirizzi e-mail o PEC scritti male: ${quoted(addresses)}.`,
      suggestion: "Correggere l'indirizzo.",
    });
  }
  return findings;
}

/** IBANs and e-mail addresses that can't be valid. */
export const writtenAddresses: Check = (input) => sectionsOf(input).flatMap(wrongIbansAndAddresses);
