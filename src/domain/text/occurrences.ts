/** For each length of a beginning of `wanted`, the length of its longest own beginning that is also its end; last that of all of it. */
export function borders(wanted: string): Uint32Array {
  const lengths = new Uint32Array(wanted.length + 1);
  let border = 0;
  for (let length = 2; length <= wanted.length; length++) {
    const next = wanted.charCodeAt(length - 1);
    while (border > 0 && wanted.charCodeAt(border) !== next) border = lengths[border] as number;
    if (wanted.charCodeAt(border) === next) border++;
    lengths[length] = border;
  }
  return lengths;
}

/**
 * Whether any occurrence of a text, which is not empty, passes a test; the test gets its place. It reads each character once, as Knuth,
 * Morris and Pratt do: `indexOf` takes the product of both lengths for `aaa…b` in `aaaa…`.
 */
export function someOccurrence(wanted: string, text: string, test: (at: number) => boolean): boolean {
  const lengths = borders(wanted);
  let found = 0;
  for (let at = 0; at < text.length; at++) {
    const next = text.charCodeAt(at);
    while (found > 0 && wanted.charCodeAt(found) !== next) found = lengths[found] as number;
    if (wanted.charCodeAt(found) === next) found++;
    if (found < wanted.length) continue;
    if (test(at - wanted.length + 1)) return true;
    found = lengths[found] as number;
  }
  return false;
}

/** `text.includes(wanted)`, in a time that grows with the texts whatever people wrote in them. */
export const holdsText = (text: string, wanted: string): boolean =>
  wanted === "" || (wanted.length <= text.length && someOccurrence(wanted, text, () => true));
