import type { Warning } from "../warning.js";
import { divideIt } from "./checks/r33-length.js";
import type { Fault } from "./finding.js";

interface ErrorText {
  /**
   * @param place what it is about, such as `The line item at index 3` or `The document's body`
   * @param message the finding's own
   */
  detail: (place: string, message: string) => string;
  suggestion: string;
}

const text = (detail: string | ErrorText["detail"], suggestion: string): ErrorText => ({
  detail: typeof detail === "string" ? () => detail : detail,
  suggestion,
});

/** What the fixed checks call errors, in the English of the product's own answers. The findings of a review are in Italian. */
export const errorTexts: Readonly<Record<string, ErrorText>> = {
  R01_NO_AMOUNT: text(
    "The quote has neither a priced line nor an amount in its text.",
    "Add at least one line item with quantity and price, or state the amount in the body.",
  ),
  R01_NEGATIVE_TOTAL: text(
    "The quote's total is negative.",
    "Correct quantities and prices: discounts and deductions exceed the other lines.",
  ),
  R02_NO_QUANTITY: text((place) => `${place} has the quantity 0.`, "Set its quantity, or remove the line."),
  R03_NO_PRICE: text(
    (place) => `${place} has the price 0, and its description doesn't say why.`,
    "Set its price, or say that it is free (gratuito) or part of another (compreso).",
  ),
  R04_NO_DESCRIPTION: text(
    (place) => `${place} has no description.`,
    "Describe what is offered, so that the client recognizes it.",
  ),
  R04_NO_UNIT: text((place) => `${place} has no unit of measure.`, "Set its unit: m², m³, cad, ore, a corpo."),
  R08_WRITTEN_TOTAL: text(
    "The body states a total that differs from the one computed from the line items.",
    "Correct the amount in the body, or remove it: the totals are printed below the lines.",
  ),
  R08_TOTAL_LINE: text(
    (place) => `${place} repeats the sum of the lines above it, which is charged twice so.`,
    "Remove the line: the totals are computed from the lines.",
  ),
  R09_VAT_LINE: text(
    (place) => `${place} is VAT, and is charged with VAT in turn.`,
    "Remove the line: VAT is computed from the rates.",
  ),
  R09_NO_VAT_RATE: text(
    "No VAT rate is set, so the total is computed without VAT.",
    "Set vatPct (usually 22), or 0 and name the reason for the exemption in the text.",
  ),
  R09_UNKNOWN_VAT_RATE: text(
    (place) => `${place} is not a VAT rate that exists in Italy.`,
    "Use 4, 5, 10 or 22, or 0 and name the reason for the exemption in the text.",
  ),
  R09_UNTAXED_LINE: text(
    (place) => `${place} says that it bears no VAT, but is charged with it.`,
    'Set its own rate with update_quote_lines ({"at": …, "set": {"vatPct": 0}}), or correct its description.',
  ),
  R09_WITHHELD_TAX: text(
    (place) => `${place} deducts a withheld tax, which lowers the VAT too: VAT is due on the whole fee.`,
    "Remove the line, and state the withheld tax and the net amount in the notes.",
  ),
  R10_FRACTION: text(
    "The discount is below 1 %: 0.1 is a tenth of a percent.",
    "If 10 % is meant, write 10; else leave it.",
  ),
  R10_DISCOUNTED_EXPENSES: text(
    "The discount also reduces expenses that were paid for the client.",
    "Set discountPct to 0, and give the discount as a line with a negative price.",
  ),
  R11_DISCOUNTED_SAFETY: text(
    "The discount also reduces safety costs, which no discount may touch.",
    'Mark their line as a safety cost with update_quote_lines ({"at": …, "set": {"safety": true}}).',
  ),
  R12_OTHER_AMOUNT: text(
    (place) => `${place} is a pension contribution, but not the percentage of the other lines that it names.`,
    "Correct its price, or the percentage in its description.",
  ),
  R13_PERCENT: text(
    (place) => `${place} has the unit %, but its amount is quantity × price, as of any unit.`,
    "If a percentage of the price is meant, write it as a quantity below 1: 0.05 for 5 %; if the amount is right, use another unit.",
  ),
  R14_NO_CONTACT: text(
    "The document is addressed to no contact, so it can't be sent.",
    "Set one with update_document (contactId).",
  ),
  R14_NO_ADDRESS: text(
    "The document's contact has neither an e-mail nor a PEC address, so it can't be sent.",
    "Add an address with update_contact.",
  ),
  R14_NOT_CERTIFIED: text(
    "The contact looks like an authority and has a PEC address, but the document goes to it by ordinary e-mail, which proves no delivery.",
    "If it must go by PEC, set the contact's role to municipality with update_contact, then send it.",
  ),
  R14_WRONG_ADDRESS: text(
    "The address of the document's contact is not valid, so it can't be sent.",
    "Correct the address with update_contact.",
  ),
  R17_EXPIRED: text("The last day of validity is past.", "Move validUntil to a later day."),
  R17_NEXT_DAY: text(
    "The validity ends in the small hours of a day, and the document names that day.",
    "If the day before is meant, give it alone, such as 2026-12-31.",
  ),
  R18_LEFTOVER: text(
    (place) => `${place} still has parts to be filled in.`,
    "Fill them in, or remove the placeholder.",
  ),
  R23_NO_PRIVACY: text(
    "The engagement letter doesn't say how personal data are used.",
    "Add the notice (Regulation (EU) 2016/679, art. 13), or refer to the one that was handed over.",
  ),
  R26_NO_IDENTITY_DOCUMENT: text(
    "The delegation doesn't name the identity document of the person who gives it.",
    "State its kind, number and issue, and enclose a copy.",
  ),
  R26_NO_PROPERTY: text(
    "The delegation doesn't hold the property's cadastral data.",
    "State comune, foglio, particella and subalterno.",
  ),
  R26_NO_ACTS: text(
    "The delegation doesn't say which acts it is for.",
    "List them: accesso agli atti, presentazione, ritiro, firma.",
  ),
  R28_IMPOSSIBLE_DATE: text((place) => `${place} holds a date that doesn't exist.`, "Correct the date."),
  R28_WRONG_WEEKDAY: text(
    (place) => `${place} holds a date with the wrong weekday.`,
    "Correct the weekday or the date.",
  ),
  R28_OTHER_VALIDITY: text(
    (place) => `${place} states another last day of validity than validUntil.`,
    "Use the same date in both.",
  ),
  R28_WRONG_WORDS: text(
    (place) => `${place} holds an amount whose words differ from its figures.`,
    "Make words and figures agree.",
  ),
  R29_OTHER_GREETING: text(
    "The body greets somebody else than the document's contact.",
    "Correct the name in the body, or the document's contact.",
  ),
  R29_OTHER_CLIENT: text(
    "The body names another client of the organization.",
    "Check that it isn't left from an earlier document.",
  ),
  R29_OTHER_MUNICIPALITY: text(
    "The body puts the property into another municipality than the project's.",
    "Correct the municipality in the body, or in the project.",
  ),
  R30_ATTACHMENTS: text(
    "The text names attachments, but only the document's PDF is sent.",
    "Send the attachments in a message of their own (send_message), or remove them from the text.",
  ),
  R30_NO_BODY: text("The document has no text, which its kind needs.", "Write its body."),
  R32_WRONG_IBAN: text(
    (place) => `${place} holds an IBAN whose check digits are wrong.`,
    "Copy the IBAN from the bank again.",
  ),
  R32_OTHER_IBAN: text((place, message) => {
    const [, character] = /dal carattere (\d+)/.exec(message) ?? [];
    const where = character ? `from character ${character} on the two read` : "the two end in these digits";
    return `${place} holds an IBAN that is not the organization's own; ${where}.`;
  }, "Check to whom the client is to pay; correct the IBAN if it was left in from another text."),
  R34_HTML: text(
    (place) => `${place} holds HTML, whose tags the PDF prints as they are written.`,
    "Write Markdown instead: headings, lists, tables, bold.",
  ),
  R34_IMAGE: text(
    (place) => `${place} holds images, which the PDF doesn't print: their words stand in their place.`,
    "Remove them, or send them apart as attachments.",
  ),
  R35_TYPED_SIGNATURE: text(
    (place) => `${place} ends in a typed signature, though the PDF prints a block for signatures below it.`,
    "Remove the signature from the text.",
  ),
  R33_TOO_LONG: text("The document is too long to be sent as a PDF.", divideIt),
};

/** A fault in English, with the words that it quotes. One that has no English text is passed on as it is. */
export function warningOf({ code, field: pointer, message, suggestion }: Fault): Warning {
  const text = errorTexts[code];
  if (!text) return { code, pointer, detail: message, suggestion };
  const quotes = message.match(/«[^»]*»/g) ?? [];
  const detail = text.detail(placeOf(pointer), message);
  return {
    code,
    pointer,
    detail: quotes.length > 0 ? `${detail.replace(/\.$/, "")}: ${quotes.join(", ")}.` : detail,
    suggestion: text.suggestion,
  };
}

/** Where a fault is, in words. */
function placeOf(pointer: string): string {
  const [, field = "", index] = pointer.split("/");
  if (field === "lineVat") return "A line's own vatPct";
  return field === "lineItems" && index !== undefined ? `The line item at index ${index}` : `The document's ${field}`;
}
