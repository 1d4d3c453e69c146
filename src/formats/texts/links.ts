const shown = /^(https?:|mailto:|tel:)/i;
const maxChars = 300;

/** A link's address behind its words, e.g. ` (https://example.it)`; "" for what leads nowhere outside, or runs a script. */
export const shownAddress = (address: string): string =>
  shown.test(address.trim()) ? ` (${address.trim().slice(0, maxChars)})` : "";
