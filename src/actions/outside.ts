import type { StoredFile } from "../db/entities/stored-file.js";
import type { Caller } from "../domain/permissions.js";
import type { BillFile } from "../formats/bills/bill-file.js";
import type { ReadBillOptions } from "../formats/bills/read-bill.js";
import type { FileText, TextOptions } from "../formats/texts/file-text.js";
import type { Client } from "./dispatch/end-waiter.js";

/** What a stored file says. */
export interface ReadFile extends FileText {
  /** an image's bytes, unless it is too large to be shown */
  image?: Buffer;
}

/**
 * Reads a stored file apart from all requests, with limits of time and memory. What can't be read is answered in its warnings.
 * @throws rate_limited, unavailable if too many wait, or where the file's storage can't be reached
 */
export type ReadText = (
  caller: Caller,
  file: StoredFile,
  options: TextOptions & { client?: Client | undefined },
) => Promise<ReadFile>;

/**
 * Reads a stored file as a bill of quantities, apart from all requests, with limits of time and memory.
 * @throws unprocessable for what can't be read, naming what can be; too_large; rate_limited, unavailable as `ReadText`
 */
export type ReadBill = (
  caller: Caller,
  file: StoredFile,
  options: ReadBillOptions,
  client?: Client,
) => Promise<BillFile>;

/** The first bytes of a stored file, which tell what it is. @throws unavailable where its storage can't be reached */
export type ReadHead = (file: StoredFile) => Promise<Buffer>;

export interface ShownImage {
  contentType: string;
  bytes: Buffer;
}

/** What actions read stored files by. */
export interface Readers {
  readText: ReadText;
  readBill: ReadBill;
  readHead: ReadHead;
}

/** What an action has from outside the database. */
export interface Outside extends Readers {
  /** called with an image that belongs to the answer, by who can show images */
  showImage?: ((image: ShownImage) => void) | undefined;
  /** called when hardly anything but a wait remains, so that others have their turn */
  waits?: (() => void) | undefined;
  client?: Client | undefined;
}
