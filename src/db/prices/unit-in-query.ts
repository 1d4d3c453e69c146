import { wordSet } from "../../domain/text/word-set.js";
import { notationsOf } from "../../domain/units.js";

/** Abbreviations that stand for nothing but a unit; written-out words, such as "pezzi", often mean what is built. */
const abbreviations = wordSet("mq m2 m² mc m3 m³ ml cad cadauno nr pz kg gg ore ora qli qle ton acorpo");
/** These are initials and dimensions as well ("tubo h 20"), so they count as a unit only where a query ends with them. */
const letters = wordSet("m t q h n l");

const plain = (word: string): string => word.toLowerCase().replace(/^€?\/|[.,;]/g, "");

/**
 * The unit that a query names, such as `mq` in "muratura in laterizio al mq".
 * @returns its notations, none without a unit, and the query's other words
 */
export function unitInQuery(query: string): { notations: readonly string[]; others: string } {
  const words = query
    .replace(/(^|\s)a\s+corpo(?=\s|$)/i, "$1acorpo")
    .split(/\s+/)
    .filter(Boolean);
  const at = words.findIndex((word, n) => {
    const isLast = n === words.length - 1 && n > 0;
    return abbreviations.has(plain(word)) || (isLast && letters.has(plain(word)));
  });
  const notations = at < 0 ? [] : notationsOf(plain(words[at] as string));
  const others = words.filter((word, n) => n !== at && !(n === at - 1 && /^(al|a|per|€)$/i.test(word)));
  return { notations, others: others.join(" ") };
}
