import type { ReviewAnswer } from "../drafting/answers.js";
import { mapTexts, textsIn, visible } from "../drafting/clean.js";
import type { ModelCall } from "../drafting/data-block.js";
import { plainText } from "../drafting/plain-text.js";
import type { Finding } from "./finding.js";
import type { ReviewInput } from "./input.js";
import { fieldOfQuote, isField } from "./quotes.js";
import { isReady, type Review, scoreOf } from "./review-document.js";

const mostFindings = 20;
const longestText = 400;
const longestQuote = 160;

const cut = (text: string, limit: number): string =>
  text.length > limit
    ? `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text;
const sentence = (text: string): string => (/[.!?…»)]$/.test(text) ? text : `${text}.`);

/**
 * What of a model's review is believed: findings that quote words which stand in the document, each at the field that it names, or else
 * where the words are; the quotation becomes part of the message. What a fixed check has said already is left out.
 */
export function acceptFindings(
  answer: ReviewAnswer,
  document: ReviewInput["document"],
  fixed: readonly Finding[],
  call: ModelCall,
): Finding[] {
  const known = new Set<string>();
  const own = textsIn(document);
  const { value } = call.pseudonyms.restore(answer);
  return value.findings
    .flatMap(({ severity, category, field, ...texts }): Finding[] => {
      const quote = visible(texts.quote).replace(/\s+/g, " ").trim();
      const place = fieldOfQuote(document, quote);
      const said = mapTexts({ message: texts.message, suggestion: texts.suggestion }, (text) =>
        cut(plainText(text, own, own).text.replace(/\s+/g, " ").trim(), longestText),
      );
      if (place === null || said.message === "") return [];
      const at = isField(document, field) ? field : place;
      const key = JSON.stringify([category, at, quote.toLowerCase()]);
      if (known.has(key) || fixed.some((finding) => saysSame(finding, category, at, quote))) return [];
      known.add(key);
      return [
        {
          severity,
          category,
          code: `AI_${category.toUpperCase()}`,
          field: at,
          message: `${said.message.replace(/[.:\s]+$/, "")}: «${cut(quote, longestQuote)}».`,
          suggestion: sentence(said.suggestion || "Verificare il passo citato"),
        },
      ];
    })
    .slice(0, mostFindings);
}

const texts = ["/title", "/body", "/notes"];

/** Whether a fixed finding is of the same matter: in a single field of its category, in a whole text about the same words. */
const saysSame = (fixed: Finding, category: string, field: string, quote: string): boolean =>
  fixed.category === category &&
  fixed.field === field &&
  (!texts.includes(field) || fixed.message.toLowerCase().includes(quote.toLowerCase()));

const quoteIn = ({ message }: Finding): string => /«(.*)»\.$/.exec(message)?.[1] ?? message;

/**
 * A review with a model's findings after the fixed ones, of which none is lost or made lighter; `ready` and the score count both. The
 * fixed ones here may be more than those that the findings were accepted beside: what they say already is left out again.
 */
export function mergeReview(review: Review, added: readonly Finding[]): Review {
  const isKnown = (finding: Finding) =>
    review.findings.some((fixed) => saysSame(fixed, finding.category, finding.field, quoteIn(finding)));
  const findings = [...review.findings, ...added.filter((finding) => !isKnown(finding))];
  return { ...review, findings, ready: isReady(findings), score: scoreOf(findings) };
}
