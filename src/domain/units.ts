import { editDistance } from "./text/edit-distance.js";
import { withFewMarks } from "./text/few-marks.js";

/** Units in use in bills, quotes and price lists; as they are compared: small letters, without dots, accents and spaces. */
const known = new Set(
  `m ml mt ml2 mtl m2 mq mqm m3 mc mm cm dm km dam cm2 cmq cm3 cmc dm2 dmq dm3 dmc mm2 mmq km2 kmq ha a are ettaro ettari
   metro metri metrolineare metrilineari metroquadro metriquadri metroquadrato metriquadrati metrocubo metricubi
   kg g gr q qle qli quintale quintali t ton tonn tonnellata tonnellate l lt litro litri hl dl cl mg kgcm kgf n kn
   h ora ore hh min minuto minuti s gg g/u giorno giorni giornata giornate sett settimana settimane mese mesi anno anni
   cad cadauno cadauna caduno cadun cd ca nr n no num numero pz pezzo pezzi u un unita elemento elementi coppia paio paia set kit
   corpo acorpo ac acop accorpo corp forfait forfettario forfettaria aforfait amisura misura percento % ‰ promille € euro eur
   kw kwh kwp mw w va kva kvar v bar pa j kj kcal kcalh btu btuh frigorie lumen lm lux db mmh
   punto punti puntoluce puntopresa puntiluce posto posti postoauto vano vani stanza stanze camera locale alloggio appartamento unitaimmobiliare
   gradino gradini foglio fogli tavola tavole copia copie pagina pagine pratica pratiche sopralluogo sopralluoghi accesso accessi
   prestazione prestazioni incarico fase particella subalterno mappale rilievo visita perizia vacazione vacazioni
   viaggio viaggi carico scarico cassone cassoni sacco sacchi rotolo rotoli bidone fusto lastra lastre barra barre pannello pannelli
   foro fori prova prove campione campioni provino nolo apparecchio apparecchi impianto modulo moduli rata palo pali pianta piante albero alberi
   uomo operaio persona persone addetto
   each ea pc pcs piece pieces item items lot ls sum lumpsum hr hrs hour hours day days week weeks month months year years
   sqm sm cum cbm m^2 m^3 lm rm rml meter metre meters metres ft ft2 sf lf in yd sqft kilogram tonne tonnes`
    .split(/\s+/)
    .filter(Boolean),
);

/** Different words for one unit. */
const synonyms = [
  "m ml mt mtl metro metri metrolineare metrilineari lm rm rml",
  "m2 mq metroquadro metriquadri metroquadrato metriquadrati sqm sm m^2",
  "m3 mc metrocubo metricubi cum cbm m^3",
  "cad cadauno cadauna caduno n no nr num numero pz pezzo pezzi u un unita each ea pc pcs piece pieces item",
  "corpo acorpo ac acop forfait forfettario forfettaria aforfait ls lumpsum",
  "h ora ore hr hrs hour hours",
  "gg giorno giorni giornata giornate day days",
  "mese mesi month months",
  "q qle qli quintale quintali",
  "t ton tonn tonnellata tonnellate tonne tonnes",
  "kg kilogram",
  "l lt litro litri",
].map((words) => words.split(" "));
const canonical = new Map(synonyms.flatMap((words) => words.map((word) => [word, words[0] as string])));

/** Between two units: `m²/mese`, `m³ x km`, `m² al mese`. */
const dividers = /\s*[/*×·]\s*|\s+(?:x|per|al|alla|allo|a)\s+|(?<=[\p{N}²³])\s*x\s*(?=\p{L})/u;

/** Of a text with much white space, its dividers would be looked for from each of its places. */
const partsOf = (unit: string): string[] => unit.trim().replace(/\s+/g, " ").split(dividers);

const withCount = (unit: string): string =>
  withFewMarks(unit.toLowerCase())
    .normalize("NFKD")
    .replace(/[\p{M}.'’°\s]/gu, "");
const plain = (unit: string): string => withCount(unit).replace(/^\d{1,4}(?=\p{L})/u, "");

/** Whether a unit is one in use, such as `m²`, `mq.`, `cad.`, `a corpo`, `100 kg`, `m²/mese`. */
export function isKnownUnit(unit: string): boolean {
  if (known.has(plain(unit))) return true;
  const parts = partsOf(unit);
  return parts.length <= 3 && parts.every((part) => known.has(plain(part)));
}

/** Whether two units are the same, in whichever notation: `mq/mese` and `m² al mese`, `cad.` and `n.`; `100 kg` is another than `kg`. */
export const isSameUnit = (one: string, other: string): boolean => canonicalUnit(one) === canonicalUnit(other);

/** A unit as `isSameUnit` compares it, for keys. */
export function canonicalUnit(unit: string): string {
  if (known.has(withCount(unit))) return canonicalPart(unit);
  return partsOf(unit.toLowerCase()).map(canonicalPart).join("/");
}

function canonicalPart(part: string): string {
  const word = plain(part);
  const count = withCount(part).slice(0, -word.length || undefined);
  return `${count === "1" ? "" : count}${canonical.get(word) ?? word}`;
}

/** All notations of a word's unit, as `plain` writes them; none if it stands for no unit with several. */
export const notationsOf = (word: string): readonly string[] =>
  synonyms.find((words) => words.includes(plain(word))) ?? [];

/** The notation that is probably meant by an unknown unit; null: none is near. */
export function nearestUnit(unit: string): string | null {
  const word = plain(unit);
  if (word.length < 2 || word.length > 20) return null;
  const usual = ["m²", "m³", "mq", "mc", "cad", "kg", "a corpo", "ore", "m"];
  return usual.find((each) => editDistance(word, plain(each)) === 1) ?? null;
}
