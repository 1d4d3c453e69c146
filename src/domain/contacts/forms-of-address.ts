import { singleSpaced } from "../text/normalized.js";
import { oneOf } from "../text/words.js";
import type { ContactRole, FormOfAddress } from "../vocabulary.js";
import { isNaturalPerson } from "./organization-names.js";

export interface Addressee {
  /** of the person, or of the company if there is no person */
  name: string;
  company: string | null;
  role?: ContactRole;
  formOfAddress?: FormOfAddress | null;
}

/** People with a title aren't also called `Sig.`: `Egregio Ing. Rossi`. */
const title = new RegExp(
  `^${oneOf(
    /sigg?\.?(?: ?r[ai])?|signor[aie]?/,
    /dott\.?(?: ?ssa)?|dottor(?:e|essa)?|dr\.?/,
    /ing\.?|ingegnere?/,
    /arch\.?|architett[oa]/,
    /geom\.?|geometra/,
    /avv\.?|avvocat[oa]/,
    /prof\.?(?: ?ssa)?|professor(?:e|essa)/,
    /rag\.?|ragionier[ea]/,
    /per\. ?ind\.?|p\. ?i\.?|not\.?|notaio|mons\.?|don/,
  )}(?!\\p{L})`,
  "iu",
);
const unless = (name: string, word: string): string => (title.test(name.trim()) ? "" : ` ${word}`);

/** Several people in one record, such as couples who own a house: `Mario e Anna Rossi`, `Coniugi Conti`. */
const several = new RegExp(
  `^${oneOf(/sigg\.?(?! ?ra)/, "signori, coniugi, fratelli, sorelle")}(?!\\p{L})|\\s(?:ed?|&|\\+)\\s+\\p{L}`,
  "iu",
);
const agreeing = (name: string, one: string, more: string): string => (several.test(name.trim()) ? more : one);
const gentile = (name: string): string => agreeing(name, "Gentile", "Gentili");
const sig = (name: string): string => unless(name, agreeing(name, "Sig.", "Sigg."));
const sigRa = (name: string): string => unless(name, agreeing(name, "Sig.ra", "Sig.re"));

/** For each form, the line above the name, and what a letter says before it. */
const words: Record<Exclude<FormOfAddress, "none">, (name: string) => { label: string; greeting: string }> = {
  gentile: (name) => ({ label: gentile(name), greeting: gentile(name) }),
  gentile_sig: (name) => ({
    label: `${agreeing(name, "Gent.mo", "Gent.mi")}${sig(name)}`,
    greeting: `${gentile(name)}${sig(name)}`,
  }),
  gentile_sig_ra: (name) => ({
    label: `${agreeing(name, "Gent.ma", "Gent.me")}${sigRa(name)}`,
    greeting: `${gentile(name)}${sigRa(name)}`,
  }),
  egregio: (name) => ({
    label: `Egr.${sig(name)}`,
    greeting: `${agreeing(name, "Egregio", "Egregi")}${sig(name)}`,
  }),
  spettabile: () => ({ label: "Spett.le", greeting: "Spett.le" }),
  onorevole: () => ({ label: "On.le", greeting: "Onorevole" }),
};

/** A municipality is recognized by its role, whatever its name, unless the name begins with a person's title. */
const isMunicipality = ({ name, role }: Addressee): boolean => role === "municipality" && !title.test(name.trim());

/** The chosen form; otherwise `spettabile` for a company, body or family, and `gentile` for a person, about whom nothing more is known. */
export function formOf(addressee: Addressee): FormOfAddress {
  const { name, company, formOfAddress } = addressee;
  if (formOfAddress) return formOfAddress;
  return company?.trim() || isMunicipality(addressee) || !isNaturalPerson(name) ? "spettabile" : "gentile";
}

/** Whether the recipient is a person with a form of address of their own, who stands before the company. */
export const isAddressedInPerson = (addressee: Addressee): boolean => {
  const form = addressee.formOfAddress ?? null;
  return form !== null && form !== "spettabile" && form !== "none";
};

/** The line above the recipient's name, e.g. `Gent.ma Sig.ra`; "" for none. */
export function addressLabel(addressee: Addressee): string {
  const form = formOf(addressee);
  return form === "none" ? "" : words[form](addressee.name).label;
}

/** The first line of a letter or mail, e.g. `Gentile Sig.ra Anna Bianchi,`; null where none is wanted. */
export function salutation(addressee: Addressee): string | null {
  const form = formOf(addressee);
  if (form === "none") return null;
  const company = isAddressedInPerson(addressee) ? "" : (addressee.company?.trim() ?? "");
  const name = singleSpaced(company || addressee.name);
  return name === "" ? null : `${words[form](name).greeting} ${name},`;
}

// The marks of headings and emphasis may come before it.
const greeting = new RegExp(
  `^[\\s*_#>]*${oneOf(
    /gentil|gent\.|egregi|egr\.|spett|pregiat|preg\.|illustr|ill\.|chiar|onorevol|on\.|stimat|car[oaie]\b/,
    /buongiorno|buon giorno|buonasera|buona sera|salve|alla cortese|alla c\.|sigg?\.|signor/,
  )}`,
  "iu",
);
/** A first line as short as this one is a greeting if it ends with a comma, whatever its words are: `Ing. Rossi,`. */
const shortLine = 60;

/** Whether a text itself greets its reader in one of its first lines. */
export function greets(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  return lines.slice(0, 5).some((line) => greeting.test(line)) || (first.length <= shortLine && /,\s*$/.test(first));
}

/** Forms of address before names. Titles written out, such as `geometra`, are also what a text is about. */
const beforeNames = oneOf(
  /signor[aei]?/,
  /sig(?:\. ?ra|\. ?ri|ra|ri|g)?/,
  /dott(?:\. ?ssa|ssa)?/,
  /ing|arch|geom|avv/,
  /spett(?:\. ?le|le)?/,
  /egr|gent(?:\. ?m[ao]|m[ao])/,
);
const withName = new RegExp(String.raw`(?<![\p{L}\d@._-])${beforeNames}\.?\s+(?=\p{L})`, "giu");

/** A text without the forms of address before names: `preventivo della Ferri` of `preventivo della sig.ra Ferri`. */
export const withoutFormsOfAddress = (text: string): string => text.replace(withName, "");
