import { linksIn } from "../markdown/parser.js";
import { wordsOfMarkdown } from "../markdown/plain-text.js";
import { visible } from "../text/visible-text.js";
import { replacePersonalData } from "./personal-data.js";

const comment = /<!--[\s\S]*?(?:-->|$)/g;
const image = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g;
const tag = /<\/?[a-z][a-z0-9-]{0,30}(?:\s[^<>]{0,2000})?\/?>/gi;
const markdownLink = /\[([^\]\n]{1,200})\]\(([^)\n]{0,2000})\)/g;
const address = /\b(?:https?:\/\/|ftp:\/\/|file:\/\/|www\.|mailto:|javascript:|data:[a-z]+\/)[^\s<>"«»”)\]]{1,2000}/gi;

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}@+]/gu, "").toUpperCase();

/** How often marks are taken away before all characters that can make marks are. */
const maxPasses = 3;
const marks = /[[\]<>&\\*_`~|]/g;

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
 * that aren't in `own`. Markdown stays, unless it hides one of these: `[x](&#104;ttps://…)`, `IT60 **X05** …`; then only its words do.
 * @param own what the organization itself wrote, the document and the instructions: links and IBANs in it stay
 * @param given everything that the model was shown
 */
export function plainText(written: string, own: string, given: string, pass = 1): PlainText {
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
  const hidden = hiddenLinks(text, own);
  const words = wordsOfMarkdown(text);
  if (hidden.length === 0 && !hidesAccount(text, words, ownData)) return { text, removed, accounts, unknown };
  const bared = plainText(pass < maxPasses ? words : words.replace(marks, ""), own, given, pass + 1);
  return {
    text: bared.text,
    removed: [...removed, ...hidden, ...bared.removed],
    accounts: [...accounts, ...bared.accounts],
    unknown: [...new Set([...unknown, ...bared.unknown])],
  };
}

function hiddenLinks(text: string, own: string): string[] {
  const links = linksIn(text).filter((href) => !own.includes(href));
  if (links.length === 0) return [];
  const known = new Set(linksIn(own));
  return links.filter((href) => !known.has(href));
}

/** Whether the words show an account that can't be found in the text with its marks, and isn't the organization's. */
function hidesAccount(text: string, words: string, ownData: string): boolean {
  if (text === words) return false;
  let hides = false;
  replacePersonalData(words, (kind, found) => {
    hides ||= kind === "IBAN" && !ownData.includes(compact(found));
    return found;
  });
  return hides;
}
