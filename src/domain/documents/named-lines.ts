import { grouped } from "../grouped.js";

/** A link between a line of a quote and one of a bill, as far as it says which lines these are. */
interface LinkOfLines {
  id: string;
  computoId: string;
  computoLineIndex: number | null;
  lineFingerprint: string | null;
  stale: boolean;
  docId: string;
  docLineIndex: number | null;
  docLineFingerprint: string | null;
  docLineStale: boolean;
}

/** By bill or quote, the fingerprints of all its lines as they are now. */
type Prints = ReadonlyMap<string, readonly string[]>;

const lineOfBill = ({ id, computoId, computoLineIndex, lineFingerprint, stale }: LinkOfLines): NamedLine => ({
  linkId: id,
  recordId: computoId,
  index: computoLineIndex,
  print: lineFingerprint,
  isStale: stale,
});

const lineOfQuote = ({ id, docId, docLineIndex, docLineFingerprint, docLineStale }: LinkOfLines): NamedLine => ({
  linkId: id,
  recordId: docId,
  index: docLineIndex,
  print: docLineFingerprint,
  isStale: docLineStale,
});

const placesBy =
  (lineOf: (link: LinkOfLines) => NamedLine) =>
  (links: readonly LinkOfLines[], prints: Prints, standing: readonly LinkOfLines[] = []): Map<string, number | null> =>
    placesOfNamed(links.map(lineOf), prints, standing.map(lineOf));

/** `placesOfNamed` of the bills' lines that links name. */
export const placesInBills = placesBy(lineOfBill);
/** `placesOfNamed` of the quotes' lines that links name. */
export const placesInQuotes = placesBy(lineOfQuote);

/** A line of a bill or quote: where it stood, and how. */
interface KnownLine {
  /** null: the link names the whole */
  index: number | null;
  /** the line's fingerprint when it was linked; null: unknown */
  print: string | null;
  /** whether the line said something else already, so that the fingerprint may not find it */
  isStale: boolean;
}

/** One that a link names. */
interface NamedLine extends KnownLine {
  linkId: string;
  /** the bill or quote */
  recordId: string;
}

type PartOf = (print: string) => string;
/** All that the line says: of a quote's, an earlier release left out the third part, which says less. */
const whole: PartOf = (print) => print.split(":", 2).join(":");
const offerPart: PartOf = (print) => print.split(":", 1)[0] ?? "";
/**
 * How much of a fingerprint must be the same: all of it, or what comes before its first colon, which says what a quote's line offers. Of lines
 * that had changed it is the latter: in another quantity they offer the same still.
 */
const searches: readonly { part: PartOf; areStale: boolean }[] = [
  { part: whole, areStale: false },
  { part: offerPart, areStale: false },
  { part: offerPart, areStale: true },
];

/**
 * Where the lines stand now that links name which were away while lines were put in, removed or moved. A line is known by its
 * fingerprint; one that has changed stands where the named lines before and after it say, if they say the same.
 * @param prints of all lines as they are now, by record
 * @param standing lines that links name which were not away, where they stand now: none of these is the line of another print
 * @returns the index by the link's id, null for a link that names the whole; links of which it can't be told are left out
 */
export function placesOfNamed(
  named: readonly NamedLine[],
  prints: Prints,
  standing: readonly NamedLine[] = [],
): Map<string, number | null> {
  const standingIn = grouped(standing, ({ recordId }) => recordId);
  const places = new Map<string, number | null>();
  for (const [recordId, lines] of grouped(named, (line) => line.recordId)) {
    const now = prints.get(recordId);
    if (!now) continue;
    const offersThere = printsAt(standingIn.get(recordId) ?? [], offerPart);
    const found = withNeighbours(lines, byPrint(lines, now, offersThere), now.length, offersThere);
    for (const { linkId, index } of lines) {
      const place = index === null ? null : found.get(index);
      if (place !== undefined) places.set(linkId, place);
    }
  }
  return places;
}

/** A part of the lines' fingerprints by where they stand: of those that say still what they said when they were linked, or of the others. */
const printsAt = (lines: readonly KnownLine[], part: PartOf, areStale = false): Map<number, string> =>
  new Map(
    lines.flatMap(({ index, print, isStale }): [number, string][] =>
      index === null || print === null || isStale !== areStale ? [] : [[index, part(print)]],
    ),
  );

/**
 * The new place of each old index, where as many lines are the same now as were named; they keep their order.
 * @param standing by place, the lines of other links that say still what they said when they were linked
 * @param known the places that are known already
 */
export function byPrint(
  lines: readonly KnownLine[],
  now: readonly string[],
  standing: ReadonlyMap<number, string> = new Map(),
  known: ReadonlyMap<number, number> = new Map(),
): Map<number, number> {
  const found = new Map(known);
  const saidBefore = new Set(printsAt(lines, whole, true).values());
  // A line that had changed is none of those that say what it said before, or that have not changed.
  const isUnchanged = (place: number): boolean => standing.has(place) || saidBefore.has(whole(now[place] as string));
  for (const { part, areStale } of searches) {
    const taken = new Set(found.values());
    const there = grouped(
      [...now.keys()].filter((place) => !taken.has(place) && !(areStale && isUnchanged(place))),
      (place) => part(now[place] as string),
    );
    const printed = printsAt(lines, part, areStale);
    const indexes = [...printed.keys()].filter((index) => !found.has(index)).sort((one, other) => one - other);
    for (const [key, equal] of grouped(indexes, (index) => printed.get(index) as string)) {
      const places = there.get(key) ?? [];
      if (places.length !== equal.length) continue;
      for (const [nth, index] of equal.entries()) found.set(index, places[nth] as number);
    }
  }
  return found;
}

/**
 * The lines that aren't found by their fingerprint too, as far as the found ones around them were moved equally; after the last of these
 * nothing tells what was put in or removed, so that they must not have been moved at all.
 */
export function withNeighbours(
  lines: readonly KnownLine[],
  found: ReadonlyMap<number, number>,
  count: number,
  standing: ReadonlyMap<number, string> = new Map(),
): Map<number, number> {
  const all = new Map(found);
  const taken = new Set(found.values());
  const moves = [...found].sort(([one], [other]) => one - other);
  const moveAt = (at: number): number => (moves[at] ? moves[at][1] - moves[at][0] : 0);
  const offers = printsAt(lines, offerPart);
  const isOther = (index: number, place: number): boolean =>
    standing.has(place) && offers.has(index) && standing.get(place) !== offers.get(index);
  const indexes = new Set(lines.flatMap(({ index }) => (index === null || found.has(index) ? [] : [index])));
  let next = 0;
  for (const index of [...indexes].sort((one, other) => one - other)) {
    while (next < moves.length && (moves[next]?.[0] ?? 0) < index) next++;
    const place = index + moveAt(next);
    if (moveAt(next - 1) !== moveAt(next) || place >= count || taken.has(place)) continue;
    if (isOther(index, place)) continue;
    all.set(index, place);
    taken.add(place);
  }
  return all;
}
