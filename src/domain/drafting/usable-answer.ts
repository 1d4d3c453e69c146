import { unprocessable } from "../errors.js";
import { isWithinBounds } from "../number-limits.js";
import type { DraftAnswer } from "./answers.js";

const maxCharacters = { body: 100_000, desc: 4_000, unit: 50, code: 100 };
const maxLines = 500;

/** @throws unprocessable where a user couldn't have entered the answer either */
export function requireUsable({ body, lineItems }: DraftAnswer): void {
  const refuse = (what: string): never => {
    throw unprocessable(
      `The model's answer can't be used, and the document is as it was: ${what}. Try again, or shorten the document.`,
    );
  };
  if ((body?.length ?? 0) > maxCharacters.body) refuse(`the body is longer than ${maxCharacters.body} characters`);
  if ((lineItems?.length ?? 0) > maxLines) refuse(`there are more than ${maxLines} line items`);
  for (const [index, line] of (lineItems ?? []).entries()) {
    for (const name of ["desc", "unit", "code"] as const) {
      if ((line[name]?.length ?? 0) > maxCharacters[name])
        refuse(`/lineItems/${index}/${name} is longer than ${maxCharacters[name]} characters`);
    }
    for (const name of ["qty", "price"] as const) {
      if (!isWithinBounds(line[name])) refuse(`/lineItems/${index}/${name} is beyond what is priced`);
    }
  }
}
