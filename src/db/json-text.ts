/** Writes a value as JSON. */
export type JsonText = (value: unknown) => string;

/** Shorter texts are soon written again. */
const worthRemembering = 10_000;
const readLengths = new WeakMap<object, number>();

/** Makes a function that writes each object once: what a commit stores is measured for the audit log too, and may have megabytes. */
export function jsonTexts(): JsonText {
  const texts = new Map<unknown, string>();
  return (value) => {
    if (typeof value !== "object") return JSON.stringify(value);
    const text = texts.get(value) ?? JSON.stringify(value);
    texts.set(value, text);
    return text;
  };
}

/** Parses a JSON column, and remembers how long a large one was. */
export function parseJsonColumn(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (text.length > worthRemembering && typeof value === "object" && value !== null)
    readLengths.set(value, text.length);
  return value;
}

/** The length of a value's JSON, without writing a large one that was read so. */
export const jsonLength = (value: unknown, textOf: JsonText): number =>
  (typeof value === "object" && value !== null && readLengths.get(value)) || textOf(value).length;
