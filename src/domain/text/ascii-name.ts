/**
 * A file's name in ASCII, which stands beside `filename*`: without it a name like "perché.pdf" would go as bytes of ISO 8859-1, which WebKit
 * takes for UTF-8 that is broken.
 */
export const asciiName = (name: string): string => name.replace(/[^ -~]/g, "_");
