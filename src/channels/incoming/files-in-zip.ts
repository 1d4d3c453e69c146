import type { MailAttachment } from "../../formats/mail/body-parts.js";
import { openZip, type Zip } from "../../formats/office/zip.js";
import { UnreadableFile } from "../../formats/unreadable-file.js";

/** More are an archive of somebody's, and not what they want to have read. */
const maxFiles = 100;
/** Office files, e-books, programs and signed containers are ZIPs, too. */
const ofDocument = /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/.*|(?:word|xl|ppt)\/.*\.xml)$/i;
/** What the Mac and Windows add for themselves. */
const ofSystem = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$|\/$/i;

/**
 * The files that a ZIP brings, by their names without folders; none where it is a document, can't be opened, or brings too much to unpack
 * with a mail: then it is left as it is.
 * @param maxBytes of all of them
 */
export async function filesInZip(content: Buffer, maxBytes: number): Promise<MailAttachment[]> {
  try {
    const zip = await openZip(content);
    const names = zip.names.filter((name) => !ofSystem.test(name));
    if (names.length > maxFiles || zip.names.some((name) => ofDocument.test(name))) return [];
    return await unpacked(zip, names, maxBytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

async function unpacked(zip: Zip, names: readonly string[], maxBytes: number): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  let left = maxBytes;
  for (const name of names) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.open(name)) {
      left -= chunk.length;
      if (left < 0) return [];
      chunks.push(chunk);
    }
    const content = Buffer.concat(chunks);
    files.push({
      name: name.replace(/^.*[\\/]/, ""),
      contentType: "application/octet-stream",
      content,
      isInline: false,
    });
  }
  return files;
}
