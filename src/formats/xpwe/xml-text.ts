import { notInXml } from "../xml/not-in-xml.js";

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>"'\r]/g;
// A bare carriage return would be read as a line feed.
const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\r": "&#13;",
};

const escaped = (text: string): string =>
  text
    .replace(notInXml, "")
    .replace(loneSurrogates, "")
    .replace(special, (character) => escapes[character] ?? "");

/** An element with a text; without one, an empty element, as PriMus writes it. Characters that no XML can hold are left out. */
export function element(name: string, text: string | number): string {
  const content = typeof text === "number" ? String(text) : escaped(text);
  return content === "" ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

/** Elements, one for each entry. */
export const elements = (texts: Record<string, string | number>): string =>
  Object.entries(texts)
    .map(([name, text]) => element(name, text))
    .join("");
