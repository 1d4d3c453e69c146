import type { Context } from "koa";
import type { Language } from "../domain/language.js";

/** The language that a browser asks for; English where it asks for neither, or for nothing. */
export const languageOf = (ctx: Context): Language => (ctx.acceptsLanguages("en", "it") === "it" ? "it" : "en");

/** How numbers and times are written; English as in Europe. */
export const locales: Record<Language, string> = { en: "en-GB", it: "it-IT" };

/** Pages show times as the product's users read their clocks. */
export const localTime = (instant: Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Europe/Rome",
  }).format(instant);

/** A day, as above. */
export const localDay = (instant: Date, language: Language, timeZone = "Europe/Rome"): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeZone }).format(instant);

/** A size in bytes, kB or MB. */
export function readableSize(bytes: number, language: Language): string {
  const [unit, divisor] =
    bytes < 1_000 ? ["byte", 1] : bytes < 1_000_000 ? ["kilobyte", 1_000] : ["megabyte", 1_000_000];
  return new Intl.NumberFormat(locales[language], {
    style: "unit",
    unit: unit as string,
    unitDisplay: bytes < 1_000 ? "long" : "short",
    maximumFractionDigits: divisor === 1_000_000 ? 1 : 0,
  }).format(bytes / (divisor as number));
}
