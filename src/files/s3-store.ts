import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Config } from "../config.js";
import { type ByteRange, type Bytes, BytesMissing, type FileKey, type FileStore, inPieces } from "./file-store.js";
import { answered, checkRemoved, checkTaken, expected, onSlowLineMs, outOfReach, readWithin } from "./s3-answers.js";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Above it, a file goes in parts, which S3 wants to have at least 5 MB. So much of each upload is in memory. */
const partBytes = 8 * 1024 * 1024;
const connectionTimeoutMs = 5_000;
/** of silence */
const socketTimeoutMs = 30_000;
/** For a whole answer, however it trickles, beside the time that its bytes or ours take. */
const answerMs = 60_000;

/** Keeps files in one bucket of an S3-compatible object storage, by organization and id: no name ever becomes part of a key. */
export class S3Store implements FileStore {
  private connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(
    private readonly config: Config,
    private readonly allowedMs = answerMs,
  ) {}

  async put(key: FileKey, content: Bytes): Promise<void> {
    const { sdk, client } = await this.connect();
    const place = this.place(key);
    const pieces = inPieces(content, partBytes);
    const first = await pieces.next();
    const Body: Uint8Array = first.value ?? Buffer.alloc(0);
    if (Body.length < partBytes) {
      checkTaken(await answered(client.send(new sdk.PutObjectCommand({ ...place, Body }), this.within(Body.length))));
      return;
    }
    const { UploadId } = await answered(client.send(new sdk.CreateMultipartUploadCommand(place), this.within(0)));
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      const sendPart = async (part: Uint8Array) => {
        const PartNumber = Parts.length + 1;
        const command = new sdk.UploadPartCommand({ ...place, UploadId, PartNumber, Body: part });
        const taken = await answered(client.send(command, this.within(part.length)));
        checkTaken(taken);
        Parts.push({ PartNumber, ETag: taken.ETag });
      };
      await sendPart(Body);
      for await (const piece of pieces) await sendPart(piece);
      const command = new sdk.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
      checkTaken(await answered(client.send(command, this.within(Parts.length * partBytes))));
    } catch (error) {
      // Its parts would stay, and be paid for. Where this fails too, the bucket's own rule ends it (docs/operations.md).
      await client
        .send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId }), this.within(0))
        .catch(() => undefined);
      throw error;
    }
  }

  async *open(key: FileKey, range?: ByteRange, sizeBytes?: number): AsyncGenerator<Uint8Array> {
    const { sdk, client } = await this.connect();
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const command = new sdk.GetObjectCommand({ ...this.place(key), ...part });
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), this.allowedMs);
    const { Body, ContentLength } = await client
      .send(command, { abortSignal: begun.signal })
      .catch((error: unknown) => {
        throw error instanceof sdk.NoSuchKey ? new BytesMissing(key) : outOfReach(error);
      })
      .finally(() => clearTimeout(timer));
    if (!Body) return;
    const [bytes, wantedBytes] = [Body as Readable, range ? range.end - range.start + 1 : sizeBytes];
    try {
      const inTime = readWithin(bytes, this.allowedMs + onSlowLineMs(wantedBytes ?? ContentLength ?? 0));
      yield* expected(inTime, ContentLength, wantedBytes);
    } catch (error) {
      throw outOfReach(error);
    } finally {
      bytes.destroy();
    }
  }

  async delete(key: FileKey): Promise<void> {
    const { sdk, client } = await this.connect();
    const command = new sdk.DeleteObjectCommand(this.place(key));
    const { $metadata } = await answered(client.send(command, this.within(0)));
    checkRemoved($metadata);
  }

  /** For one request with so many bytes of ours. */
  private within(bytes: number): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.allowedMs + onSlowLineMs(bytes)) };
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
