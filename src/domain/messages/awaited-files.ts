import { singleSpaced } from "../text/normalized.js";
import { visible } from "../text/visible-text.js";

/** A file of a message that came, which its provider still keeps. */
export interface AwaitedFile {
  /** the provider's name of it, or its address */
  place: string;
  /** what it is, in Italian: `Foto image/jpeg` */
  what: string;
  name: string;
  /** as the provider says */
  contentType: string;
}

/** What Italians call a file of each kind, as WhatsApp names them. */
export const kindsOfFiles: Record<string, string> = {
  image: "Foto",
  document: "Documento",
  audio: "Messaggio vocale",
  video: "Video",
  sticker: "Adesivo",
};

const extensions = new Map(
  Object.entries({
    "application/pdf": ".pdf",
    "audio/aac": ".aac",
    "audio/amr": ".amr",
    "audio/mp4": ".m4a",
    "audio/mpeg": ".mp3",
    "audio/ogg": ".ogg",
    "image/gif": ".gif",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "text/plain": ".txt",
    "text/vcard": ".vcf",
    "video/3gpp": ".3gp",
    "video/mp4": ".mp4",
  }),
);

const oneLine = (text: string, maxLength: number): string => singleSpaced(visible(text.slice(-maxLength)));

/** @param kind one of `kindsOfFiles` @param filename as its sender named it; "": not at all */
export function awaitedFile(kind: string, place: string, contentType: string, filename = ""): AwaitedFile {
  const said = oneLine(contentType, 200);
  const name = oneLine(filename, 200);
  const [type = ""] = said.toLowerCase().split(";");
  const noun = kindsOfFiles[kind] ?? "File";
  return {
    place: oneLine(place, 2_000),
    what: [noun, name || said].filter(Boolean).join(" "),
    name: name || `${noun.toLowerCase().replace(" ", "-")}${extensions.get(type.trim()) ?? ""}`,
    contentType: said,
  };
}

/** What a message says instead of a file, after its own text. */
const notes = {
  awaited: (what: string) => `[${what}: il file sta arrivando]`,
  fetched: (what: string) => `[${what}]`,
  tooLarge: (what: string) =>
    `[${what}: il file è troppo grande e non è stato scaricato; si può chiedere di dividerlo, o di mandare un collegamento da cui scaricarlo]`,
  missing: (what: string) => `[${what}: il file non è stato scaricato; si può chiedere di inviarlo per email]`,
};

/** A message's text with a line about each of its files. */
export const withNotes = (text: string, whats: readonly string[], as: keyof typeof notes): string =>
  [text, ...whats.map((what) => notes[as](what))].filter(Boolean).join("\n\n");

/** What became of a file. One that is too large for us (MAX_FILE_MB) would be so by mail too. */
export type FileOutcome = Exclude<keyof typeof notes, "awaited">;

/** A message's text after the outcome of one of its files. Of one that came nothing is said, unless the message says nothing else. */
export function settledText(body: string, { what }: AwaitedFile, outcome: FileOutcome): string {
  const before = body.split("\n\n");
  const at = before.lastIndexOf(notes.awaited(what));
  if (at < 0) return body;
  const others = before.toSpliced(at, 1);
  if (outcome !== "fetched") return before.with(at, notes[outcome](what)).join("\n\n");
  return others.length > 0 ? others.join("\n\n") : notes.fetched(what);
}
