/** What a reader can't see: control characters, and format characters that hide text or turn its direction (Unicode Cf). */
const unseen = /[^\P{C}\n\t]/gu;

/**
 * A text as its reader sees it: line ends are `\n`, and invisible characters (zero-width, bidirectional, tags, controls) are gone,
 * so that nothing is said to a model, or by it, that a person wouldn't notice.
 */
export const visible = (text: string): string => text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(unseen, "");

/** Every text in a value, arrays and objects included, through `change`; the value itself stays as it is. */
export function mapTexts<V>(value: V, change: (text: string) => string): V {
  if (typeof value === "string") return change(value) as V;
  if (Array.isArray(value)) return value.map((child) => mapTexts(child, change)) as V;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, change)])) as V;
}

/** All texts in a value, one to a line, as they are seen; to look something up in. */
export function textsIn(value: unknown): string {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(visible(text));
    return text;
  });
  return texts.join("\n");
}
