import { readFileSync } from "node:fs";
import { invalid } from "../../domain/errors.js";

const maxBytes = 1_000_000;

/**
 * An image file as a data: URL. An empty name gives "", which clears the logo.
 * @throws invalid_input if the file can't be read, is larger than 1 MB, or is no SVG, PNG or JPEG
 */
export function readLogo(file: string): string {
  if (file === "") return "";
  const content = readImage(file);
  if (content.length > maxBytes) throw invalid(`${file} is larger than 1 MB.`);
  const type = imageType(content);
  if (!type) throw invalid(`${file} is neither SVG nor PNG nor JPEG.`);
  return `data:${type};base64,${content.toString("base64")}`;
}

function readImage(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw invalid(`The logo can't be read: ${(error as Error).message}`);
  }
}

/** The type by the file's first bytes, since its name may be wrong. */
function imageType(content: Buffer): string | null {
  if (content.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "image/png";
  if (content.subarray(0, 3).equals(Buffer.from("\xff\xd8\xff", "latin1"))) return "image/jpeg";
  const text = content.toString("utf8").replace(/^\uFEFF/, "");
  const isSvg = /^\s*<(\?xml|!--|!DOCTYPE svg|svg[\s>])/i.test(text) && /<svg[\s>]/.test(text);
  return isSvg ? "image/svg+xml" : null;
}
