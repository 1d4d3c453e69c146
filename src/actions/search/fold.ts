import type { Found } from "./find-records.js";

/** Words that people write before a number. */
const before = /^(n|nr|num|numero|prot|protocollo|pg|pratica|rif|riferimento|doc|preventivo|codice|cod)\.?$/i;
/** Three digits in a row, or a divider between characters of which one is a digit. */
const likeNumber = /\d{3}|\d[./_-]+[a-z0-9]|[a-z0-9][./_-]+\d/i;

/** Whether a query is a number or a code: of a protocol, a document, a price; not a name with a street number. */
export function isNumber(query: string): boolean {
  const words = query.trim().split(/\s+/);
  const withoutDigits = words.filter((word) => !/\d/.test(word));
  return words.some((word) => likeNumber.test(word)) && withoutDigits.every((word) => before.test(word));
}

/** Letters and digits alone, so that it doesn't matter how the parts of a number are divided. */
const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

/** A hit with how many others it stands for. */
export type Folded = Found & { more?: number };

/** A record whose own number it is, and that doesn't only mention it, scores about as much as the best one. */
const ownShare = 0.8;

/**
 * The hits of a number: of each group one for a project, its best. A record that has the number leads to its project.
 * @param found best first
 * @returns the hits, and the projects that none of them is, each with the hit that leads to it
 */
export function foldByProject(found: readonly Found[], number: string): { hits: Folded[]; led: Map<string, Folded> } {
  const digits = compact(
    number
      .split(/\s+/)
      .filter((word) => /\d/.test(word))
      .join(""),
  );
  const best = found[0]?.score ?? 0;
  const firsts = new Map<string, Folded>();
  const led = new Map<string, Folded>();
  for (const hit of found) {
    const project = hit.group === "projects" ? hit.id : hit.projectId;
    add(firsts, project === null ? hit.id : `${hit.group} ${project}`, hit);
    const leads = hit.score >= ownShare * best && compact(hit.text).includes(digits);
    if (project !== null && leads) add(led, project, hit);
  }
  const hits = [...firsts.values()].map((hit) => {
    const records = hit.group === "projects" ? led.get(hit.id) : undefined;
    if (hit.group === "projects") led.delete(hit.id);
    return records?.more ? { ...hit, more: records.more } : hit;
  });
  return { hits, led };
}

function add(hits: Map<string, Folded>, key: string, hit: Found): void {
  const first = hits.get(key);
  if (first) first.more = (first.more ?? 0) + 1;
  else hits.set(key, { ...hit });
}
