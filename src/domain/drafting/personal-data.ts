import { isIban, isVatNumber } from "../contacts/tax-codes.js";
import { isEmailAddress } from "../messages/mail.js";

/** One form of personal data in a text, and how to find it. */
interface PersonalData {
  /** the beginning of its tokens: `CF` for `[[CF1]]` */
  kind: string;
  pattern: RegExp;
  /** which matches count, where not all do; `label`: the words before the value that the pattern matched */
  isMeant?: (found: string, label: string | undefined) => boolean;
}

/**
 * In the order in which they are replaced. A pattern's group `value` is replaced; a label before it stays. Amounts, dates, quantities
 * and price-list codes must match none of the patterns, since the model needs them.
 */
const forms: readonly PersonalData[] = [
  {
    kind: "MAIL",
    pattern: /(?<value>[^\s<>()[\],;:"«»“”|@]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8})/gu,
    isMeant: isEmailAddress,
  },
  {
    kind: "IBAN",
    pattern: /(?<value>\b(?:IT|SM)[\p{Zs}.-]?\d{2}[\p{Zs}.-]?[A-Z][\p{Zs}.-]?\d(?:[\p{Zs}.-]?[A-Z0-9]){20,22}\b)/giu,
  },
  {
    kind: "IBAN",
    pattern: /(?<value>\b[A-Z]{2}\d{2}(?:[\p{Zs}.-]?[A-Z0-9]{1,4}){3,8}\b)/gu,
    isMeant: (found) => isIban(found.replace(/[^A-Z0-9]/g, "")),
  },
  {
    kind: "CF",
    pattern:
      /(?<value>\b[A-Z]{3}\p{Zs}?[A-Z]{3}\p{Zs}?[0-9L-NP-V]{2}\p{Zs}?[A-EHLMPR-T][0-9L-NP-V]{2}\p{Zs}?[A-Z][0-9L-NP-V]{3}\p{Zs}?[A-Z]\b)/giu,
    // Letters without a digit are a phrase of short words.
    isMeant: (found) => /\d/.test(found),
  },
  {
    kind: "PIVA",
    pattern:
      /(\b(?:iva|c\.? ?f\.?|cod\.? ?fisc\.?|codice ?fiscale)[\s:.n°]{0,8})?(?<value>\b(?:IT\p{Zs}?)?\d{11}\b)/giu,
    isMeant: (found, label) => label !== undefined || isVatNumber(found),
  },
  {
    kind: "DOC",
    pattern:
      /(\b(?:carta d.identit[àa]|c\.i\.e?\.|passaporto|patente)[^\n.;\d]{0,30}?\bn(?:umero|um|r)?\b[.° ]{0,3})(?<value>\b[A-Z]{1,2}\p{Zs}?\d[A-Z0-9]{4,8}\b)/giu,
  },
  {
    kind: "TEL",
    pattern:
      /(\b(?:tel|telefono|cell|cellulare|mobile|fax|phone|whatsapp)\b[\s.:n°]{0,4})(?<value>\(?\+?\d(?:[\p{Zs}./()-]{0,2}\d){5,14})/giu,
  },
  {
    kind: "TEL",
    pattern: /(?<value>(?<![\p{L}\d.,/+])(?:\+|00)\d{2}(?:[\p{Zs}./()-]{0,2}\d){6,12}(?![\d,]))/gu,
  },
  {
    kind: "TEL",
    pattern: /(?<value>(?<![\p{L}\d.,/+_-])3\d{2}[\p{Zs}./-]?\d{2,3}(?:[\p{Zs}-]?\d{2,4}){1,2}(?![\p{L}\d.,_/-]*\d))/gu,
    isMeant: (found) => /^\d{9,10}$/.test(found.replace(/\D/g, "")),
  },
  {
    kind: "TEL",
    pattern:
      /(?<value>(?<![\p{L}\d.,/+_-])\(?0\d{1,3}\)?[\p{Zs}./-]?(?:\d{5,8}|\d{2,4}[\p{Zs}-]\d{2,4}(?:[\p{Zs}-]\d{2})?)(?![\p{L}\d.,_/-]*\d))/gu,
  },
];

/** The beginnings of tokens for personal data. */
export const personalKinds = [...new Set(forms.map(({ kind }) => kind))];

/** A text in which every piece of personal data is replaced. */
export const replacePersonalData = (text: string, replace: (kind: string, found: string) => string): string =>
  forms.reduce(
    (rest, { kind, pattern, isMeant = () => true }) =>
      rest.replace(pattern, (whole, ...groups) => {
        const { value } = groups.at(-1) as { value: string };
        const label = whole.slice(0, whole.length - value.length);
        return isMeant(value, label || undefined) ? `${label}${replace(kind, value)}` : whole;
      }),
    text,
  );
