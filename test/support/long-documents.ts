/** What makes a document long, by about how many characters it has. */
export const longBodies: [string, (characters: number) => string][] = [
  ["a paragraph", (characters) => "Il committente affida l'incarico. ".repeat(characters / 34)],
  ["a paragraph of short lines", (characters) => "riga\n".repeat(characters / 15)],
  ["a word", (characters) => "x".repeat(characters)],
  ["thousands of paragraphs", (characters) => `${"abcdefg ".repeat(250)}\n\n`.repeat(3 + characters / 2_000)],
];
