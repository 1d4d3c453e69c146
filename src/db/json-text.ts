/** Writes a value as JSON. */
export type JsonText = (value: unknown) => string;

/** In characters: writing a shorter text again is as fast as finding it. */
const worthRemembering = 10_000;
const readLengths = new WeakMap<object, number>();
/** The texts of large values that a commit has stored, while these live. */
const storedTexts = new WeakMap<object, string>();
/** The texts of values that were written before they are stored (`rememberText`). */
const writtenTexts = new WeakMap<object, string>();

/** Remembers the JSON text of a value that won't change any more. */
export const rememberText = (value: object, text: string): unknown => writtenTexts.set(value, text);

/** Makes a function that writes each object once: what a commit stores is measured for the audit log too, and may have megabytes. */
export function jsonTexts(): JsonText {
  const texts = new Map<unknown, string>();
  return (value) => {
    if (typeof value !== "object") return JSON.stringify(value);
    const text = texts.get(value) ?? writtenTexts.get(value as object) ?? JSON.stringify(value);
    texts.set(value, text);
    if (text.length > worthRemembering && value !== null) storedTexts.set(value as object, text);
    return text;
  };
}

/** Writes an answer as JSON. A large value that was just stored, such as the lines of a bill, isn't written a second time. */
export function answerText(answer: object): string {
  const known = Object.values(answer).some((value) => typeof value === "object" && value && storedTexts.has(value));
  if (!known) return JSON.stringify(answer);
  const entries = Object.entries(answer).flatMap(([name, value]) => {
    const text = storedTexts.get(value as object) ?? JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${entries.join(",")}}`;
}

/** Parses a JSON column, and remembers how long a large one was. */
export function parseJsonColumn(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (text.length > worthRemembering && typeof value === "object" && value !== null)
    readLengths.set(value, text.length);
  return value;
}

/** What stands for a JSON value that was read as text, and is replaced: of a large one only the length is known, and it equals no other. */
export function unparsed(text: string): unknown {
  if (text.length <= worthRemembering) return JSON.parse(text);
  const standIn = {};
  readLengths.set(standIn, text.length);
  return standIn;
}

/** The length of a value's JSON. A large value that was read as JSON isn't written for it. */
export const jsonLength = (value: unknown, textOf: JsonText): number =>
  (typeof value === "object" && value !== null && readLengths.get(value)) || textOf(value).length;
