import { dayMs } from "../../domain/calendar/durations.js";

/** What the format codes of spreadsheets come to on an Italian page. */
export interface NumberFormat {
  /** a `percent` shows 0.25 as 25%, a `code` 12 as 00012 */
  kind: "number" | "percent" | "moment" | "code";
  /** how many it always shows, where it shows nothing but digits: 2 of `0.00` */
  decimals?: number;
  show: Show;
}

/** How a cell shows its number. */
type Show = (value: number) => string;

// Excel leaves these out of the file, and shows them in the reader's language: dates are given in their Italian form.
const builtIn: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "dd/mm/yyyy",
  15: "dd/mm/yyyy",
  16: "dd/mm/yyyy",
  17: "dd/mm/yyyy",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "dd/mm/yyyy h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  44: "#,##0.00 €",
  45: "mm:ss",
  46: "[h]:mm:ss",
};

/** As shown without a format: all digits that count, a comma, no grouping. */
const general: Show = (value) =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-9)
    ? String(value).replace(".", ",")
    : new Intl.NumberFormat("it-IT", { maximumSignificantDigits: 15, useGrouping: false }).format(value);

/** @param isFrom1904 whether days count from 1904, as in files of old Macs */
export function numberFormat(id: number, codes: ReadonlyMap<number, string>, isFrom1904: boolean): NumberFormat {
  const [code = ""] = (codes.get(id) ?? builtIn[id] ?? "").split(";");
  // Colours, conditions and languages stand in brackets, fixed words in quotes or behind a backslash.
  const bare = code.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|"[^"]*"|\\.|_.|\*./gi, "");
  if (/[ymdhs]/i.test(bare)) return { kind: "moment", show: moment(bare, isFrom1904) };
  if (/^0{2,20}$/.test(code)) return { kind: "code", show: (value) => padded(value, code.length) };
  if (!/[0#?]/.test(bare) || /[/?]|e[+-]/i.test(bare)) return { kind: "number", show: general };
  const [, zeros] = /^[#0]*\.(0{1,15})$/.exec(code) ?? [];
  return {
    kind: bare.includes("%") ? "percent" : "number",
    ...(zeros ? { decimals: zeros.length } : {}),
    show: decimal(code, bare),
  };
}

const padded = (value: number, digits: number): string =>
  `${value < 0 ? "-" : ""}${Math.abs(value).toFixed(0).padStart(digits, "0")}`;

function decimal(code: string, bare: string): Show {
  const isPercent = bare.includes("%");
  const [, fraction = ""] = bare.split(".");
  const format = new Intl.NumberFormat("it-IT", {
    minimumFractionDigits: Math.min(15, fraction.match(/0/g)?.length ?? 0),
    maximumFractionDigits: Math.min(15, fraction.match(/[0#]/g)?.length ?? 0),
    useGrouping: /[#0],[#0]/.test(bare) ? "always" : false,
  });
  const euro = code.search(/€|\bEUR\b/);
  const isBefore = euro < code.search(/[0#]/);
  return (value) => {
    const number = format.format(isPercent ? value * 100 : value);
    if (isPercent) return `${number}%`;
    if (euro === -1) return number;
    return isBefore ? `€ ${number}` : `${number} €`;
  };
}

function moment(bare: string, isFrom1904: boolean): Show {
  const hasDay = /[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare));
  const hasTime = /[hs]/i.test(bare);
  const hasSeconds = /s/i.test(bare);
  const isDuration = /\[[hms]+\]/i.test(bare);
  const two = (part: number) => String(part).padStart(2, "0");
  return (value) => {
    const days = Math.floor(value);
    const seconds = Math.round((value - days) * 86_400);
    const clock = (hours: number) =>
      [two(hours), two(Math.floor(seconds / 60) % 60), ...(hasSeconds ? [two(seconds % 60)] : [])].join(":");
    if (isDuration) return clock(days * 24 + Math.floor(seconds / 3600));
    // The calendar of spreadsheets has a 29 February 1900, so that days before March 1900 are off by one.
    const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
    const at = new Date(epoch + days * dayMs + seconds * 1000);
    if (days < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return general(value);
    const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
    return [...(hasDay ? [day] : []), ...(hasTime ? [clock(at.getUTCHours())] : [])].join(" ");
  };
}
