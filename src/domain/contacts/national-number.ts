/** Italy's prefix, with which phones and providers show a number; without a plus only before a mobile or a landline number of full length. */
const prefix = /^(?:(?:\+|00)39(?=\d{6,11}$)|39(?=3\d{9}$|0\d{9,10}$))/;
/** The separators that people use between the parts of a phone number. */
const dividers = /[\s./()-]+/g;

/** A phone number without Italy's prefix, as it may be kept in a contact; every other text as it is. */
export function nationalNumber(text: string): string {
  const digits = text.replace(dividers, "");
  return prefix.test(digits) ? digits.replace(prefix, "") : text;
}
