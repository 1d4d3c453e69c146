import { wordsOfMarkdown } from "../markdown/plain-text.js";
import { gulpease, type Readability, textFigures } from "../text/gulpease.js";
import { inItalian } from "../text/italian-numbers.js";
import { noAmount } from "./checks/r01-no-amount.js";
import { quantity } from "./checks/r02-quantity.js";
import { price } from "./checks/r03-price.js";
import { description } from "./checks/r04-description.js";
import { repeatedLines } from "./checks/r05-repeated-lines.js";
import { priceDeviation } from "./checks/r06-price-deviation.js";
import { quantityDeviation } from "./checks/r07-quantity-deviation.js";
import { staleLinks } from "./checks/r07-stale-links.js";
import { totalLines } from "./checks/r08-total-lines.js";
import { writtenTotals } from "./checks/r08-written-totals.js";
import { untaxedLines } from "./checks/r09-untaxed-lines.js";
import { vat } from "./checks/r09-vat.js";
import { discount } from "./checks/r10-discount.js";
import { discountedExpenses } from "./checks/r10-discounted-expenses.js";
import { discountedSafety } from "./checks/r11-discounted-safety.js";
import { contributionAmount } from "./checks/r12-contribution-amount.js";
import { pensionContribution } from "./checks/r12-pension-contribution.js";
import { units } from "./checks/r13-units.js";
import { contact } from "./checks/r14-contact.js";
import { taxId } from "./checks/r15-tax-id.js";
import { project } from "./checks/r16-project.js";
import { validity } from "./checks/r17-validity.js";
import { unfilled } from "./checks/r18-leftovers.js";
import { paymentTerms } from "./checks/r19-payment-terms.js";
import { serviceTiming } from "./checks/r20-timing.js";
import { insurance } from "./checks/r21-insurance.js";
import { statedComplexity } from "./checks/r22-complexity.js";
import { privacyNotice } from "./checks/r23-privacy.js";
import { burdensomeClauses } from "./checks/r24-burdensome-clauses.js";
import { fairPay } from "./checks/r25-fair-compensation.js";
import { delegation } from "./checks/r26-delegation.js";
import { artificialIntelligence } from "./checks/r27-ai-notice.js";
import { consistency } from "./checks/r28-dates-and-words.js";
import { otherNames } from "./checks/r29-other-names.js";
import { form } from "./checks/r30-form.js";
import { readability } from "./checks/r31-readability.js";
import { typing } from "./checks/r32-typing.js";
import { writtenAddresses } from "./checks/r32-written-addresses.js";
import { length } from "./checks/r33-length.js";
import { notPrinted } from "./checks/r34-not-printed.js";
import { typedSignature } from "./checks/r35-typed-signature.js";
import type { Check, Finding, Severity } from "./finding.js";
import type { ReviewInput } from "./input.js";

/** Their order is the order of the findings. */
const checks: readonly Check[] = [
  noAmount,
  quantity,
  price,
  description,
  repeatedLines,
  priceDeviation,
  quantityDeviation,
  staleLinks,
  writtenTotals,
  totalLines,
  vat,
  untaxedLines,
  discount,
  discountedExpenses,
  discountedSafety,
  pensionContribution,
  contributionAmount,
  units,
  contact,
  taxId,
  project,
  validity,
  unfilled,
  paymentTerms,
  serviceTiming,
  insurance,
  statedComplexity,
  privacyNotice,
  burdensomeClauses,
  fairPay,
  delegation,
  artificialIntelligence,
  consistency,
  otherNames,
  form,
  readability,
  typing,
  writtenAddresses,
  typedSignature,
];
/** What reads the text as it was typed; the others read its words without marks. */
const checksOfSource: readonly Check[] = [length, notPrinted];

const penalties: Record<Severity, number> = { error: 20, warning: 5, info: 1 };
/** A thousand equal faults in a document don't need a thousand findings. */
const maxFindingsPerCode = 20;

/** What the fixed checks found in a document. */
export interface Review {
  /** false where any finding is an error */
  ready: boolean;
  /** 0 to 100: 100 less 20 for each error, 5 for each warning, 1 for each info */
  score: number;
  readability: Readability;
  findings: Finding[];
}

/** The first findings of each code. @returns `counts`: how many of each there are in all */
export function firstOfEachCode(findings: readonly Finding[]): { kept: Finding[]; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= maxFindingsPerCode;
  });
  return { kept, counts };
}

const moreCases = (count: number): string =>
  count === 1 ? "E un altro caso come questo." : `E altri ${inItalian(count)} casi come questo.`;

function abridged(findings: Finding[]): Finding[] {
  const { kept, counts } = firstOfEachCode(findings);
  return kept.map((finding, index) => {
    const more = (counts.get(finding.code) ?? 0) - maxFindingsPerCode;
    const isLast = more > 0 && kept.findLastIndex(({ code }) => code === finding.code) === index;
    return isLast ? { ...finding, message: `${finding.message} (${moreCases(more)})` } : finding;
  });
}

/** The score of a document with these findings, 0 to 100. */
export const scoreOf = (findings: readonly Finding[]): number =>
  Math.max(0, 100 - findings.reduce((total, { severity }) => total + penalties[severity], 0));

/** Whether a document with these findings can be issued without changes. */
export const isReady = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== "error");

/** A document as its reader sees it: the words of its Markdown. */
function asRead({ document, ...around }: ReviewInput): ReviewInput {
  const words = (text: string | null): string | null => text && wordsOfMarkdown(text);
  return { ...around, document: { ...document, body: words(document.body), notes: words(document.notes) } };
}

/** Runs all fixed checks on a document. They use no model and no clock: the same input gives the same findings. */
export function reviewDocument(input: ReviewInput): Review {
  const read = asRead(input);
  const found = [checks.map((check) => check(read)), checksOfSource.map((check) => check(input))].flat(2);
  const findings = abridged(found);
  return {
    ready: isReady(findings),
    score: scoreOf(findings),
    readability: gulpease(textFigures(read.document.body ?? "")),
    findings,
  };
}
