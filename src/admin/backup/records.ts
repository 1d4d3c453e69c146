import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { invalid } from "../../domain/errors.js";
import type { FirstRun } from "../../launch/data-dir/first-run.js";
import { broken, opened } from "./container.js";

/** What a backup begins with. */
export interface Manifest {
  createdAt: string;
  /** the migrations that had been applied to the database, in their order */
  migrations: string[];
  secretKey: string;
  /** of a backup that was made before secrets rotate had done its work */
  previousSecretKey?: string | undefined;
  /** DATA_DIR/first-run.json; null where there was none */
  firstRun: FirstRun | null;
}

/** The parts of a backup, in this order: a manifest, then each table with its rows as COPY gives them, the sequences, the end. */
export type Part =
  | { kind: "manifest"; manifest: Manifest }
  | { kind: "table"; table: string; columns: string[] }
  | { kind: "rows"; rows: Buffer }
  | { kind: "tableEnd"; table: string; rowCount: number }
  | { kind: "sequences"; sequences: { name: string; lastValue: string }[] }
  | { kind: "end"; tableCount: number };

const rowsMark = 0x44; // D
const jsonMark = 0x4a; // J
const largestPart = 64 * 1024 * 1024;

/** A part with its mark and its length before it. */
function writtenPart(part: Part): Buffer {
  const content = part.kind === "rows" ? part.rows : Buffer.from(JSON.stringify(part));
  const head = Buffer.alloc(5);
  head[0] = part.kind === "rows" ? rowsMark : jsonMark;
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

async function* readParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const length = waiting.length < 5 ? Number.POSITIVE_INFINITY : waiting.readUInt32BE(1);
      if (Number.isFinite(length) && length > largestPart) throw broken();
      if (waiting.length < 5 + length) break;
      const content = waiting.subarray(5, 5 + length);
      yield waiting[0] === rowsMark ? { kind: "rows", rows: content } : (JSON.parse(content.toString()) as Part);
      waiting = waiting.subarray(5 + length);
    }
  }
  if (waiting.length > 0) throw broken();
}

/** Gives a backup's parts to `take`, one after the other. @throws invalid_input if the file is not a whole backup of this passphrase */
export async function readBackup(
  file: string,
  passphrase: string,
  take: (parts: AsyncIterable<Part>) => Promise<void>,
): Promise<void> {
  try {
    await pipeline(createReadStream(file), opened(passphrase), createGunzip(), (source: AsyncIterable<Buffer>) =>
      take(readParts(source)),
    );
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
      throw invalid(`The backup can't be read: ${message}`);
    throw /^Z_/.test(code) ? broken() : error;
  }
}

/** Reads a backup to its end, so that nothing is written from one that is broken. @returns its manifest */
export async function checkedManifest(file: string, passphrase: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let isWhole = false;
  await readBackup(file, passphrase, async (parts) => {
    for await (const part of parts) {
      if (part.kind === "manifest") manifest = part.manifest;
      isWhole = part.kind === "end";
    }
  });
  if (!manifest || !isWhole) throw broken();
  return manifest;
}

export const asStream = (parts: AsyncIterable<Part>): Readable =>
  Readable.from(
    (async function* () {
      for await (const part of parts) yield writtenPart(part);
    })(),
    { objectMode: false },
  );
