import { italianDay, italianLocalDate } from "../../domain/calendar/italian-dates.js";

// By default Italian doesn't group four-digit numbers, as invoices do. "negative" avoids -0,00.
const format = (minimumFractionDigits: number, maximumFractionDigits: number): ((value: number) => string) => {
  const { format } = new Intl.NumberFormat("it-IT", {
    useGrouping: "always",
    signDisplay: "negative",
    minimumFractionDigits,
    maximumFractionDigits,
  });
  return (value) => format(value).replace("-", "−");
};

/** An amount without its currency, to cents: `1.234,50`. */
export const amount = format(2, 2);
/** A unit price, with two to six decimals. */
export const unitPrice = format(2, 6);
/** A quantity with all its decimals, at least two. */
export const quantity = format(2, 10);
/** A quantity of a computo as it was multiplied, with at least so many decimals; more than six don't fit its column. */
export const decimals = (least: number): ((value: number) => string) => format(least, Math.max(least, 6));
const share = format(0, 4);
/** `22%`, `12,5%`. */
export const percent = (value: number): string => `${share(value)}%`;
/** What part of a whole an amount is: `12,34%`. */
export const shareOf = (part: number, whole: number): string => `${amount((part / whole) * 100)}%`;
export const euro = (value: number): string => `${amount(value)}\u00a0€`;

/** The local date of an instant: `21 novembre 2026`. */
export const dateOf = (instant: string, timezone: string): string => italianLocalDate(new Date(instant), timezone);

/** The day that a date value stands for. Midnight UTC stands for its day in every time zone. */
export const dayOf = (instant: string, timezone: string): string => italianDay(new Date(instant), timezone);

/** An IBAN in groups of four. */
export const iban = (value: string): string => value.replace(/\s/g, "").replace(/(.{4})(?=.)/gu, "$1 ");
