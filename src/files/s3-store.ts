import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Config } from "../config.js";
import { type ActionError, unavailable } from "../domain/errors.js";
import { type ByteRange, type Bytes, BytesMissing, type FileKey, type FileStore, inPieces } from "./file-store.js";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Above it, a file goes in parts, which S3 wants to have at least 5 MB. So much of each upload is in memory. */
const partBytes = 8 * 1024 * 1024;
const connectionTimeoutMs = 5_000;
/** of silence */
const socketTimeoutMs = 30_000;

/** Keeps files in one bucket of an S3-compatible object storage, by organization and id: no name ever becomes part of a key. */
export class S3Store implements FileStore {
  private connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(private readonly config: Config) {}

  async put(key: FileKey, content: Bytes): Promise<void> {
    const { sdk, client } = await this.connect();
    const place = this.place(key);
    const pieces = inPieces(content, partBytes);
    const first = await pieces.next();
    const Body: Uint8Array = first.value ?? Buffer.alloc(0);
    if (Body.length < partBytes) {
      checkTaken(await answered(client.send(new sdk.PutObjectCommand({ ...place, Body }))));
      return;
    }
    const { UploadId } = await answered(client.send(new sdk.CreateMultipartUploadCommand(place)));
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      const sendPart = async (part: Uint8Array) => {
        const PartNumber = Parts.length + 1;
        const command = new sdk.UploadPartCommand({ ...place, UploadId, PartNumber, Body: part });
        const taken = await answered(client.send(command));
        checkTaken(taken);
        Parts.push({ PartNumber, ETag: taken.ETag });
      };
      await sendPart(Body);
      for await (const piece of pieces) await sendPart(piece);
      const command = new sdk.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
      checkTaken(await answered(client.send(command)));
    } catch (error) {
      // Its parts would stay, and be paid for. Where this fails too, the bucket's own rule ends it (docs/operations.md).
      await client.send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async *open(key: FileKey, range?: ByteRange, sizeBytes?: number): AsyncGenerator<Uint8Array> {
    const { sdk, client } = await this.connect();
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const command = new sdk.GetObjectCommand({ ...this.place(key), ...part });
    const { Body, ContentLength } = await client.send(command).catch((error: unknown) => {
      throw error instanceof sdk.NoSuchKey ? new BytesMissing(key) : outOfReach(error);
    });
    try {
      if (Body) yield* expected(Body as Readable, ContentLength, range ? range.end - range.start + 1 : sizeBytes);
    } catch (error) {
      throw outOfReach(error);
    }
  }

  async delete(key: FileKey): Promise<void> {
    const { sdk, client } = await this.connect();
    await answered(client.send(new sdk.DeleteObjectCommand(this.place(key))));
  }

  private place({ organizationId, fileId }: FileKey): { Bucket: string; Key: string } {
    return { Bucket: this.config.S3_BUCKET as string, Key: `${organizationId}/${fileId}` };
  }

  /** Loads the library at the first use: that takes half a second, and 20 MB. */
  private async connect(): Promise<{ sdk: Sdk; client: S3Client }> {
    this.connected ??= import("@aws-sdk/client-s3").then((sdk) => ({ sdk, client: this.createClient(sdk) }));
    return this.connected;
  }

  private createClient({ S3Client: Client }: Sdk): S3Client {
    const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = this.config;
    return new Client({
      ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
      region: S3_REGION,
      credentials: { accessKeyId: S3_ACCESS_KEY_ID as string, secretAccessKey: S3_SECRET_ACCESS_KEY as string },
      forcePathStyle: true,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: socketTimeoutMs },
      // Many S3-compatible storages don't know the checksums that the library would add to every request.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  }
}

/**
 * What stands before a storage may answer 200 in its place, with a page or an error of its own: such an answer lacks the tag of what was stored,
 * and is no file. @throws unavailable
 */
function checkTaken({ ETag }: { ETag?: string | undefined }): void {
  if (!ETag) throw outOfReach(new Error("the storage answered without an ETag: it is not the storage that answers"));
}

/**
 * @param saidBytes how many the answer says that it has
 * @throws Error where there are fewer or more bytes than there should be: a proxy can end a body early, or leave out the range. Before the
 * first one where the answer says so itself: who downloads the file must get nothing of a page in its place.
 */
async function* expected(bytes: Readable, saidBytes?: number, sizeBytes?: number): AsyncGenerator<Uint8Array> {
  const check = (read: number | undefined) => {
    if (read === undefined || sizeBytes === undefined || read === sizeBytes) return;
    bytes.destroy();
    throw new Error(`the storage answered with other bytes than the file's: ${read} instead of ${sizeBytes}`);
  };
  check(saidBytes);
  let read = 0;
  for await (const piece of bytes) {
    read += piece.length;
    if (sizeBytes !== undefined && read > sizeBytes) break;
    yield piece;
  }
  check(read);
}

/** @throws unavailable, whatever the storage says instead: of it or of the settings, and nothing of the file */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw outOfReach(error);
  }
}

function outOfReach(cause: unknown): ActionError {
  const error = unavailable(
    "The storage of files can't be reached; try again in a moment.",
    5,
    "L'archivio dei file non è raggiungibile in questo momento; riprova tra poco.",
  );
  error.cause = cause;
  return error;
}
