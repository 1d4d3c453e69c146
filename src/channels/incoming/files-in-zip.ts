import { visible } from "../../domain/text/visible-text.js";
import type { MailAttachment } from "../../formats/mail/body-parts.js";
import { openZip, type Zip } from "../../formats/office/zip.js";
import { UnreadableFile } from "../../formats/unreadable-file.js";

/** More are an archive of somebody's, and not what they want to have read. */
const maxFiles = 100;
const maxNameLength = 200;
/** Office files, e-books, programs and signed containers are ZIPs, too. */
const ofDocument = /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/.*|(?:word|xl|ppt)\/.*\.xml)$/i;
/** What the Mac and Windows add for themselves; and folders. Whoever wrote the names chose them: the time must grow with their length. */
const ofSystem = /(?:^|\/)(?:__MACOSX\/|(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)|\/$/i;

/**
 * The files that a ZIP brings; none where it is a document, can't be opened, or brings too much to unpack with a mail: then it is left
 * as it is.
 * @param room how many more files the mail may bring, and how many bytes all of the ZIP's may have
 */
export async function filesInZip(content: Buffer, room: { files: number; bytes: number }): Promise<MailAttachment[]> {
  try {
    const zip = await openZip(content);
    const paths = zip.names.filter((name) => !ofSystem.test(name));
    if (paths.length > Math.min(maxFiles, room.files) || zip.names.some((name) => ofDocument.test(name))) return [];
    return await unpacked(zip, namesOf(paths), room.bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/** What each path is called as a file: without its folders, but with them where another has the same name (each lot's own `Computo.xpwe`). */
function namesOf(paths: readonly string[]): Map<string, string> {
  const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  const name = (path: string) => ((counts.get(last(path)) ?? 0) > 1 ? path.replaceAll("/", " - ") : last(path));
  // The end of a long one tells the type.
  return new Map(paths.map((path) => [path, visible(name(path)).slice(-maxNameLength)]));
}

async function unpacked(zip: Zip, names: ReadonlyMap<string, string>, maxBytes: number): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  let left = maxBytes;
  for (const [path, name] of names) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.open(path)) {
      left -= chunk.length;
      if (left < 0) return [];
      chunks.push(chunk);
    }
    const content = Buffer.concat(chunks);
    files.push({ name, contentType: "application/octet-stream", content, isInline: false });
  }
  return files;
}
