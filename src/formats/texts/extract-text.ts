import { signedType } from "../../domain/signed-type.js";
import { visible } from "../../domain/text/visible-text.js";
import { isXlsx } from "../office/workbook.js";
import { openZip } from "../office/zip.js";
import { isCms } from "../signed/cms.js";
import { UnreadableFile } from "../unreadable-file.js";
import { BoundedText } from "./bounded-text.js";
import { decodeText, isText } from "./decode.js";
import { isDocx, readDocx } from "./docx.js";
import type { FileContent, FileText, TextOptions } from "./file-text.js";
import { isMail } from "./is-mail.js";
import { isPdf, readPdf } from "./pdf.js";
import { readRtf } from "./rtf.js";
import { readXlsx } from "./xlsx.js";

/** Kinds of images that models look at. */
const shownImages = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const readable =
  "PDF, DOCX, XLSX, RTF, EML, HTML, TXT, CSV, signed files of these (.p7m), and PNG, JPEG, GIF and WebP images";
const office = "application/vnd.openxmlformats-officedocument";
/** Signed files within signed files: people sign one after the other. */
const maxWrappings = 10;

const none = (contentType: string, code: string, detail: string): FileText => ({
  kind: "none",
  contentType,
  text: "",
  warnings: [{ code, detail }],
});

/**
 * The text of a file, by what its bytes are. Invisible characters are left out, line ends are `\n`. It takes time and memory in
 * proportion to the file, but both can be much for a large one: call it in a thread with limits. It loads the packages for mail, HTML and
 * signatures only for these: a thread reads one file, and to load them takes longer than to read it.
 */
export async function extractText(file: FileContent, { form }: TextOptions = {}): Promise<FileText> {
  const { bytes, name } = file;
  if (bytes.length === 0) return none(file.contentType, "empty", "The file is empty.");
  if (isCms(bytes)) return readSigned(file, { form });
  const found = await kindOf(bytes, name);
  if (!form && shownImages.has(found.contentType))
    return { kind: "image", contentType: found.contentType, text: "", warnings: [] };
  try {
    const read = await (form ? found.html : found.read)?.();
    if (!read && form)
      return none(found.contentType, "no_html", "There is no HTML in this file; leave form out to read its text.");
    if (!read) {
      const what = `Files of the type ${found.contentType} can't be read as text`;
      return none(found.contentType, "unreadable_type", `${what}; ${readable} can.`);
    }
    const text = visible(read.toString());
    if (!text.trim()) read.warn("no_text", "There is no text in the file.");
    return { kind: "text", contentType: found.contentType, text, warnings: read.warnings };
  } catch (error) {
    if (error instanceof UnreadableFile) return none(found.contentType, error.code, error.message);
    throw error;
  }
}

async function readSigned(file: FileContent, options: TextOptions): Promise<FileText> {
  const contentType = "application/pkcs7-mime";
  const signers: FileText["signers"] = [];
  let { bytes, name } = file;
  const { openCades } = await import("../signed/cades.js");
  try {
    while (isCms(bytes)) {
      if (signers.length > maxWrappings) throw new UnreadableFile("damaged", "The file is signed too many times over.");
      const opened = await openCades(bytes);
      signers.push(...opened.signers);
      bytes = opened.content;
      name = name.replace(/\.p7m$/i, "");
    }
    return { ...(await extractText({ bytes, name, contentType: "" }, options)), signers };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ...none(contentType, error.code, error.message), signers };
    throw error;
  }
}

interface Kind {
  contentType: string;
  read?(): Promise<BoundedText> | BoundedText;
  /** safe to show */
  html?(): Promise<BoundedText | null>;
}

async function kindOf(bytes: Buffer, name: string): Promise<Kind> {
  if (isPdf(bytes)) return { contentType: "application/pdf", read: () => readPdf(bytes) };
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04"))) return kindOfZip(bytes);
  if (bytes.subarray(0, 5).toString("latin1") === "{\\rtf") {
    return { contentType: "application/rtf", read: () => readRtf(bytes.toString("latin1")) };
  }
  const known = await signedType(bytes.subarray(0, 64 * 1024));
  if (known && !/xml|^text\//.test(known)) return { contentType: known };
  return isText(bytes) ? kindOfText(bytes, name) : { contentType: "application/octet-stream" };
}

async function kindOfZip(bytes: Buffer): Promise<Kind> {
  try {
    const zip = await openZip(bytes);
    if (isDocx(zip)) return { contentType: `${office}.wordprocessingml.document`, read: () => readDocx(zip) };
    if (isXlsx(zip)) return { contentType: `${office}.spreadsheetml.sheet`, read: () => readXlsx(zip) };
    return { contentType: "application/zip" };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return {
      contentType: "application/zip",
      read() {
        throw error;
      },
    };
  }
}

async function safePage(page: string): Promise<BoundedText> {
  const { safeHtml } = await import("../mail/safe-html.js");
  const { shallowHtml } = await import("../mail/shallow-html.js");
  const { html, isCut } = shallowHtml(page);
  const text = new BoundedText();
  if (isCut) text.warn("html_cut", "The HTML is nested too deeply; the rest was left out.");
  text.add(safeHtml(html));
  return text;
}

/** Mails and pages can only be told by how they begin; what is neither is a text as it stands. */
function kindOfText(bytes: Buffer, name: string): Kind {
  const beginning = decodeText(bytes.subarray(0, 16 * 1024)).trimStart();
  if (isMail(beginning)) {
    const mails = () => import("./eml.js");
    const read = async () => (await mails()).readEml(bytes);
    return { contentType: "message/rfc822", read, html: async () => (await mails()).readEmlHtml(bytes) };
  }
  if (/^(<!--[\s\S]{0,2000}?-->\s*)?<(!doctype html|html|head|body)[\s>]/i.test(beginning)) {
    const charset = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(beginning)?.[1];
    const html = () => safePage(decodeText(bytes, charset));
    const read = async () => (await import("./html.js")).readHtml(decodeText(bytes, charset));
    return { contentType: "text/html", read, html };
  }
  const read = () => {
    const text = new BoundedText();
    text.add(decodeText(bytes));
    return text;
  };
  return { contentType: /\.csv$/i.test(name) ? "text/csv" : "text/plain", read };
}
