import { sha256 } from "../sha256.js";
import { normalized, singleSpaced } from "../text/normalized.js";
import { similarity, wordsOf } from "../text/similarity.js";
import type { LineItem } from "./revision.js";

/** Links keep fingerprints of earlier releases, which knew no other form: in another, lines that nobody changed would seem changed. */
const inPrint = (text: string): string => singleSpaced(text).toLowerCase();

/** What a line offers, regardless of quantity and price. */
export const offerOf = ({ desc, unit, code }: LineItem): string =>
  JSON.stringify([inPrint(desc), inPrint(unit), inPrint(code ?? "")]);

/** By what two lines are alike. */
interface Words {
  code: string;
  words: Set<string>;
}
export const wordsOfLine = ({ code, desc }: LineItem): Words => ({
  code: normalized(code ?? ""),
  words: wordsOf(desc),
});

/** How alike two lines are, 0 to 1, by their code, else by their words; what is less alike than `minSimilarity` is something else. */
export const likeness = (one: Words, other: Words): number =>
  one.code !== "" && one.code === other.code ? 1 : similarity(one.words, other.words);

/** All that a line says; capitals and spaces say nothing. */
export const contentOf = (line: LineItem): string => JSON.stringify([offerOf(line), line.qty, line.price]);

/** What a line says but for its price. */
const askedOf = (line: LineItem): string => JSON.stringify([offerOf(line), line.qty]);

/**
 * A text that changes when what a quote's line says changes. Of its three parts the first changes only with what the line offers, the last
 * also with the quantity, but not with the price. Earlier releases left out the last.
 */
export const quoteLineFingerprint = (line: LineItem): string =>
  [offerOf(line), contentOf(line), askedOf(line)].map((part) => sha256(part)).join(":");

/**
 * Whether a line still says what it said when it was linked. Another price leaves it what it was, since quotes are compared by their
 * prices; but the fingerprint of an earlier release knows of the line at one price alone.
 * @param linked null: what it said then is unknown, and counts as the same
 * @param now the line's fingerprint
 */
export function isAsLinked(linked: string | null, now: string): boolean {
  if (linked === null) return true;
  const [, content, asked] = linked.split(":");
  const [, contentNow, askedNow] = now.split(":");
  return asked === undefined ? content === contentNow : asked === askedNow;
}

/** Whether a line still offers what it offered when it was fingerprinted, even in another quantity or at another price. */
export const offersTheSame = (fingerprint: string, line: LineItem): boolean =>
  fingerprint.startsWith(`${sha256(offerOf(line))}:`);
