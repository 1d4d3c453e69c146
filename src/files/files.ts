import { createHash } from "node:crypto";
import type { Config } from "../config.js";
import type { Queries } from "../db/database.js";
import { StoredFile } from "../db/entities/stored-file.js";
import { newId } from "../db/new-id.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { conflict } from "../domain/errors.js";
import { type FileStoreName, fileName } from "../domain/files.js";
import { DatabaseStore } from "./database-store.js";
import type { ByteRange, Bytes, FileStore } from "./file-store.js";
import { S3Store } from "./s3-store.js";

/** Bytes that are kept, and have no file yet. */
export interface KeptBytes {
  id: string;
  sizeBytes: number;
  sha256: string;
  /** the first bytes, which tell the type: see `contentTypeOf` */
  head: Buffer;
}

const headBytes = 4100;

interface Place {
  store: FileStoreName;
  /** null: the bytes have no file yet, or none any more */
  sizeBytes: number | null;
}

export type NewFile = Pick<StoredFile, "organizationId" | "name" | "contentType" | "source"> &
  Partial<Pick<StoredFile, "projectId" | "createdBy" | "expiresAt">>;

/** The one way to keep the bytes of files and to read them. New ones go to the store of the settings; each is read where it is. */
export class Files {
  private readonly database: DatabaseStore;
  private readonly stores: Partial<Record<FileStoreName, FileStore>>;

  constructor(
    private readonly queries: Queries,
    private readonly config: Config,
  ) {
    this.database = new DatabaseStore(queries);
    this.stores = { database: this.database, ...(config.S3_BUCKET ? { s3: new S3Store(config) } : {}) };
  }

  /**
   * Keeps bytes, which are a file as soon as `addFile` writes its row. Call it before the transaction: what never gets a row is
   * removed after a day.
   * @param id of the file to be
   */
  async put(organizationId: string, content: Bytes | Uint8Array, id = newId()): Promise<KeptBytes> {
    const { FILE_STORE } = this.config;
    const placed = await this.queries.query(
      "insert into file_place (organization_id, file_id, store) values ($1, $2, $3) on conflict do nothing returning file_id",
      [organizationId, id, FILE_STORE],
    );
    if (placed.length === 0)
      throw conflict(
        "Bytes for this address have come before, whole or cut off, or are on their way; if list_files doesn't show the file, make another with create_upload_link.",
      );
    const hash = createHash("sha256");
    let sizeBytes = 0;
    let head = Buffer.alloc(0);
    const measured = async function* (chunks: Bytes | Uint8Array[]): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
        sizeBytes += chunk.length;
        yield chunk;
      }
    };
    try {
      const chunks = content instanceof Uint8Array ? [content] : content;
      await this.store(FILE_STORE).put({ organizationId, fileId: id }, measured(chunks));
      // Where the organization was removed meanwhile, nothing else would find them.
      if (FILE_STORE !== "database" && !(await this.placeOf(organizationId, id)))
        throw conflict("The file's place was removed while it came.");
    } catch (error) {
      // What can't be removed now either is removed by the sweep.
      await this.discard(organizationId, id).catch(() => undefined);
      throw error;
    }
    return { id, sizeBytes, sha256: hash.digest("hex"), head };
  }

  /** A file's bytes, a piece at a time. @throws BytesMissing, while reading; Error if its store isn't set */
  async *open(organizationId: string, fileId: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const place = await this.placeOf(organizationId, fileId);
    const key = { organizationId, fileId };
    yield* place
      ? this.store(place.store).open(key, range, place.sizeBytes ?? undefined)
      : this.database.openFromRow(key, range);
  }

  /** A file's bytes at once: for what is known to be small enough. @throws Error as `open` does */
  read(organizationId: string, fileId: string): Promise<Buffer> {
    return joined(this.open(organizationId, fileId));
  }

  /** A file's first bytes, which tell its type. @throws Error as `open` does */
  async head({
    organizationId,
    id,
    sizeBytes,
  }: Pick<StoredFile, "organizationId" | "id" | "sizeBytes">): Promise<Buffer> {
    if (sizeBytes === 0) return Buffer.alloc(0);
    return joined(this.open(organizationId, id, { start: 0, end: Math.min(headBytes, sizeBytes) - 1 }));
  }

  /** Removes bytes that have no file, or none any more. Succeeds also if they are gone. */
  async discard(organizationId: string, fileId: string): Promise<void> {
    const { store } = (await this.placeOf(organizationId, fileId)) ?? { store: this.config.FILE_STORE };
    const deleted = this.store(store).delete({ organizationId, fileId });
    await deleted.catch((cause: unknown) => {
      // By another name: a storage out of reach is no database out of reach, and doesn't end a sweep.
      throw store === "database" ? cause : new Error("the storage didn't remove the bytes", { cause });
    });
    await this.queries.query("delete from file_place where organization_id = $1 and file_id = $2", [
      organizationId,
      fileId,
    ]);
  }

  private async placeOf(organizationId: string, fileId: string): Promise<Place | undefined> {
    const [place] = await this.queries.query<Place>(
      `select p.store, f.size_bytes as "sizeBytes" from file_place p
       left join stored_file f on f.organization_id = p.organization_id and f.id = p.file_id
       where p.organization_id = $1 and p.file_id = $2`,
      [organizationId, fileId],
    );
    return place;
  }

  private store(name: FileStoreName): FileStore {
    const store = this.stores[name];
    if (!store) throw new Error("Files are kept in S3, and S3_BUCKET with its keys is not set.");
    return store;
  }
}

async function joined(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Makes a file of bytes that are kept: writes its row, in the unit's one statement. */
export const addFile = (unit: UnitOfWork, { id, sizeBytes, sha256 }: KeptBytes, file: NewFile): StoredFile =>
  unit.insert(StoredFile, { id, sizeBytes, sha256, ...file, name: fileName(file.name) });
