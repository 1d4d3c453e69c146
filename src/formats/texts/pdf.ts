import { getDocumentProxy } from "unpdf";
import { reasonOf, UnreadableFile } from "../unreadable-file.js";
import { BoundedText } from "./bounded-text.js";

const maxPages = 1_000;
const maxNamed = 20;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1_024).includes("%PDF-");

/** A PDF's text, page by page. Pages that are pictures say so. */
export async function readPdf(bytes: Buffer): Promise<BoundedText> {
  const pdf = await open(bytes);
  const text = new BoundedText();
  const empty: number[] = [];
  try {
    const pages = Math.min(pdf.numPages, maxPages);
    for (let number = 1; number <= pages && !text.isFull; number++) {
      const content = await pageText(pdf, number, text);
      if (!content) empty.push(number);
      if (pages > 1) text.add(`${number > 1 ? "\n\n" : ""}--- Page ${number} of ${pdf.numPages} ---\n`);
      text.add(content);
    }
    if (pdf.numPages > maxPages) text.warn("pages_left_out", `Only the first ${maxPages} pages are read.`);
    if (empty.length === pages) {
      throw new UnreadableFile("no_text", "This PDF has no text, only pictures: it is probably a scan.");
    }
    if (empty.length > 0) text.warn("pages_without_text", `${pagesInWords(empty)} no text: probably scans.`);
    return text;
  } finally {
    await pdf.destroy();
  }
}

async function open(bytes: Buffer): Promise<Pdf> {
  try {
    // A copy: the library takes the bytes for itself. Fonts and scripts of the file are nothing that a text needs.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
    });
  } catch (error) {
    if ((error as Error).name === "PasswordException")
      throw new UnreadableFile("encrypted", "The PDF is protected by a password.");
    throw new UnreadableFile("damaged", `The PDF is damaged: ${reasonOf(error)}.`);
  }
}

async function pageText(pdf: Pdf, number: number, text: BoundedText): Promise<string> {
  let page: Page | undefined;
  try {
    page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    return items
      .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
      .join("")
      .trim();
  } catch (error) {
    // One broken page is no reason to say nothing of the others.
    text.warn("damaged", `Page ${number} is damaged: ${reasonOf(error)}.`);
    return "";
  } finally {
    page?.cleanup();
  }
}

const pagesInWords = (pages: readonly number[]): string => {
  const named = pages.slice(0, maxNamed).join(", ");
  if (pages.length === 1) return `Page ${named} has`;
  return `Pages ${named}${pages.length > maxNamed ? ` and ${pages.length - maxNamed} more` : ""} have`;
};
