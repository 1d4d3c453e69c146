import { oneOf } from "../../text/words.js";

const title = oneOf(
  /signor[aie]?|signori|sigg?\.?(?: ?r[ai])?|sig\.ra/,
  /dott\.?(?: ?ssa)?|dottor(?:e|essa)?/,
  /ing\.?|ingegner[e]?/,
  /arch\.?|architett[oa]/,
  /geom\.?|geometra/,
  /avv\.?|avvocat[oa]/,
  /prof\.?(?:ssa)?/,
);
/** What follows may be no name: `Egregio Signor Giudice Istruttore`. */
const office = oneOf(/notaio|presidente|sindac[oa]|dirigente|responsabile|giudice/);
const adjective = oneOf(
  /gentil[ei](?:ssim[oai])?|gent\.(?:m[ao])?/,
  /egregi[oa]?|egr\./,
  /preg\.m[oa]|pregiatissim[oa]/,
  /spett\.(?:le)?/,
  /car[oa]/,
);
const spaces = String.raw`[ \t]{1,3}`;
const opening = new RegExp(
  String.raw`(?<!\p{L})${adjective}${spaces}(?:${title}${spaces}){1,3}(?!${office}(?!\p{L}))`,
  "giu",
);
/** That of a whole text; its titles need no name after them. */
const beginning = new RegExp(
  String.raw`^[\s*_]{0,20}${adjective}${spaces}(?:(?:${title}|${office})(?!\p{L})[ \t]{0,3}){0,3}`,
  "iu",
);
const names = /^(?:\p{Lu}[\p{L}'’-]{1,40}(?:[ \t]{1,3}(?:e[ \t]{1,3})?)?){1,5}/u;

/** The names in the greetings of a text: `Rossi` of `Gentile signora Rossi`. */
export const greetedNames = (text: string): string[] =>
  [...text.matchAll(opening)].flatMap(({ 0: greeting, index }) => {
    const start = index + greeting.length;
    return names.exec(text.slice(start, start + 120))?.[0].trim() ?? [];
  });

/** The name that a text begins with as a letter does: `Anna Rossi` of `Gentile Anna Rossi,`; null where it greets nobody by name. */
export function nameAtBeginning(text: string): string | null {
  const start = beginning.exec(text)?.[0].length;
  return start === undefined ? null : (names.exec(text.slice(start, start + 120))?.[0].trim() ?? null);
}
