import type { Finding } from "../review/finding.js";
import type { ReviewInput } from "../review/input.js";
import { isReady, type Review, scoreOf } from "../review/review-document.js";
import { singleSpaced } from "../text/normalized.js";
import { shortened } from "../text/shortened.js";
import { mapTexts, textsIn, visible } from "../text/visible-text.js";
import type { ReviewAnswer } from "./answers.js";
import type { ModelCall } from "./data-block.js";
import { plainText } from "./plain-text.js";
import { fieldOfQuote, isField } from "./quotes.js";

const maxFindings = 20;
const maxTextCharacters = 400;
const maxQuoteCharacters = 160;

const sentence = (text: string): string => (/[.!?…»)]$/.test(text) ? text : `${text}.`);

/**
 * The findings of a model's review that are accepted: those that quote words of the document, and those that quote none and name one of
 * its fields. Each is placed at the field that it names, or else where the quoted words are, and the quotation becomes part of its
 * message. What a fixed check found already is left out.
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
    .flatMap(({ severity, category, field, ...texts }) => {
      const quote = texts.quote && singleSpaced(visible(texts.quote));
      const named = isField(document, field) ? field : null;
      const place = quote === null ? named : fieldOfQuote(document, quote);
      const said = mapTexts({ message: texts.message, suggestion: texts.suggestion }, (text) =>
        shortened(singleSpaced(plainText(text, own, own).text), maxTextCharacters),
      );
      if (place === null || said.message === "") return [];
      const at = named ?? place;
      const key = JSON.stringify([category, at, quote?.toLowerCase()]);
      if (known.has(key) || fixed.some((finding) => saysSame(finding, category, at, quote ?? ""))) return [];
      known.add(key);
      return {
        severity,
        category,
        code: `AI_${category.toUpperCase()}`,
        field: at,
        message:
          quote === null
            ? sentence(said.message)
            : `${said.message.replace(/[.:\s]+$/, "")}: «${shortened(quote, maxQuoteCharacters)}».`,
        suggestion: sentence(said.suggestion || "Verificare il passo citato"),
      };
    })
    .slice(0, maxFindings);
}

const textFields = ["/title", "/body", "/notes"];

/** Whether a fixed finding says the same: it has the same category and field and, in a long text, is about the same words. */
const saysSame = (fixed: Finding, category: string, field: string, quote: string): boolean =>
  fixed.category === category &&
  fixed.field === field &&
  (!textFields.includes(field) || fixed.message.toLowerCase().includes(quote.toLowerCase()));

const quoteIn = ({ message }: Finding): string => /«(.*)»\.$/.exec(message)?.[1] ?? message;

/**
 * A review with a model's findings after those of the fixed checks, which all stay as they are; `ready` and the score count both. The
 * fixed checks may have found more since the model's findings were accepted, so repetitions are left out again.
 */
export function mergeReview(review: Review, added: readonly Finding[]): Review {
  const isKnown = (finding: Finding) =>
    review.findings.some((fixed) => saysSame(fixed, finding.category, finding.field, quoteIn(finding)));
  const findings = [...review.findings, ...added.filter((finding) => !isKnown(finding))];
  return { ...review, findings, ready: isReady(findings), score: scoreOf(findings) };
}
