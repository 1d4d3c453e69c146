import { oneOf } from "../words.js";

const title = oneOf(
  /signor[aie]?|signori|sigg?\.?(?: ?r[ai])?|sig\.ra/,
  /dott\.?(?: ?ssa)?|dottor(?:e|essa)?/,
  /ing\.?|ingegner[e]?/,
  /arch\.?|architett[oa]/,
  /geom\.?|geometra/,
  /avv\.?|avvocat[oa]/,
  /prof\.?(?:ssa)?/,
);
const adjective = oneOf(
  /gentil[ei](?:ssim[oai])?|gent\.(?:m[ao])?/,
  /egregi[oa]?|egr\./,
  /preg\.m[oa]|pregiatissim[oa]/,
  /spett\.(?:le)?/,
  /car[oa]/,
);
const spaces = String.raw`[ \t]{1,3}`;
const opening = new RegExp(String.raw`(?<!\p{L})${adjective}${spaces}(?:${title}${spaces}){1,3}`, "giu");
const names = /^(?:\p{Lu}[\p{L}'’-]{1,40}(?:[ \t]{1,3}(?:e[ \t]{1,3})?)?){1,5}/u;

/** The names in the greetings of a text: `Rossi` of `Gentile signora Rossi`. */
export const greetedNames = (text: string): string[] =>
  [...text.matchAll(opening)].flatMap(({ 0: greeting, index }) => {
    const start = index + greeting.length;
    return names.exec(text.slice(start, start + 120))?.[0].trim() ?? [];
  });
