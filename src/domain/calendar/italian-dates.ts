import { isMidnightUtc, isWholeDay, wholeDay } from "./time.js";

/** A date whose day is an ordinal where it is the first of a month, which `Intl` doesn't know: `1° maggio 2026`. */
export const withOrdinal = (date: string): string => date.replace(/^1(?= )/, "1°");

const inFull = (value: Date, options: Intl.DateTimeFormatOptions): string =>
  withOrdinal(new Intl.DateTimeFormat("it-IT", { dateStyle: "long", ...options }).format(value));

/** For example `21 novembre 2026`, with the local time where the value isn't a whole day. */
export function italianDate(value: Date, timezone: string): string {
  const time = isWholeDay(value, timezone) ? {} : ({ timeStyle: "short" } as const);
  return inFull(value, { ...time, timeZone: isMidnightUtc(value) ? "UTC" : timezone });
}

/** The local date of an instant, even if the instant would stand for a whole day elsewhere. */
export const italianLocalDate = (instant: Date, timeZone: string): string => inFull(instant, { timeZone });

const beforeVowels = { il: "l'", al: "all'", dal: "dall'", Dal: "Dall'", del: "dell'" };

export type Article = keyof typeof beforeVowels;
const joined = (article: Article, word: string, hasVowel: boolean): string =>
  hasVowel ? `${beforeVowels[article]}${word}` : `${article} ${word}`;

/** A date with the article before it: `del 9 novembre 2026`, but `dell'8 novembre 2026`. @param date begins with the number of its day */
export const withArticle = (article: Article, date: string): string =>
  joined(article, date, /^(?:8|11)(?!\d)/.test(date));

const beforeZero = { il: "lo", al: "allo", dal: "dallo", Dal: "Dallo", del: "dello" };

/** A percentage with the article before it: `del 18%`, but `dell'1%`, `dell'8,5%`, `dell'11%`, `dell'80%`, and `dello 0,5%`. */
export const percentWithArticle = (article: Article, percent: string): string =>
  percent.startsWith("0")
    ? `${beforeZero[article]} ${percent}%`
    : joined(article, `${percent}%`, /^(?:8|11?(?!\d))/.test(percent));

/** The local time, for example `15:42`. */
export const italianTime = (value: Date, timezone: string): string =>
  new Intl.DateTimeFormat("it-IT", { timeStyle: "short", timeZone: timezone }).format(value);

/** The day that a value means, for example `21 novembre 2026`. */
export const italianDay = (value: Date, timezone: string): string =>
  italianDate(new Date(wholeDay(value, timezone)), timezone);
