import type { Context } from "koa";
import { type Article, withArticle, withOrdinal } from "../domain/calendar/italian-dates.js";
import type { Language } from "../domain/language.js";

/** The language that a browser asks for; English where it asks for neither, or for nothing. */
export const languageOf = (ctx: Context): Language => (ctx.acceptsLanguages("en", "it") === "it" ? "it" : "en");

/** How numbers and times are written; English as in Europe. */
const locales: Record<Language, string> = { en: "en-GB", it: "it-IT" };

/** A moment as pages show it. @param options with the zone of who reads it */
export function shownDate(instant: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const date = new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", ...options }).format(instant);
  return language === "it" ? withOrdinal(date) : date;
}

/** Pages show times as the product's users read their clocks. @param timeZone the organization's, where there is one */
export const localTime = (instant: Date, language: Language, timeZone = "Europe/Rome"): string =>
  shownDate(instant, language, { timeStyle: "short", timeZone });

/** A day, as above. */
export const localDay = (instant: Date, language: Language, timeZone = "Europe/Rome"): string =>
  shownDate(instant, language, { timeZone });

/** Words and the date after them; an Italian article that ends the words is elided: `membro dall'8 nov 2026`. */
export function withDate(words: string, date: string): string {
  const article = /(?<= )(?:il|al|dal)$/.exec(words)?.[0] as Article | undefined;
  return article ? words.slice(0, -article.length) + withArticle(article, date) : `${words} ${date}`;
}

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
