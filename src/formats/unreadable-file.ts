/**
 * Why nothing of a file can be read:
 * - `unknown_format`: it is none of what can be read; the message names what can be
 * - `doctype`: XML with a document type definition or entities of its own
 * - `binary`: a program's own file; the message says as what to export it
 * - `damaged`: it breaks off, or isn't well formed, before anything was read
 * - `empty`: it is well formed and holds nothing of what is asked for
 * - `too_large`, `archive_too_large`: more in it than may be read, or unpacked
 * - `encrypted`, `no_text`, `signature_alone`: there is no text to be had from it
 */
export type UnreadableCode =
  | "unknown_format"
  | "doctype"
  | "binary"
  | "damaged"
  | "empty"
  | "too_large"
  | "archive_too_large"
  | "encrypted"
  | "no_text"
  | "signature_alone";

/** A file of which nothing can be read, whatever its format. The message says what to do instead, in plain words. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: UnreadableCode,
    message: string,
  ) {
    super(message);
    this.name = "UnreadableFile";
  }
}

export const withDoctype = (): UnreadableFile =>
  new UnreadableFile("doctype", "The file has a document type definition (DOCTYPE). Save it without one.");

/** What a library threw, in words that can end a sentence. */
export const reasonOf = (error: unknown): string =>
  String((error as Error | null)?.message ?? error)
    .slice(0, 200)
    .replace(/[.\s]+$/, "");
