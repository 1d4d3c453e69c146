/** What a character takes in JSON: line ends, tabs, quotation marks and backslashes are escaped. */
const sizeOf = (code: number): number => (code === 0x22 || code === 0x5c || code < 0x20 ? 2 : 1);

/** Whether a surrogate pair lies across a place of a text. */
const isWithinPair = (text: string, at: number): boolean =>
  at > 0 && text.charCodeAt(at) >> 10 === 0x37 && text.charCodeAt(at - 1) >> 10 === 0x36;

/**
 * A part of a long text, cut behind the end of a line where there is one in its second half, else behind a space, and never within a
 * character.
 * @param maxSize of the part as JSON
 * @returns the part, and where the next one begins; null after the last
 */
export function pageOfText(text: string, offset: number, maxSize: number): { page: string; nextOffset: number | null } {
  const start = isWithinPair(text, offset) ? offset - 1 : Math.min(offset, text.length);
  let end = start;
  for (let size = 0; end < text.length; end++) {
    size += sizeOf(text.charCodeAt(end));
    if (size > maxSize) break;
  }
  if (end === text.length) return { page: text.slice(start), nextOffset: null };
  const half = start + (end - start) / 2;
  const behind = [text.lastIndexOf("\n", end - 1), text.lastIndexOf(" ", end - 1)].find((at) => at > half);
  if (behind !== undefined) end = behind + 1;
  else if (isWithinPair(text, end)) end--;
  return { page: text.slice(start, end), nextOffset: end };
}
