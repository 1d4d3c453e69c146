import { UnreadableFile } from "../../formats/unreadable-file.js";
import type { Jobs, Kind, Message, Reading } from "./jobs.js";

/** A file may say one text once for many lines, each of which has it in the answer. */
const maxBillSize = 48_000_000;

/** More than the answer may have where it was asked for. */
class TooMuch extends Error {}

/** Each loads its libraries when it is wanted: a thread reads one file. */
const readers: { [K in Kind]: (bytes: Buffer, call: Jobs[K]["call"]) => Promise<Jobs[K]["answer"]> } = {
  async text(bytes, call) {
    const { extractText } = await import("../../formats/texts/extract-text.js");
    return extractText({ ...call, bytes }, call);
  },
  async bill(bytes, { most = Number.POSITIVE_INFINITY, ...options }) {
    const { readBill } = await import("../../formats/bills/read-bill.js");
    const { billSize } = await import("../../formats/bills/bill-size.js");
    const read = await readBill(bytes, options);
    const size = billSize(read.nodes);
    if (size > maxBillSize)
      throw new UnreadableFile("too_large", "The texts of the bill's lines are too long in all. Split it.");
    if (size > most) throw new TooMuch();
    return read;
  },
};

/**
 * Reads a file, without any limit of time or memory.
 * @throws what is no fault of the file's that has words of its own
 */
export async function readFile({ kind, call, bytes }: Message): Promise<Reading<Kind>> {
  try {
    return { answer: await readers[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), call as never) };
  } catch (error) {
    if (error instanceof TooMuch) return { failure: { code: "too_much_here", detail: "The file holds too much." } };
    // Any other reaches the other thread as the error of this one.
    if (!(error instanceof UnreadableFile)) throw error;
    return { failure: { code: "refused", detail: error.message, refusal: error.code } };
  }
}
