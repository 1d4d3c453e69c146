import type { Readable } from "node:stream";
import type { DeleteObjectCommandOutput } from "@aws-sdk/client-s3";
import { type ActionError, unavailable } from "../domain/errors.js";

type ResponseMetadata = DeleteObjectCommandOutput["$metadata"];

/** Offices have such lines for sending. */
const slowBytesPerSecond = 50_000;

/**
 * What stands before a storage may answer 200 in its place, with a page or an error of its own: such an answer lacks the tag of what was stored,
 * and is no file. @throws unavailable
 */
export function checkTaken({ ETag }: { ETag?: string | undefined }): void {
  if (!ETag) throw notTheStorage("without an ETag");
}

/** An answer to a deletion is empty: only its status, or a header that storages give, tells it from a page. @throws unavailable */
export function checkRemoved({ httpStatusCode, requestId }: ResponseMetadata): void {
  if (httpStatusCode !== 204 && !requestId) throw notTheStorage("to a deletion");
}

const notTheStorage = (how: string): ActionError => outOfReach(new Error(`it is not the storage that answers ${how}`));

/** How long bytes take on a slow line. */
export const onSlowLineMs = (bytes: number): number => Math.ceil((bytes / slowBytesPerSecond) * 1_000);

/** Bytes as they come. @throws Error where we wait longer for all of them together; who reads them may take their time */
export async function* readWithin(bytes: Readable, allowedMs: number): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  let leftMs = allowedMs;
  for (;;) {
    const since = performance.now();
    const timer = setTimeout(() => bytes.destroy(new Error("the storage took too long over a file")), leftMs);
    const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
    if (done) return;
    leftMs -= performance.now() - since;
    yield value;
  }
}

/**
 * @param saidBytes how many the answer says that it has
 * @throws Error where there are fewer or more bytes than there should be: a proxy can end a body early, or leave out the range. Before the
 * first one where the answer says so itself: who downloads the file must get nothing of a page in its place.
 */
export async function* expected(
  bytes: AsyncGenerator<Uint8Array>,
  saidBytes?: number,
  sizeBytes?: number,
): AsyncGenerator<Uint8Array> {
  const check = (read: number | undefined) => {
    if (read === undefined || sizeBytes === undefined || read === sizeBytes) return;
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
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw outOfReach(error);
  }
}

export function outOfReach(cause: unknown): ActionError {
  const error = unavailable(
    "The storage of files can't be reached; try again in a moment.",
    5,
    "L'archivio dei file non è raggiungibile in questo momento; riprova tra poco.",
  );
  error.cause = cause;
  return error;
}
