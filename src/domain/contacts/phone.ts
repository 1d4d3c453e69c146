import { parsePhoneNumberFromString } from "libphonenumber-js/max";

export interface Phone {
  /** in E.164 form, such as `+393331234567` */
  number: string;
  /** known to be a landline, which gets no SMS */
  isLandline: boolean;
  /** known to be a mobile, or one of a country whose mobiles look like landlines */
  isMobile: boolean;
}

/** A number as people write it, up to the first word after it, such as `interno 12`. */
const writtenNumber = /[+(]*\d[\d\s().+/-]*/;

/** The phone number in a text that may contain other words. A number without a country prefix is Italian. null: there is none. */
export function phoneIn(text: string): Phone | null {
  const shown = text.slice(0, 200);
  const found =
    parsePhoneNumberFromString(shown, "IT") ?? parsePhoneNumberFromString(writtenNumber.exec(shown)?.[0] ?? "", "IT");
  if (!found?.isPossible()) return null;
  const type = found.getType();
  return {
    number: found.number,
    isLandline: type === "FIXED_LINE",
    isMobile: type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE",
  };
}
