/** The source of a pattern for an amount as people write it; a space or an apostrophe may part thousands: `12 500,00`. */
export const writtenAmount = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,4}(?!\d)(?:,\d{1,2})?|\d[\d.,]{0,20}`;

/** An amount written the Italian way (`1.234,50`, `1234,5`, `1.200`, `12.50`, `12 500,00`), or NaN. */
export function parseAmount(text: string): number {
  const digits = text.replace(/[ \u00a0\u202f'’]|[.,]+$/g, "");
  if (/^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return /^\d+([.,]\d{1,2})?$/.test(digits) ? Number(digits.replace(",", ".")) : Number.NaN;
}
