/**
 * Words whose singular and plural have different stems in Postgres' Italian dictionary, so that neither finds the other: "solaio" has the
 * stem "solai", and "solai" has "sola". Only what stands in texts of building; surnames such as Marco and Marchi are two words.
 */
const pairs: readonly (readonly [string, string])[] = [
  ["arco", "archi"],
  ["asse", "assi"],
  ["buca", "buche"],
  ["chiave", "chiavi"],
  ["diga", "dighe"],
  ["doga", "doghe"],
  // Their plurals have no stem: they are also forms of "essere", which the dictionary leaves out.
  ["fossa", "fosse"],
  ["fosso", "fossi"],
  ["fuga", "fughe"],
  ["lega", "leghe"],
  ["passamano", "passamani"],
  ["riga", "righe"],
  ["superficie", "superfici"],
  ["vetrocamera", "vetrocamere"],
];
const known = new Map(
  pairs.flatMap(([singular, plural]) => [[singular, plural] as const, [plural, singular] as const]),
);

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{3})([ao])io$/, "$1i"],
  [/(?<=[a-z]{3})([ao])i$/, "$1io"],
  [/(?<=[a-z]{2})iera$/, "iere"],
  // Their plurals have their stems.
  [/(?<=[a-z]{2})(?<!cant|corr|mest|quart)iere$/, "iera"],
  [/ficio$/, "fici"],
  [/fici$/, "ficio"],
];

const otherForm = (word: string): string | null => {
  const pair = known.get(word);
  if (pair !== undefined) return pair;
  const [ending, replacement] = endings.find(([ending]) => ending.test(word)) ?? [];
  return ending && replacement ? word.replace(ending, replacement) : null;
};

/** Of more words the first have their other forms: each form is one more search. */
const mostForms = 3;
/** The search itself reads no more of a query. */
const mostRead = 2_000;

/** The other forms, in lower case, of the words of a text that have a stem of their own in the singular and in the plural; three at most. */
export function otherForms(text: string): string[] {
  const words =
    text
      .slice(0, mostRead)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return [...new Set(words.flatMap((word) => otherForm(word) ?? []))].slice(0, mostForms);
}

/** The text with each of these other forms in place of the word that it is a form of. */
export const inOtherForms = (text: string, forms: readonly string[]): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const form = otherForm(word.toLowerCase());
    return form !== null && forms.includes(form) ? form : word;
  });
