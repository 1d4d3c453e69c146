import { lineVatOf } from "../documents/line-vat.js";
import { inOneForm } from "../text/one-form.js";
import type { Warning } from "../warning.js";
import { checksOfContent } from "./checks/index.js";
import { anotherAddressed } from "./checks/r29-other-names.js";
import { warningOf } from "./error-texts.js";
import type { Fault, Severity } from "./finding.js";
import { noOthers, type ReviewInput, writtenInOneForm } from "./input.js";
import { firstOfEachCode, reviewDocument } from "./review-document.js";

/**
 * What is no error, since it may be meant, and costs too much where it isn't; or is seen only on the PDF. By the severity with which it is
 * worth it: that a report names its attachments is only information.
 */
const worthWarning: ReadonlyMap<string, Severity> = new Map([
  ["R03_NO_PRICE", "warning"],
  ["R09_UNTAXED_LINE", "warning"],
  ["R10_FRACTION", "warning"],
  ["R10_DISCOUNTED_EXPENSES", "warning"],
  ["R11_DISCOUNTED_SAFETY", "warning"],
  ["R12_OTHER_AMOUNT", "warning"],
  ["R13_PERCENT", "warning"],
  ["R14_NOT_CERTIFIED", "warning"],
  ["R17_NEXT_DAY", "warning"],
  ["R30_ATTACHMENTS", "warning"],
  ["R30_NO_BODY", "warning"],
  ["R32_OTHER_IBAN", "warning"],
  ["R34_HTML", "warning"],
  ["R34_IMAGE", "warning"],
  ["R35_TYPED_SIGNATURE", "info"],
]);

/** Whether a warning of a document is what the fixed checks call an error. */
export const warnsOfError = ({ code }: Warning): boolean => !worthWarning.has(code);

/**
 * What the fixed checks call errors of a document, and what else is worth a warning before it goes out; their pointers lead into the
 * record.
 */
export const documentWarnings = (input: ReviewInput): Warning[] =>
  reviewDocument(input)
    .findings.filter(warns)
    .map((finding) => warningOf(finding));

/** That the mail with a document begins with the name of somebody else. @param note its text, in `/message` */
export const noteWarnings = (input: ReviewInput, note: string): Warning[] =>
  anotherAddressed(writtenInOneForm(input), inOneForm(note)).map((name) => ({
    code: "R29_OTHER_GREETING",
    pointer: "/message",
    detail: `The mail greets somebody else than the document's contact: «${name}».`,
    suggestion: "If the name is wrong, write to the contact again; if the contact is, correct the document's.",
  }));

/** A document without its totals, which none of the checks of content reads. */
type Content = Omit<ReviewInput["document"], "totals">;
type Today = Pick<ReviewInput, "today" | "timezone">;

/** The errors of content that was just written to a document; `fields` were written. @param ownIban the organization's, where it is known */
export function contentWarnings(
  document: Content,
  fields: ReadonlySet<string>,
  { ownIban, ...today }: Today & Partial<Pick<ReviewInput, "ownIban">>,
): Warning[] {
  const written = (field: string) => fields.has(field);
  const sent: Content = {
    ...document,
    title: written("title") ? document.title : "",
    body: written("body") ? document.body : null,
    notes: written("notes") ? document.notes : null,
    lineItems: ["discountPct", "lineItems", "vatPct"].some(written) ? document.lineItems : [],
    validUntil: ["body", "notes", "title", "validUntil"].some(written) ? document.validUntil : null,
  };
  const isWritten = ({ field }: Fault): boolean => written(field.split("/")[1] ?? "");
  return errorsOf(sent, today, ownIban ?? null, isWritten).map(warningOf);
}

/** The errors of lines that were just written, by their indexes; the others are what a total is compared with. */
export function lineWarnings(document: Content, indexes: ReadonlySet<number>, today: Today): Warning[] {
  const rated = lineVatOf(document.lineItems);
  const isWritten = ({ field }: Fault): boolean => {
    const [, list, place = "", property] = field.split("/");
    const index = list === "lineItems" ? Number(place) : rated[Number(place)]?.index;
    return property !== undefined && index !== undefined && indexes.has(index);
  };
  return errorsOf({ ...document, ...withoutTexts }, today, null, isWritten).map(warningOf);
}

const withoutTexts = { title: "", body: null, notes: null, validUntil: null };

function errorsOf(
  document: Content,
  { today, timezone }: Today,
  ownIban: string | null,
  isWritten: (fault: Fault) => boolean,
): Fault[] {
  const totals = { subtotal: 0, discount: 0, taxable: 0, vat: 0, total: 0 };
  const around = { ...noOthers, contact: null, project: null, ownIban, today, timezone };
  const input = writtenInOneForm({ document: { ...document, totals }, ...around });
  const faults = checksOfContent.flatMap((check) => check(input));
  return firstOfEachCode(faults.filter((fault) => warns(fault) && isWritten(fault))).kept;
}

const warns = ({ severity, code }: Fault): boolean => severity === "error" || worthWarning.get(code) === severity;
