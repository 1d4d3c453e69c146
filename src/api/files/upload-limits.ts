import type { Config } from "../../config.js";
import { ActionError } from "../../domain/errors.js";
import { megabyte } from "../../domain/sizes.js";
import { sniffPriceList } from "../../formats/price-lists/sniff-price-list.js";
import { UnreadableFile } from "../../formats/unreadable-file.js";

export type UploadLimits = Pick<Config, "MAX_FILE_MB" | "MAX_PRICE_LIST_MB">;

/** of a text, in which a table's headings stand */
const headChars = 8_000;

/** Of any file: price lists are larger than what else is uploaded. */
export const mostBytes = ({ MAX_FILE_MB, MAX_PRICE_LIST_MB }: UploadLimits): number =>
  Math.max(MAX_FILE_MB, MAX_PRICE_LIST_MB) * megabyte;

/** For a file that is larger than any may be, or than its kind may be. */
export const tooLarge = ({ MAX_FILE_MB, MAX_PRICE_LIST_MB }: UploadLimits) =>
  new ActionError(
    "too_large",
    `The file is larger than this installation allows: ${MAX_FILE_MB} MB, or ${MAX_PRICE_LIST_MB} MB for a price list.`,
  );

/** Whether a text is a table: one of its first lines has several columns. */
const hasColumns = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, headChars))
    .toString("latin1")
    .split("\n")
    .slice(0, -1)
    .some((line) => line.split(/[;,|\t]/).length > 2);

/** How large a file may be that begins with these bytes. */
export function limitOf(head: Uint8Array, limits: UploadLimits): number {
  try {
    const isTable = sniffPriceList(head) !== "text" || hasColumns(head);
    return isTable ? mostBytes(limits) : limits.MAX_FILE_MB * megabyte;
  } catch (error) {
    if (error instanceof UnreadableFile) return limits.MAX_FILE_MB * megabyte;
    throw error;
  }
}
