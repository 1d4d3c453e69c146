/** Random numbers that are the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const below = (n) => Math.floor(random() * n);
  const pick = (all) => all[below(all.length)];
  return { random, below, pick };
}

/** The words of a text. */
export const wordList = ([text]) => text.split(" ");
