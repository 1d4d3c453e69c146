/** The words of some lines, with spaces between them. */
export const wordSet = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));
