import { maxBillNumber } from "../bill.js";
import { unprocessable } from "../errors.js";
import type { DraftAnswer } from "./answers.js";

const longest = { body: 100_000, desc: 4_000, unit: 50, code: 100 };
const mostLines = 500;

/** @throws unprocessable where the answer couldn't have been a user's input either */
export function requireUsable({ body, lineItems }: DraftAnswer): void {
  const refuse = (what: string): never => {
    throw unprocessable(
      `The model's answer can't be used, and the document is as it was: ${what}. Try again, or shorten the document.`,
    );
  };
  if ((body?.length ?? 0) > longest.body) refuse(`the body is longer than ${longest.body} characters`);
  if ((lineItems?.length ?? 0) > mostLines) refuse(`there are more than ${mostLines} line items`);
  for (const [index, line] of (lineItems ?? []).entries()) {
    for (const name of ["desc", "unit", "code"] as const) {
      if ((line[name]?.length ?? 0) > longest[name])
        refuse(`/lineItems/${index}/${name} is longer than ${longest[name]} characters`);
    }
    for (const name of ["qty", "price"] as const) {
      if (!(Math.abs(line[name]) <= maxBillNumber)) refuse(`/lineItems/${index}/${name} is beyond what is priced`);
    }
  }
}
