/**
 * The first bytes of a stream, at least `length` where it has so many, and the whole of it. Whoever doesn't read the
 * whole calls `close`, which ends the stream.
 */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array>; close(): Promise<void> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done) break;
    read.push(next.value);
    size += next.value.length;
  }
  async function* all() {
    try {
      for (let part = read.shift(); part; part = read.shift()) yield part;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  const close = async () => {
    await iterator.return?.();
  };
  return { head: Buffer.concat(read).subarray(0, length), all: all(), close };
}
