import type { Queries } from "../db/database.js";
import { Shares } from "../db/sending/shares.js";
import { type ByteRange, type Bytes, BytesMissing, type FileKey, type FileStore, inPieces } from "./file-store.js";

/** Stored rows are found by it, so it can never change. */
const pieceBytes = 256 * 1024;

const whole: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Keeps files in Postgres, in pieces, so that nobody who reads a part of one reads the rest. */
export class DatabaseStore implements FileStore {
  /**
   * An organization's readers take turns, a piece each, and so do its writers: many who fetch its files, by links without a key too, or
   * bring some, would else take every connection, and the time to read what comes by them.
   */
  private readonly reading = new Shares(1);
  private readonly writing = new Shares(1);

  constructor(private readonly queries: Queries) {}

  async put({ organizationId, fileId }: FileKey, content: Bytes): Promise<void> {
    let n = 0;
    for await (const piece of inPieces(content, pieceBytes))
      await this.writing.during(organizationId, () =>
        this.queries.query("insert into file_content (organization_id, file_id, n, bytes) values ($1, $2, $3, $4)", [
          organizationId,
          fileId,
          n++,
          piece,
        ]),
      );
  }

  async *open({ organizationId, fileId }: FileKey, { start, end } = whole): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; ) {
      const n = Math.floor(at / pieceBytes);
      const [row] = await this.reading.during(organizationId, () =>
        this.queries.query<{ bytes: Buffer }>(
          "select bytes from file_content where organization_id = $1 and file_id = $2 and n = $3",
          [organizationId, fileId, n],
        ),
      );
      // A file that ends with a whole piece has no further one.
      if (!row && (n === 0 || end !== whole.end)) throw new BytesMissing({ organizationId, fileId });
      if (!row) return;
      const piece = row.bytes.subarray(at - n * pieceBytes, end - n * pieceBytes + 1);
      if (piece.length > 0) yield piece;
      if (row.bytes.length < pieceBytes) return;
      at = (n + 1) * pieceBytes;
    }
  }

  async delete({ organizationId, fileId }: FileKey): Promise<void> {
    await this.queries.query("delete from file_content where organization_id = $1 and file_id = $2", [
      organizationId,
      fileId,
    ]);
  }

  /** Reads what was stored before the bytes had a table of their own: they are in the file's row. */
  async *openFromRow({ organizationId, fileId }: FileKey, { start, end } = whole): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; at += pieceBytes) {
      const [row] = await this.reading.during(organizationId, () =>
        this.queries.query<{ piece: Buffer | null }>(
          "select substring(content from $3 for $4) as piece from stored_file where organization_id = $1 and id = $2",
          [organizationId, fileId, at + 1, Math.min(pieceBytes, end - at + 1)],
        ),
      );
      // Who reads has announced the length: less could pass for the whole file.
      if (!row?.piece) throw new BytesMissing({ organizationId, fileId });
      if (row.piece.length > 0) yield row.piece;
      if (row.piece.length < pieceBytes) return;
    }
  }
}
