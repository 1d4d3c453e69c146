import type { Language } from "../language.js";

/** How long to wait, in words: in minutes where seconds would have to be reckoned. No limit asks for more than an hour. */
export function waitText(seconds: number, language: Language): string {
  const [unit, count] = seconds > 90 ? ["minute", Math.ceil(seconds / 60)] : ["second", seconds];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
