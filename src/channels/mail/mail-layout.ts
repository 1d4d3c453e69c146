import { wordsOfMarkdown } from "../../domain/markdown/plain-text.js";
import { singleSpaced } from "../../domain/text/normalized.js";
import { shortened } from "../../domain/text/shortened.js";

/** Of longer ones mail programs show a part at most; they are sent as text alone. */
const maxHtmlLength = 400_000;
export const ink = "#1c2733";
const quiet = "#5b6b78";
const accent = "#1f4e6b";
const maxPreheaderLength = 110;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u202f": "\u00a0" };
export const escaped = (text: string): string =>
  text.replace(/[&<>"\u202f]|(?![\n\t])\p{Cc}/gu, (character) => entities[character] ?? "");

/** What stands around the content of every mail. */
interface MailFrame {
  /** who writes */
  firm: string;
  /** lines below the content, such as the firm's address */
  footer: readonly string[];
  /** the Content-ID of the firm's logo, an image of the mail; without it, its name stands in the head */
  logoCid?: string | undefined;
  /** what lists of mails show after the subject */
  preheader: string;
}

/** The one thing that a mail asks for. */
export interface MailAction {
  /** also a line of the text, where the button stands in its place */
  url: string;
  label: string;
}

/** A button as Outlook shows it too: a coloured cell, whose link fills it. */
const buttonHtml = ({ url, label }: MailAction): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px"><tr>` +
  `<td bgcolor="${accent}" style="background-color:${accent};border-radius:4px;mso-padding-alt:12px 24px">` +
  `<a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none">${escaped(label)}</a>` +
  `</td></tr></table>\n<p style="margin:0 0 14px;font-size:13px;color:${quiet};word-break:break-all">${escaped(url)}</p>`;

/** A text without Markdown as the content of a mail: its paragraphs, in which nothing is markup. */
export const plainContent = (text: string, action?: MailAction): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split("\n");
      const shown = lines.filter((line) => line !== action?.url).map(escaped);
      const words = shown.length > 0 ? `<p style="margin:0 0 14px">${shown.join("<br>\n")}</p>` : "";
      return action && shown.length < lines.length ? `${words}\n${buttonHtml(action)}` : words;
    })
    .join("\n");

/** Such marks of HTML stand in a mail as they were typed, and say nothing to who looks through a list. */
const tag = /<\/?[a-z][^<>]*>/gi;

/**
 * The beginning of a text for lists of mails: its words without marks, the lines of tables and blanks to be filled in.
 * @param subject stands before it there; a first line that says the same again is left out
 */
export function preheaderOf(text: string, subject = ""): string {
  const bare = wordsOfMarkdown(afterSubject(text.slice(0, 1_000), subject))
    .replace(tag, "")
    .replace(/(?<!\S)(?:\||_+)(?!\S)/g, "");
  const words = singleSpaced(bare).toWellFormed();
  return words.length <= maxPreheaderLength ? words : cutAtWord(words);
}

/** `Sollecito: X` says nothing new after `Sollecito tra 7 giorni: X`. */
function afterSubject(text: string, subject: string): string {
  const [first = "", ...others] = text.split("\n");
  const rest = others.join("\n");
  const [kind, title] = parted(first);
  const [subjectKind, subjectTitle] = parted(subject);
  const isSame = title !== "" && title === subjectTitle && subjectKind.startsWith(kind);
  return isSame && rest.trim() !== "" ? rest : text;
}

/** What stands before a line's first colon, and after it. */
function parted(line: string): [kind: string, title: string] {
  const [, kind = "", title = ""] = /^(?:([^:]*): )?(.*)$/.exec(line.trim()) ?? [];
  return [kind, title];
}

/** A long text cut at a word's end, so that a number such as 2026/0003 stays whole; a word that fills all of it is cut. */
function cutAtWord(words: string): string {
  const end = words.lastIndexOf(" ", maxPreheaderLength - 1);
  return end < 0 ? shortened(words, maxPreheaderLength) : `${words.slice(0, end).replace(/[.,;:–-]+$/, "")}…`;
}

/**
 * The HTML part of a mail, or nothing where it would be too long. Styles stand at each element, since Outlook and Gmail drop or ignore
 * style sheets; the background is named with each colour, so that programs with a dark mode invert both or neither.
 * @param content HTML
 */
export function mailPage(content: string, { firm, footer, logoCid, preheader }: MailFrame): { html?: string } {
  const head = logoCid
    ? `<img src="cid:${logoCid}" alt="${escaped(firm)}" height="48" style="display:block;border:0;height:48px;width:auto;max-width:260px">`
    : `<span style="font-size:17px;font-weight:bold;color:${accent}">${escaped(firm)}</span>`;
  const html = `<!DOCTYPE html>
<html lang="it">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">
<title>${escaped(firm)}</title>
</head>
<body bgcolor="#eef1f4" style="margin:0;padding:0;background-color:#eef1f4">
<span style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preheader)}</span>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef1f4" style="table-layout:fixed"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="table-layout:fixed;max-width:680px;background-color:#ffffff;border-radius:6px;text-align:left">
<tr><td style="padding:20px 24px 14px;border-bottom:2px solid ${accent};font-family:'Segoe UI',Helvetica,Arial,sans-serif">${head}</td></tr>
<tr><td style="padding:22px 24px 10px">
<div role="article" aria-roledescription="email" lang="it" style="font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:${ink};word-break:break-word">
${content}
</div>
</td></tr>
<tr><td style="padding:12px 24px 18px;border-top:1px solid #dfe5ea;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;line-height:1.45;color:${quiet}">
${footer.map(escaped).join("<br>\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return html.length > maxHtmlLength ? {} : { html };
}
