import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { invalid } from "../../domain/errors.js";

/**
 * How a backup lies in its file: this line, 16 bytes of salt, 32 bytes by which a wrong passphrase is
 * known, then pieces of 64 KiB, each encrypted and authenticated by AES-256-GCM. A piece's nonce is its number and whether it is the
 * last, so that none can be left out, exchanged or cut off unnoticed.
 */
const firstLine = Buffer.from("PRATICA-BACKUP-1\n");
const saltBytes = 16;
const proofBytes = 32;
const headerBytes = firstLine.length + saltBytes + proofBytes;
const pieceBytes = 65_536;
const tagBytes = 16;

interface Keys {
  cipherKey: Buffer;
  proof: Buffer;
}

/** Argon2id with 64 MiB: each guess at the passphrase costs that, and some 0.15 s. The salt is new for each file, and so are its keys. */
async function keysOf(passphrase: string, salt: Buffer): Promise<Keys> {
  const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
  const derived = await hashRaw(passphrase, { ...cost, outputLen: 64, salt });
  const proof = createHmac("sha256", derived.subarray(32)).update(firstLine).update(salt).digest();
  return { cipherKey: derived.subarray(0, 32), proof };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of this size; the last one may be shorter, or empty. */
async function* cut(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    // Not yet where it just fits: it may be the last.
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; all.length - start > size; start += size) yield { piece: all.subarray(start, start + size), isLast: false };
    waiting = [all.subarray(start)];
    length = all.length - start;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}

/** Encrypts a stream. */
export const sealed = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes);
    const { cipherKey, proof } = await keysOf(passphrase, salt);
    yield Buffer.concat([firstLine, salt, proof]);
    let number = 0;
    for await (const { piece, isLast } of cut(source, pieceBytes)) {
      const cipher = createCipheriv("aes-256-gcm", cipherKey, nonceOf(number++, isLast));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    }
  };

/** Decrypts what `sealed` made. @throws invalid_input if it is no backup, the passphrase is another, or a piece is broken or missing */
export const opened = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { header, rest } = await headerOf(source);
    if (!header.subarray(0, firstLine.length).equals(firstLine)) throw invalid("The file isn't a backup of Pratica.");
    const salt = header.subarray(firstLine.length, firstLine.length + saltBytes);
    const { cipherKey, proof } = await keysOf(passphrase, salt);
    if (!timingSafeEqual(header.subarray(-proofBytes), proof))
      throw invalid("BACKUP_PASSPHRASE isn't the passphrase of this backup.");
    let number = 0;
    for await (const { piece, isLast } of cut(rest, pieceBytes + tagBytes)) {
      yield openedPiece(piece, createDecipheriv("aes-256-gcm", cipherKey, nonceOf(number++, isLast)));
    }
  };

function openedPiece(piece: Buffer, decipher: DecipherGCM): Buffer {
  if (piece.length < tagBytes) throw broken();
  decipher.setAuthTag(piece.subarray(-tagBytes));
  const text = decipher.update(piece.subarray(0, -tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    // The cipher's only failure here: the tag doesn't match.
    throw broken();
  }
}

export const broken = () => invalid("The backup is broken or incomplete: take another copy of it, or an earlier one.");

/** The first bytes of a stream, and the stream after them. */
async function headerOf(source: AsyncIterable<Buffer>): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < headerBytes) {
    const { value, done } = await iterator.next();
    if (done) throw invalid("The file isn't a backup of Pratica.");
    read = Buffer.concat([read, value]);
  }
  async function* rest() {
    yield read.subarray(headerBytes);
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  }
  return { header: read.subarray(0, headerBytes), rest: rest() };
}
