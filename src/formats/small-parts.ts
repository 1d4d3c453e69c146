const partBytes = 64 * 1024;

/** The first of some bytes, not copied. */
export const headOf = (bytes: Uint8Array, length: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length));

/** The same bytes in parts that are small enough to stop between them. */
export function* partsOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += partBytes) yield bytes.subarray(start, start + partBytes);
}

/** The same of bytes as they arrive. */
export async function* smallParts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield* partsOf(chunk);
}
