/** Mail programs make links of texts that look like addresses: a dot or slash with letters on both sides, a scheme, an @. */
const linkDots = /[.\u3002](?=[\p{L}\p{N}-]{2}|\p{N})/gu;

/**
 * A name that somebody chose, so that it can pass neither for text of the mail itself nor for a link: on one line, without characters
 * that hide or turn others, and with a space in whatever would be an address.
 */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\p{C}\p{Z}\s]+/gu, (run) => (/[\p{Z}\s]/u.test(run) ? " " : ""))
    .replace(/[:/\\@<>]+/g, " ")
    .replace(linkDots, ". ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 100);
