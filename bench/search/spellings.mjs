// What queries are made of: words of a record, written as people write them.
const letters = "abcdefghilmnoprstuvz";

/** How people write the words that they look for, by kind of query. @param numbers from `randomNumbers` */
export function spellings({ below, pick }) {
  /** One letter less, more or other, or two swapped; never the first. */
  function mistyped(word) {
    const at = 1 + below(word.length - 2);
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const letter = letters[below(letters.length)];
    return pick([
      before + after.slice(1),
      before + letter + after,
      before + letter + after.slice(1),
      before + after[1] + after[0] + after.slice(2),
    ]);
  }
  const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
  /** Without accents, or with apostrophes for them, as those write who have no keys for them. */
  const unaccented = (text) =>
    below(2) === 0 ? bare(text) : text.replace(/[àèéìòù](?![\p{L}])/gu, (letter) => `${bare(letter)}'`);
  /** A word without its first and last letters. */
  const part = (word) => word.slice(1, -2);
  return {
    words: (words) => words,
    typos: ([first, ...others]) => [mistyped(first), ...others],
    accents: (words) => words.map(unaccented),
    parts: ([first, ...others]) => [part(first), ...others],
  };
}

/** The words of a text that have at least so many letters. */
export const wordsOf = (text, least) => [...new Set(text.split(/[^\p{L}]+/u))].filter((word) => word.length >= least);

/** Takes so many of the words, by chance; fewer where there are no more. @param numbers from `randomNumbers` */
export const takeSome = ({ below }, words, count) =>
  Array.from({ length: Math.min(count, words.length) }, () => words.splice(below(words.length), 1)[0]);
