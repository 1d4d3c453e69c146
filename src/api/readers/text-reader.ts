import type { Logger } from "pino";
import type { ReadFile, ReadText } from "../../actions/outside.js";
import { memberIdOf } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import type { Files } from "../../files/files.js";
import type { FileText } from "../../formats/texts/file-text.js";
import { Turns } from "../turns.js";
import type { Failure } from "./jobs.js";
import { readInThread } from "./read-in-thread.js";

const limits = { timeMs: 20_000, heapMegabytes: 300, growthMegabytes: 500 };
/** Larger ones have hardly any text, and would take too long to fetch. */
const maxFileBytes = 64 * megabyte;
/** What a model is shown at once, and a client takes in one answer. */
const maxImageBytes = megabyte;
/** The texts that were read last: a client that reads page by page asks for the same file again and again. */
const maxKeptChars = 8_000_000;

const unread = (contentType: string, { code, detail }: Failure): FileText => ({
  kind: "none",
  contentType,
  text: "",
  warnings: [{ code, detail }],
});

/** Makes the function that reads stored files, each in a thread of its own: two at a time, and of one organization one. */
export function createTextReader(files: Pick<Files, "read">, log: Logger, readApart = readInThread): ReadText {
  const turns = new Turns({ atOnce: 2, ofOne: 1, waiting: 200, waitingOfOne: 20, waitingOfMember: 10 });
  const kept = new Map<string, ReadFile>();

  const keep = (key: string, read: ReadFile): void => {
    kept.set(key, read);
    let chars = 0;
    for (const [older, { text }] of [...kept].reverse()) {
      chars += text.length + 1_000;
      if (chars > maxKeptChars && older !== key) kept.delete(older);
    }
  };

  return (caller, file, { form, client }) => {
    const { organizationId } = caller;
    const key = `${organizationId} ${file.id} ${file.sha256} ${form ?? "text"} ${file.name}`;
    const known = kept.get(key);
    if (known) return Promise.resolve(known);
    const read = async (): Promise<ReadFile> => {
      if (file.sizeBytes > maxFileBytes) {
        const detail = `The file has more than ${maxFileBytes / megabyte} MB.`;
        return unread(file.contentType, { code: "too_large", detail });
      }
      const bytes = await files.read(organizationId, file.id);
      const { name, contentType } = file;
      // A copy: an image is shown by its bytes afterwards.
      const reading = await readApart(
        "text",
        Uint8Array.from(bytes),
        { name, contentType, form },
        limits,
        log,
        client?.signal,
      );
      const text = "answer" in reading ? reading.answer : unread(contentType, reading.failure);
      if (text.kind !== "image") {
        if (text.kind === "text") keep(key, text);
        return text;
      }
      if (bytes.length <= maxImageBytes) return { ...text, image: bytes };
      const detail = `The image is larger than ${maxImageBytes / megabyte} MB, and so not shown.`;
      return { ...text, warnings: [{ code: "image_too_large", detail }] };
    };
    return turns.run(organizationId, client, read, memberIdOf(caller));
  };
}
