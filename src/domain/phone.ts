import { parsePhoneNumberFromString } from "libphonenumber-js/max";

export interface Phone {
  /** in E.164 form, such as `+393331234567` */
  number: string;
  /** known to be a landline, which gets no SMS */
  isLandline: boolean;
}

/** The phone number in a text, which may hold words beside it; a number without a country's prefix is Italian. Null: there is none. */
export function phoneIn(text: string): Phone | null {
  const found = parsePhoneNumberFromString(text.slice(0, 200), "IT");
  return found?.isPossible() ? { number: found.number, isLandline: found.getType() === "FIXED_LINE" } : null;
}
