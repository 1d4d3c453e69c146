import { readFileSync } from "node:fs";
import { invalid } from "../domain/errors.js";

const largestBytes = 1_000_000;

/**
 * An image file as a data: URL; "" for no file, which clears the logo.
 * @throws invalid_input where it can't be read, is over 1 MB, or is no SVG, PNG or JPEG
 */
export function readLogo(file: string): string {
  if (file === "") return "";
  const content = readImage(file);
  if (content.length > largestBytes) throw invalid(`${file} is larger than 1 MB.`);
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

/** By what the first bytes are, since a name may lie. */
function imageType(content: Buffer): string | null {
  if (content.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "image/png";
  if (content.subarray(0, 3).equals(Buffer.from("\xff\xd8\xff", "latin1"))) return "image/jpeg";
  return /^\s*<(\?xml|!--|!DOCTYPE svg|svg[\s>])/i.test(content.toString("utf8").replace(/^\uFEFF/, "")) &&
    /<svg[\s>]/.test(content.toString("utf8"))
    ? "image/svg+xml"
    : null;
}
