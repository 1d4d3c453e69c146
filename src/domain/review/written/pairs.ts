const pairs = ["()", "[]", "«»", "“”"] as const;
const listMarker = /(^|\s)[\p{L}\p{N}]{1,3}$/u;

function unmatchedOf([open, close]: string, text: string): number | null {
  const opened: number[] = [];
  for (const { 0: mark, index } of text.matchAll(new RegExp(`[\\${open}\\${close}]`, "g"))) {
    if (mark === open) opened.push(index);
    else if (
      opened.pop() === undefined &&
      !(close === ")" && listMarker.test(text.slice(Math.max(0, index - 4), index)))
    ) {
      return index;
    }
  }
  return opened.at(-1) ?? null;
}

/** The last straight quotation mark of a paragraph with an odd number of them; after a digit it means inches or seconds. */
function unmatchedStraight(text: string): number | null {
  let start = 0;
  for (const paragraph of text.split("\n")) {
    const marks = [...paragraph.matchAll(/(?<![\d½¼¾'’])"/g)];
    const last = marks.at(-1);
    if (last && marks.length % 2 === 1) return start + last.index;
    start += paragraph.length + 1;
  }
  return null;
}

/** The positions of unpaired brackets and quotation marks, at most one of each kind; `a)` is a list marker. */
export function unmatchedPairs(text: string): number[] {
  const places = [...pairs.map((pair) => unmatchedOf(pair, text)), unmatchedStraight(text)];
  return places.filter((place) => place !== null).toSorted((a, b) => a - b);
}
