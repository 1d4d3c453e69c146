const months = "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(
  " ",
);
const weekdays = ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"];

const inDigits = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d{2})(?![\d/-]|\.\d)/g;
const inWords = new RegExp(
  `(?<![\\d./,-])(\\d{1,2})°?[ \\t]{1,3}(${months.join("|")})(?!\\p{L})(?:[ \\t]{1,3}((?:19|20)\\d{2})(?!\\d))?`,
  "giu",
);
/** Numbers that only look like dates: of protocols, list codes, articles. */
const otherNumber =
  /\b(?:prot|protocollo|pratica|rep|repertorio|cod|codice|voce|art|articolo|tariffa|versione|foglio|n|nr|num)\b\.? {0,3}(?:n\.? {0,3})?$/i;
const weekdayBefore =
  /(?<!\p{L})(domenica|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato)['’]?,? {1,3}(?:(?:il|giorno|addì) {1,3})?$/iu;

/** A date as written in a text, whether it exists or not. */
export interface WrittenDate {
  /** as written, with its weekday */
  text: string;
  index: number;
  /** `YYYY-MM-DD`; null where the date doesn't exist or has no year */
  day: string | null;
  exists: boolean;
  /** the right weekday, where a wrong one is written before the date */
  rightWeekday: string | null;
}

function written(text: string, index: number, whole: string, parts: [day: number, month: number, year: number | null]) {
  const [day, month, year] = parts;
  // 2000 was a leap year: 29 February without a year exists.
  const moment = new Date(Date.UTC(year ?? 2000, month - 1, day));
  const exists = month >= 1 && month <= 12 && day >= 1 && moment.getUTCMonth() === month - 1;
  const weekday = weekdayBefore.exec(text.slice(Math.max(0, index - 30), index));
  const right = weekdays[moment.getUTCDay()] ?? "";
  const isOther = exists && year !== null && weekday?.[1]?.slice(0, 4).toLowerCase() !== right.slice(0, 4);
  return {
    text: `${weekday?.[0] ?? ""}${whole}`,
    index,
    day: exists && year !== null ? moment.toISOString().slice(0, 10) : null,
    exists,
    rightWeekday: weekday && isOther ? right : null,
  };
}

/** The dates in a text: `31/12/2026`, `31.12.2026`, `lunedì 21 dicembre 2026`, `31 dicembre`; those in digits first. */
export function writtenDates(text: string): WrittenDate[] {
  const digits = [...text.matchAll(inDigits)].flatMap(({ 0: whole, 1: day, 3: month, 4: year, index }) => {
    const isDate = Number(day) < 40 && Number(month) < 20;
    if (!isDate || otherNumber.test(text.slice(Math.max(0, index - 25), index))) return [];
    return [written(text, index, whole, [Number(day), Number(month), Number(year)])];
  });
  const words = [...text.matchAll(inWords)].map(({ 0: whole, 1: day, 2: month = "", 3: year, index }) =>
    written(text, index, whole, [Number(day), months.indexOf(month.toLowerCase()) + 1, year ? Number(year) : null]),
  );
  return [...digits, ...words];
}
