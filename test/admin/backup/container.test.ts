import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import { opened, sealed } from "../../../src/admin/backup/container.js";

const passphrase = "una frase lunga e segreta";
const headerBytes = 17 + 16 + 32;
const pieceBytes = 65_536;
const sealedPieceBytes = pieceBytes + 16;

const inChunks = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );

const through = (step: typeof sealed, bytes: Buffer, chunkBytes = 50_000) =>
  buffer(Readable.from(step(passphrase)(inChunks(bytes, chunkBytes))));

/** No two pieces are the same. */
const content = Buffer.from(Uint32Array.from({ length: (3 * pieceBytes) / 4 }, (_, n) => n).buffer);

it("gives back what is longer than a piece, however it arrives", async () => {
  for (const [length, chunkBytes, pieces] of [
    [pieceBytes, 50_000, 1],
    [3 * pieceBytes, 1_000_000, 3],
    [2 * pieceBytes + 1, 7_000, 3],
  ] as const) {
    const bytes = content.subarray(0, length);
    const file = await through(sealed, bytes, chunkBytes);
    expect(file.length).toBe(headerBytes + length + pieces * 16);
    expect((await through(opened, file, chunkBytes)).equals(bytes)).toBe(true);
  }
});

it("is refused where a piece is left out, exchanged, doubled or cut off", async () => {
  const file = await through(sealed, content);
  const header = file.subarray(0, headerBytes);
  const [first, second, last] = [0, 1, 2].map((n) => {
    const from = headerBytes + n * sealedPieceBytes;
    return file.subarray(from, from + sealedPieceBytes);
  }) as [Buffer, Buffer, Buffer];
  for (const pieces of [
    [first, second],
    [first, last],
    [second, first, last],
    [first, second, last, last],
  ])
    await expect(through(opened, Buffer.concat([header, ...pieces]))).rejects.toThrow(/broken or incomplete/);
});
