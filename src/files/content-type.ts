import { signedType } from "../domain/signed-type.js";

const unknown = "application/octet-stream";

/** What people's programs write as a zip archive, and so can't be told by its first bytes. */
const zipped: Record<string, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

/** What has no signature, by the end of the name. */
const unsigned: Record<string, string> = {
  txt: "text/plain",
  csv: "text/csv",
  md: "text/markdown",
  html: "text/html",
  htm: "text/html",
  eml: "message/rfc822",
  json: "application/json",
  p7m: "application/pkcs7-mime",
};

const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/**
 * The type of a file. Its first bytes decide where they tell; what its sender says counts only for types that have no signature, such as
 * text: a program that calls itself a PDF is none.
 * @param declared by the sender; "" if nothing was
 */
export async function contentTypeOf(head: Uint8Array, declared: string, name: string): Promise<string> {
  // Loaded at the first use: the API starts without it.
  const { supportedMimeTypes } = await import("file-type");
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const sniffed = await signedType(head);
  if (sniffed === "application/zip") return zipped[extension] ?? sniffed;
  if (sniffed !== undefined) return sniffed;
  const said = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const isBelievable = mediaType.test(said) && said !== unknown && !supportedMimeTypes.has(said);
  return isBelievable ? said : (unsigned[extension] ?? unknown);
}
