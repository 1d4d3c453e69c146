import { isSignedByClient } from "../../documents/document-kinds.js";
import { singleSpaced } from "../../text/normalized.js";
import { oneOf } from "../../text/words.js";
import { sectionsOf } from "../document-texts.js";
import type { Check } from "../finding.js";
import { quoted } from "../finding-words.js";

const title =
  "(?:geom|geometra|ing|ingegnere|arch|architetto|dott|dott\\.?ssa|dottor|dottoressa|avv|rag|p\\. ?i|per\\. ind|agr)\\b\\.?";
/** `Geom. Mario Rossi`, also after `Il tecnico:`. */
const namedProfessional = new RegExp(
  `^(?:il tecnico|la tecnica|il professionista)?:? ?(?:${title} ?){1,3}(?:\\p{L}[\\p{L}'’.-]* ?){1,4}$`,
  "iu",
);
/** Who of the firm signs. */
const roles = oneOf(
  "tecnico, tecnica, professionista, progettista, perito, perita, studio, collaudatore, collaudatrice",
  /dirett(?:ore|rice) (?:dei )?lavori/,
  /coordinat(?:ore|rice)(?: (?:per la|della) sicurezza)?(?: in fase di (?:progettazione|esecuzione))?/,
  /consulente tecnic[oa](?: d['’]ufficio| di parte)?/,
  /d\.? ?l\.?|c\. ?s\. ?[ep]\.|cs[ep]|c\. ?t\. ?[up]\.|ct[up]/,
);
const firmsLabel = new RegExp(
  String.raw`^(?:(?:il|la|lo) ${roles}(?: incaricat[oa])?|timbro e firma)(?:\s*\(?(?:timbro e firma|firma)\)?)?:?$`,
  "iu",
);
/** `il coordinatore`, the last of those who get a copy */
const ofList = /^(?:il|la|lo) /;
/** A party to a site's papers: the firm's role after it is one of those who sign, or who were there. */
const otherParty =
  /^(?:per )?(?:l['’] ?|la |il )?(?:impresa|appaltat|esecut|ditta|committen|client)\p{L}*(?: \p{L}+){0,2}:?$/iu;
const ofClient =
  /^(?:firma (?:del |della |dei )?(?:committent[ei]|client[ei]|delegante)|il (?:committente|cliente|delegante)|per accettazione)/iu;
const signed = /^firma\b/iu;
const placeOrDate = /^(?:luogo|data|lì|addì|\p{Lu}[\p{L}' ]{1,40},)/u;
/** The client signs here a second time, for what the printed block doesn't cover. */
const approvesApart = /\b(?:1341|1342)\b|specificamente|approvazione specifica|consenso|679/i;

/** What the last lines can be beside signatures. */
const longestLine = 90;
const mostLines = 8;

const withoutBlanks = (line: string): string => singleSpaced(line.replace(/[_.…]{3,}/g, " "));

/** The signatures at the end of a text, the last first. */
function signaturesAtEnd(text: string, hasClientsBlock: boolean): string[] {
  const lines = text
    .trimEnd()
    .split("\n")
    .slice(-mostLines * 2);
  const found: string[] = [];
  for (const [index, line] of [...lines.entries()].toReversed()) {
    const words = withoutBlanks(line);
    if (words === "") continue;
    if (line.length > longestLine || found.length >= mostLines) break;
    const before = lines.slice(Math.max(0, index - 4), index).join("\n");
    const isOwn = namedProfessional.test(words) || (firmsLabel.test(words) && !ofList.test(words));
    const isSigned = (signed.test(words) && !ofClient.test(words)) || (hasClientsBlock && ofClient.test(words));
    if (isOwn || (isSigned && !approvesApart.test(before))) found.push(words);
    else if (otherParty.test(words)) return found.filter((signature) => !firmsLabel.test(signature));
    else if (!(placeOrDate.test(words) && words !== line.trim())) break;
  }
  return found;
}

/** A signature typed at the end of the text, where the PDF prints its own block for them. */
export const typedSignature: Check = (input) =>
  sectionsOf(input)
    .filter(({ field }) => field !== "/title")
    .flatMap(({ field, text }) => {
      const signatures = signaturesAtEnd(text, isSignedByClient(input.document.kind));
      if (signatures.length === 0) return [];
      return {
        severity: "info",
        code: "R35_TYPED_SIGNATURE",
        field,
        message: `Il testo finisce con una firma, che il PDF stampa già in fondo: ${quoted(signatures.toReversed())}.`,
        suggestion: "Togliere la firma dal testo: il riquadro per le firme si stampa da solo.",
      };
    });
