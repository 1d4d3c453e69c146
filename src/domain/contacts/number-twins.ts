/** What stands before and after the digit that marks a mobile number, and that digit. */
const marked: readonly { form: RegExp; mark: string }[] = [
  // Mexico
  { form: /^(\+52)1?(\d{10})$/, mark: "1" },
  // Argentina
  { form: /^(\+54)9?(\d{10})$/, mark: "9" },
  // Brazil, with the area between; only mobile numbers got the digit
  { form: /^(\+55\d\d)9?([6-9]\d{7})$/, mark: "9" },
];

/**
 * The forms of one number, always in the same order. WhatsApp and networks show a number of these countries with or without a digit that marks
 * a mobile, whichever of them it was written to: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/phone-numbers
 * @param number in E.164 form; any other text is its only form
 */
export function numberTwins(number: string): string[] {
  for (const { form, mark } of marked) {
    const [, before, after] = form.exec(number) ?? [];
    if (before && after) return [`${before}${after}`, `${before}${mark}${after}`];
  }
  return [number];
}
