import type { Check, FindingCategory } from "../finding.js";
import { noAmount } from "./r01-no-amount.js";
import { quantity } from "./r02-quantity.js";
import { price } from "./r03-price.js";
import { description } from "./r04-description.js";
import { repeatedLines } from "./r05-repeated-lines.js";
import { priceDeviation } from "./r06-price-deviation.js";
import { quantityDeviation } from "./r07-quantity-deviation.js";
import { staleLinks } from "./r07-stale-links.js";
import { totalLines } from "./r08-total-lines.js";
import { writtenTotals } from "./r08-written-totals.js";
import { untaxedLines } from "./r09-untaxed-lines.js";
import { vat } from "./r09-vat.js";
import { discount } from "./r10-discount.js";
import { discountedExpenses } from "./r10-discounted-expenses.js";
import { discountedSafety } from "./r11-discounted-safety.js";
import { contributionAmount } from "./r12-contribution-amount.js";
import { pensionContribution } from "./r12-pension-contribution.js";
import { units } from "./r13-units.js";
import { contact } from "./r14-contact.js";
import { taxId } from "./r15-tax-id.js";
import { project } from "./r16-project.js";
import { validity } from "./r17-validity.js";
import { unfilled } from "./r18-leftovers.js";
import { paymentTerms } from "./r19-payment-terms.js";
import { serviceTiming } from "./r20-timing.js";
import { insurance } from "./r21-insurance.js";
import { statedComplexity } from "./r22-complexity.js";
import { privacyNotice } from "./r23-privacy.js";
import { burdensomeClauses } from "./r24-burdensome-clauses.js";
import { fairPay } from "./r25-fair-compensation.js";
import { delegation } from "./r26-delegation.js";
import { artificialIntelligence } from "./r27-ai-notice.js";
import { consistency } from "./r28-dates-and-words.js";
import { otherNames } from "./r29-other-names.js";
import { form } from "./r30-form.js";
import { readability } from "./r31-readability.js";
import { typing } from "./r32-typing.js";
import { writtenAddresses } from "./r32-written-addresses.js";
import { length } from "./r33-length.js";
import { notPrinted } from "./r34-not-printed.js";
import { typedSignature } from "./r35-typed-signature.js";

/** Checks whose faults are all of one category. */
export type ChecksOf = [category: FindingCategory, checks: readonly Check[]];

/** The fixed checks by the category of what they find. Their order is that of the findings. */
export const checks: readonly ChecksOf[] = [
  [
    "pricing",
    [
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
    ],
  ],
  ["missing_detail", [contact, taxId, project, validity, unfilled, paymentTerms, serviceTiming]],
  [
    "legal",
    [insurance, statedComplexity, privacyNotice, burdensomeClauses, fairPay, delegation, artificialIntelligence],
  ],
  ["formal", [consistency, otherNames, form]],
  ["readability", [readability]],
  ["formal", [typing, writtenAddresses, typedSignature]],
];

/** What reads the text as it was typed; the others read its words without marks. */
export const checksOfSource: readonly ChecksOf[] = [["formal", [length, notPrinted]]];

/** Checks of what a text, a line or a date says by itself. What is still missing of a draft is nothing to be warned of. */
export const checksOfContent: readonly Check[] = [
  quantity,
  description,
  totalLines,
  vat,
  untaxedLines,
  discount,
  discountedExpenses,
  discountedSafety,
  contributionAmount,
  units,
  validity,
  unfilled,
  consistency,
  writtenAddresses,
];
