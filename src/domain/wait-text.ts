import type { Language } from "./language.js";

/** How long to wait, in words: in minutes or hours where seconds would have to be reckoned. */
export function waitText(seconds: number, language: Language): string {
  const [unit, count] =
    seconds > 5_400
      ? ["hour", Math.ceil(seconds / 3_600)]
      : seconds > 90
        ? ["minute", Math.ceil(seconds / 60)]
        : ["second", seconds];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
