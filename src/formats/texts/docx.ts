import { readRelations } from "../office/relations.js";
import type { Zip } from "../office/zip.js";
import { readXml } from "../xml/read-xml.js";
import { BoundedText } from "./bounded-text.js";
import { shownAddress } from "./links.js";

const main = "word/document.xml";

export const isDocx = (zip: Zip): boolean => zip.names.includes(main);

/** A DOCX's text: paragraphs, headings as `#`, lists as `-`, cells parted by ` | `; then its notes and comments. */
export async function readDocx(zip: Zip): Promise<BoundedText> {
  const text = new BoundedText();
  await readPart(zip, main, text);
  for (const [part, title] of [
    ["word/footnotes.xml", "Footnotes"],
    ["word/endnotes.xml", "Endnotes"],
    ["word/comments.xml", "Comments"],
  ] as const) {
    const further = new BoundedText();
    if (zip.names.includes(part)) await readPart(zip, part, further);
    const content = further.toString().trim();
    if (content) text.add(`\n\n${title}:\n${content}`);
  }
  return text;
}

async function readPart(zip: Zip, part: string, text: BoundedText): Promise<void> {
  const targets = await readRelations(zip, part);
  let paragraph = "";
  let prefix = "";
  let run = "";
  let isHidden = false;
  let isText = false;
  // Older programs get each drawing a second time, in another form.
  let fallbacks = 0;
  let cells = 0;
  const links: string[] = [];
  await readXml(zip.open(part), {
    isDone: () => text.isFull,
    open(name, attribute) {
      if (name === "Fallback") fallbacks++;
      else if (name === "r") isHidden = false;
      else if (name === "vanish" && !/^(0|false|off)$/.test(attribute("val") ?? "")) isHidden = true;
      else if (name === "t") isText = true;
      else if (name === "tab" && !attribute("pos")) run += "\t";
      else if (name === "br" || name === "cr") run += "\n";
      else if (name === "noBreakHyphen") run += "-";
      else if (name === "pStyle") prefix = headingOf(attribute("val") ?? "") || prefix;
      else if (name === "numPr") prefix ||= "- ";
      else if (name === "hyperlink") links.push(shownAddress(targets.get(attribute("id") ?? "") ?? ""));
      else if (name === "tr") cells = 0;
      else if (name === "tc" && cells++ > 0) text.add("| ");
    },
    text(part) {
      if (isText && fallbacks === 0) run += part;
    },
    close(name) {
      if (name === "Fallback") fallbacks--;
      else if (name === "t") isText = false;
      else if (name === "r") {
        if (isHidden && run.trim()) text.warn("hidden_text", "The file has hidden text, which is left out.");
        if (!isHidden) paragraph += run;
        run = "";
      } else if (name === "hyperlink") paragraph += links.pop() ?? "";
      else if (name === "p") {
        text.add(cells > 0 ? `${paragraph} ` : `${paragraph && prefix}${paragraph}\n`);
        paragraph = "";
        prefix = "";
      } else if (name === "tr") {
        text.add("\n");
        cells = 0;
      }
    },
  });
  if (paragraph) text.add(paragraph);
}

/** Word names its styles in the language of who wrote the file, but not the heading's level. */
function headingOf(style: string): string {
  const level = /^(?:heading|titolo|Überschrift|titre)\s*([1-6])$/i.exec(style)?.[1];
  if (level) return `${"#".repeat(Number(level))} `;
  return /^(title|titolo)$/i.test(style) ? "# " : "";
}
