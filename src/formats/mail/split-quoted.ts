/** What somebody wrote anew, and the earlier mail that their program put below it or between. */
export interface SplitText {
  text: string;
  quoted: string;
}

const maxLineLength = 400;
const separator =
  /^\s*[-_*]{2,20}\s*(?:messaggio originale|original message|messaggio originario|ursprüngliche nachricht|message d'origine)\s*[-_*]{2,20}\s*$/i;
const forwarded =
  /^\s*(?:-{2,20}\s*(?:forwarded message|messaggio inoltrato|forwarded by .{1,100}|inoltrato da .{1,100})\s*-{0,20}|(?:begin forwarded message|inizio messaggio inoltrato|inizio del messaggio inoltrato):)\s*$/i;
const attribution =
  /^[\s>]*(?:(?:il (?:giorno )?|in data )[^\n]{4,300}\s(?:ha scritto|ha risposto)|on [^\n]{4,300}\swrote|am [^\n]{4,300}\sschrieb(?: [^\n]{1,200})?|le [^\n]{4,300}\sa écrit)\s?:\s*$/i;
const attributionStart = /^[\s>]*(?:il|in data|on|am|le) .*\d/i;
/** Without a date, or in the order of Libero's app. People write much the same, so it counts directly above a quotation alone. */
const introducing =
  /\S@\S+\s(?:ha scritto|wrote)\s?:\s*$|(?:^|\s)(?:lun|mar|mer|gio|ven|sab|dom)\p{L}*, \d{1,2} \p{L}+ \d{4}, [^\n]{0,100}\sda\s[^\n]*@[^\n]*:\s*$/iu;
const senderLine = /^[\s*]*(?:da|from|de|von)\s*:\**\s*\S/i;
const sentLine = /^[\s*]*(?:inviato|sent|data|date|data di invio|gesendet|envoyé|datum)\s*:\**\s*\S/i;
const otherLine = /^[\s*]*(?:a|to|per|an|à|oggetto|subject|objet|betreff|cc)\s*:/i;
const rule = /^\s*[_-]{5,}\s*$/;
const forwardingSubject = /^\s*(?:fwd?|i|inoltra|r?: ?i|wg|tr)\s*:/i;

const isQuotation = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === "";

/** The number of lines of the words that introduce a quotation, such as `Il giorno … ha scritto:`, which may be broken. */
function attributionLength(lines: string[], at: number): number {
  const first = lines[at] ?? "";
  if (first.length > maxLineLength) return 0;
  const next = lines.slice(at + 1, at + 3).find((line) => !isBlank(line)) ?? "";
  if (isQuotation(next) && first.trimEnd().endsWith(":") && introducing.test(first)) return 1;
  if (!attributionStart.test(first)) return 0;
  let text = "";
  for (let count = 1; count <= 3; count++) {
    const line = lines[at + count - 1];
    if (line === undefined || line.length > maxLineLength || (count > 1 && isBlank(line))) return 0;
    text = count === 1 ? line : `${text.trimEnd()} ${line.replace(/^[\s>]+/, "")}`;
    if (attribution.test(text)) return count;
  }
  return 0;
}

/** Outlook's header of the earlier message: who, when, and to whom or about what. */
function isEarlierHeader(lines: string[], at: number): boolean {
  if (!senderLine.test(lines[at] ?? "") || (lines[at]?.length ?? 0) > maxLineLength) return false;
  const next = lines.slice(at + 1, at + 9).filter((line) => !isBlank(line) && line.length <= 10 * maxLineLength);
  return next.slice(0, 4).some((line) => sentLine.test(line)) && next.some((line) => otherLine.test(line));
}

/**
 * Splits what is new from what is quoted. Answers that stand between quoted lines are kept with these, since they mean nothing
 * without; so is a message that was forwarded: it is what its sender wants to show. The signature stays with the text.
 */
export function splitQuoted(whole: string, subject: string): SplitText {
  const lines = whole.split("\n");
  const quotedLines = new Uint8Array(lines.length);
  const isForward = forwardingSubject.test(subject);
  let isAfterQuotation = false;
  let isAnswered = false;
  let isBetween = false;
  let lastNew = -1;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.length <= maxLineLength && forwarded.test(line)) {
      lastNew = lines.length - 1;
      break;
    }
    if (!isForward && line.length <= maxLineLength && (separator.test(line) || isEarlierHeader(lines, at))) {
      quotedLines.fill(1, afterRule(lines, at));
      break;
    }
    const introduction = attributionLength(lines, at);
    if (introduction > 0) {
      let next = at + introduction;
      while (isBlank(lines[next])) next += 1;
      if (next < lines.length && !isQuotation(lines[next] ?? "")) {
        quotedLines.fill(1, at);
        break;
      }
      quotedLines.fill(1, at, next);
      if (next >= lines.length) break;
      at = next;
    }
    if (isQuotation(lines[at] ?? "")) {
      isAfterQuotation = true;
      if (isAnswered) isBetween = true;
      while (
        at < lines.length &&
        (isQuotation(lines[at] ?? "") || (isBlank(lines[at]) && isQuotation(lines[at + 1] ?? "")))
      ) {
        quotedLines[at] = 1;
        at += 1;
      }
      continue;
    }
    if (!isBlank(lines[at])) {
      lastNew = at;
      isAnswered = isAfterQuotation;
    }
    at += 1;
  }
  const isNew = (at: number): boolean => quotedLines[at] === 0 || (isBetween && at <= lastNew);
  return {
    text: trimmed(lines.filter((_, at) => isNew(at))),
    quoted: trimmed(lines.filter((_, at) => !isNew(at))),
  };
}

/** The line from which on everything is the earlier message, with the rule that stands above its header. */
function afterRule(lines: string[], at: number): number {
  let start = at;
  while (start > 0 && isBlank(lines[start - 1])) start -= 1;
  return start > 0 && rule.test(lines[start - 1] ?? "") ? start - 1 : at;
}

const trimmed = (lines: string[]): string =>
  lines
    .join("\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
