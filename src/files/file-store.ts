/** Whose bytes: the file's id was made when they were put. */
export interface FileKey {
  organizationId: string;
  fileId: string;
}

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export type Bytes = AsyncIterable<Uint8Array>;

/** Thrown while reading, where bytes are not there that should be. */
export class BytesMissing extends Error {
  constructor({ fileId }: FileKey) {
    super(`The bytes of file ${fileId} are not stored any more.`);
    this.name = "BytesMissing";
  }
}

/** A place that keeps bytes. What was put is never changed. */
export interface FileStore {
  /** Keeps the bytes as they come; never holds all of a large file. */
  put(key: FileKey, content: Bytes): Promise<void>;
  /**
   * @param sizeBytes of the whole file, where it is known
   * @throws BytesMissing, while reading
   */
  open(key: FileKey, range?: ByteRange, sizeBytes?: number): Bytes;
  /** Succeeds also if nothing is there. */
  delete(key: FileKey): Promise<void>;
}

/** The bytes in pieces of one size; the last is smaller, and comes also if it is empty and the only one. */
export async function* inPieces(content: Bytes, size: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  let count = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + size - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < size) continue;
      yield piece;
      count++;
      piece = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0 || count === 0) yield piece.subarray(0, filled);
}
