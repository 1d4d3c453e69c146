import { addressParser } from "postal-mime";
import { headerText } from "./header-fields.js";

export interface MailAddress {
  /** `""` where there is none */
  name: string;
  address: string;
}

/** No server takes a mail to more. */
const maxAddresses = 10_000;
/** Of one address: a name may be written letter by letter, each encoded. */
const maxLength = 4_000;
/** Quoted texts, comments and addresses in brackets, what stands between addresses, and all else. */
const tokens = /"(?:\\.|[^"\\]+)*"?|\([^)]*\)?|<[^>]*>?|[,:;]|[^"(<,:;]+/gs;
const encodedWords = /^(?:\s*=\?[^?\s]+\?[bq]\?[^?\s]*\?=)+\s*$/i;
const inBrackets = /<[^<>@]+@[^<>@]+>/;

/**
 * Each of them, groups opened; what isn't an address is left out. The parser gets one at a time: in groups within groups, and in encoded
 * words without end, its time grows far beyond the length.
 */
export function mailAddresses(values: string[] | undefined): MailAddress[] {
  return (values ?? []).flatMap(separated).flatMap((text) => {
    const words = text.replaceAll('"', "");
    if (!encodedWords.test(words)) return addressesIn(text);
    // Some programs encode the address along with its name.
    return separated(headerText(words))
      .filter((one) => inBrackets.test(one))
      .flatMap(addressesIn);
  });
}

/** The texts between commas, without the names of groups. */
function separated(value: string): string[] {
  const texts = [""];
  for (const [token] of value.matchAll(tokens)) {
    if (token === ":") texts.pop();
    if (/^[,:;]$/.test(token)) texts.push("");
    else texts.push((texts.pop() ?? "") + token);
  }
  return texts
    .map((text) => text.slice(0, maxLength))
    .filter((text) => text.includes("@") || text.includes("=?"))
    .slice(0, maxAddresses);
}

/** Hides encoded words from the parser, which decodes them without a limit. */
const mark = "\ue000";

const addressesIn = (text: string): MailAddress[] =>
  addressParser(text.replaceAll("=?", mark), { flatten: true }).flatMap(({ name, address }) => {
    const decoded = (value: string, maxLength: number) => headerText(value.replaceAll(mark, "=?"), maxLength);
    // Without an `@` that it sees, it takes an encoded address for a name.
    const plain = decoded(address || name, 320).replace(/\s+/g, "");
    const called = decoded(name, 300);
    return /^[^@]+@[^@]+$/.test(plain) ? [{ name: called === plain ? "" : called, address: plain }] : [];
  });
