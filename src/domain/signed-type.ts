const mark = /^(?:fffe|feff)/;
/** Formats that are themselves written in letters. */
const lettered = /xml|^(?:text|model)\/|\/(?:pdf|eps|rtf|postscript|pgp)/;

/**
 * The type that the first bytes of a file say by their signature, if any. Texts begin with signatures by chance: a byte order mark of
 * UTF-16 is that of a sound, `BM Costruzioni` that of an image, `MZ Impianti` that of a program.
 * @param head the first bytes, a few thousand where there are as many
 */
export async function signedType(head: Uint8Array): Promise<string | undefined> {
  // Loaded at the first use: the API starts without it.
  const { fileTypeFromBuffer } = await import("file-type");
  const mime = (await fileTypeFromBuffer(head))?.mime;
  return mime !== undefined && isLetters(head) && !lettered.test(mime) ? undefined : mime;
}

/** Whether bytes have no control characters, as those of all other formats have near their beginning, or a mark of UTF-16. */
const isLetters = (bytes: Uint8Array): boolean =>
  mark.test(Buffer.from(bytes.subarray(0, 2)).toString("hex")) ||
  !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32));
