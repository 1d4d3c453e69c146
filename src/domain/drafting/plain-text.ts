import { visible } from "./clean.js";
import { replacePersonalData } from "./personal-data.js";

const comment = /<!--[\s\S]*?(?:-->|$)/g;
const image = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g;
const tag = /<\/?[a-z][a-z0-9-]{0,30}(?:\s[^<>]{0,2000})?\/?>/gi;
const markdownLink = /\[([^\]\n]{1,200})\]\(([^)\n]{0,2000})\)/g;
const address = /\b(?:https?:\/\/|ftp:\/\/|file:\/\/|www\.|mailto:|javascript:|data:[a-z]+\/)[^\s<>"«»”)\]]{1,2000}/gi;

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}@+]/gu, "").toUpperCase();

/** A text of a model as it may stand in a document. */
export interface PlainText {
  text: string;
  /** links, HTML and images that were taken out */
  removed: string[];
  /** bank accounts that nobody gave; a mark that the review finds stands in their place */
  accounts: string[];
  /** addresses, phones, tax codes that nobody gave; they stay, for someone to check */
  strange: string[];
}

/**
 * What a model wrote, without what a document is not to hold by a model's doing: invisible characters, HTML, images, links, and IBANs
 * that don't stand in `own`. A hostile text among the data would have it write these.
 * @param own what the firm itself wrote: the document and the instructions; links and IBANs that are in it stay
 * @param given everything else that the model was shown
 */
export function plainText(written: string, own: string, given: string): PlainText {
  const removed: string[] = [];
  const accounts: string[] = [];
  const strange: string[] = [];
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
      if (!givenData.includes(data)) strange.push(found);
      return found;
    }
    accounts.push(found);
    return "[da verificare: IBAN]";
  });
  return { text, removed, accounts, strange };
}
