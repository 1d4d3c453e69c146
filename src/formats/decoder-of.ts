/** The decoder of an encoding by its label; null where it is none that is known. */
export function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (error) {
    // The only way to learn which labels it knows.
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_NOT_SUPPORTED") throw error;
    return null;
  }
}
