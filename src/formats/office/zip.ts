import { type Entry, fromBufferPromise } from "yauzl";
import { reasonOf, UnreadableFile } from "../unreadable-file.js";

const maxEntries = 5_000;
const maxBytes = 200 * 1024 * 1024;
/** A part that is packed this well, and large, holds hardly anything but repetitions. */
const maxRatio = 200;
const largeBytes = 10 * 1024 * 1024;

/** The parts of a zip file by their names, none of which has been unpacked yet. */
export interface Zip {
  names: readonly string[];
  /** The part's bytes as they are unpacked; nothing for a part that isn't there. @throws UnreadableFile */
  open(name: string): AsyncGenerator<Buffer>;
}

const tooLarge = (what: string) => new UnreadableFile("archive_too_large", `${what}; it wasn't unpacked.`);
/** yauzl and zlib throw errors of many kinds for damaged files. */
const damaged = (error: unknown): UnreadableFile =>
  error instanceof UnreadableFile ? error : new UnreadableFile("damaged", `The file is damaged: ${reasonOf(error)}.`);

/**
 * Opens a zip file after a look at its directory.
 * @throws UnreadableFile if it says that it has too many parts or too much in them, if it is encrypted, or no zip file
 */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > maxEntries) throw tooLarge(`The file has ${zip.entryCount} parts`);
    let sum = 0;
    for await (const entry of zip.eachEntry()) {
      const { uncompressedSize: size, compressedSize: packed } = entry;
      sum += size;
      if (sum > maxBytes) throw tooLarge(`Unpacked, the file would take more than ${maxBytes / 1024 / 1024} MB`);
      if (size > largeBytes && size > packed * maxRatio) throw tooLarge("The file is packed as no document is");
      entries.set(entry.fileName, entry);
    }
    return {
      names: [...entries.keys()],
      async *open(name) {
        const entry = entries.get(name);
        if (!entry) return;
        if (entry.isEncrypted()) throw new UnreadableFile("encrypted", "The file is protected by a password.");
        try {
          // A part that unpacks to more than its directory says ends with an error.
          for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
        } catch (error) {
          throw damaged(error);
        }
      },
    };
  } catch (error) {
    throw damaged(error);
  }
}
