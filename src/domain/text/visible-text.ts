/**
 * Control characters, and format characters that hide text or change its direction (Unicode category C); and what Unicode says to leave
 * out where it isn't known (DI), which can carry any bytes unseen, but for the two variation selectors of emoji.
 */
const invisible = /[^\P{C}\n\t]|(?![\ufe0e\ufe0f])\p{DI}/gu;

/**
 * A text as a reader sees it: line ends are `\n`, and invisible characters (zero-width, bidirectional, tags, controls) are removed.
 * So nobody can tell a model, and no model can write, anything that a person wouldn't notice.
 */
export const visible = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(invisible, "");

/** A copy of a value in which `change` was applied to every text, also within arrays and objects. */
export function mapTexts<V>(value: V, change: (text: string) => string): V {
  if (typeof value === "string") return change(value) as V;
  if (Array.isArray(value)) return value.map((child) => mapTexts(child, change)) as V;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, change)])) as V;
}

/** All visible texts in a value, joined by line ends, to search in. */
export function textsIn(value: unknown): string {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(visible(text));
    return text;
  });
  return texts.join("\n");
}
