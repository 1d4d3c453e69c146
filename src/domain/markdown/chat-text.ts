import type { Line, Run } from "./nodes.js";
import { markdownAsText, type TextStyle } from "./plain-text.js";

/** How a place without Markdown shows the styles of a run. */
type Marks = (text: string, run: Run) => string;

/** A mark must stand at a word: one beside a space is shown as it is. */
function marked(mark: string, text: string): string {
  const words = text.trim();
  if (words === "") return text;
  const start = text.indexOf(words);
  return `${text.slice(0, start)}${mark}${words}${mark}${text.slice(start + words.length)}`;
}

const whatsAppMarks: Marks = (text, { strong, emphasis, code }) => {
  if (code) return marked("`", text);
  const slanted = emphasis ? marked("_", text) : text;
  return strong ? marked("*", slanted) : slanted;
};
const noMarks: Marks = (text) => text;

const isOwnLink = (text: string, href: string): boolean =>
  href === text || href === `mailto:${text}` || href.replace(/^https?:\/\/|\/$/g, "") === text.replace(/\/$/, "");

function styleWith(marks: Marks): TextStyle {
  const runText = (run: Run): string => {
    const text = marks(run.text, run);
    return run.href && !isOwnLink(run.text, run.href) ? `${text} (${run.href.replace(/^mailto:|^tel:/, "")})` : text;
  };
  const line = (runs: Line): string => runs.map(runText).join("");
  return {
    line,
    heading: (lines) => lines.map((runs) => line(runs.map((run) => ({ ...run, strong: true })))).join("\n"),
    quote: (text) => `> ${text.replaceAll("\n", "\n> ")}`,
    rule: (typed) => typed || "---",
    betweenRows: "\n",
  };
}

const whatsApp = styleWith(whatsAppMarks);
const unmarked = styleWith(noMarks);

/** A message written in Markdown as WhatsApp shows it: `*bold*`, `_slanted_`. */
export const whatsAppText = (markdown: string): string => markdownAsText(markdown, whatsApp).trim();

/** A message written in Markdown without any marks; a link's address follows its words. */
export const unmarkedText = (markdown: string): string => markdownAsText(markdown, unmarked).trim();
