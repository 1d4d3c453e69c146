import { invalid } from "../domain/errors.js";

/** One of these words. @param noun what they are, such as `role` @throws invalid_input for any other text, naming them all */
export function parseWord<W extends string>(noun: string, words: readonly W[], text: string): W {
  const word = words.find((existing) => existing === text);
  if (word === undefined) throw invalid(`There is no ${noun} "${text}"; the ${noun}s are ${words.join(", ")}.`);
  return word;
}
