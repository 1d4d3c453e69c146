import { replacePersonalData } from "./personal-data.js";
import { visible } from "./visible-text.js";

const comment = /<!--[\s\S]*?(?:-->|$)/g;
const image = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g;
const tag = /<\/?[a-z][a-z0-9-]{0,30}(?:\s[^<>]{0,2000})?\/?>/gi;
const markdownLink = /\[([^\]\n]{1,200})\]\(([^)\n]{0,2000})\)/g;
const address = /\b(?:https?:\/\/|ftp:\/\/|file:\/\/|www\.|mailto:|javascript:|data:[a-z]+\/)[^\s<>"«»”)\]]{1,2000}/gi;

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}@+]/gu, "").toUpperCase();

/** A model's text in the form in which a document may contain it. */
export interface PlainText {
  text: string;
  /** links, HTML and images that were removed */
  removed: string[];
  /** bank accounts that nobody gave; replaced by a mark that the review finds */
  accounts: string[];
  /** addresses, phone numbers and tax codes that nobody gave; they stay, and someone must check them */
  unknown: string[];
}

/**
 * Removes from a model's text what a hostile text in the data could make it write: invisible characters, HTML, images, links, and IBANs
 * that aren't in `own`.
 * @param own what the organization itself wrote, the document and the instructions: links and IBANs in it stay
 * @param given everything that the model was shown
 */
export function plainText(written: string, own: string, given: string): PlainText {
  const removed: string[] = [];
  const accounts: string[] = [];
  const unknown: string[] = [];
  const drop = (instead: string) => (found: string) => {
    if (own.includes(found)) return found;
    removed.push(found);
    return instead;
  };
  const bare = visible(written)
    .replace(comment, drop(""))
    .replace(image, drop(""))
    .replace(markdownLink, (found, words: string) => (own.includes(found) ? found : drop(words)(found)))
    .replace(tag, drop(""))
    .replace(address, drop("[da verificare: link]"));
  const [ownData, givenData] = [compact(own), compact(given)];
  const text = replacePersonalData(bare, (kind, found) => {
    const data = compact(found);
    if (ownData.includes(data)) return found;
    if (kind !== "IBAN") {
      if (!givenData.includes(data)) unknown.push(found);
      return found;
    }
    accounts.push(found);
    return "[da verificare: IBAN]";
  });
  return { text, removed, accounts, unknown };
}
