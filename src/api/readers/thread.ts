import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { UnreadableFile } from "../../formats/unreadable-file.js";
import type { Jobs, Kind, Message, Reading } from "./jobs.js";

// Of the thread alone on Linux, where each thread has a priority of its own.
if (process.platform === "linux") setPriority(10);

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

async function read({ kind, call, bytes }: Message): Promise<Reading<Kind>> {
  try {
    return { answer: await readers[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), call as never) };
  } catch (error) {
    if (error instanceof TooMuch) return { failure: { code: "too_much_here", detail: "The file holds too much." } };
    // Any other reaches the other thread as the error of this one.
    if (!(error instanceof UnreadableFile)) throw error;
    return { failure: { code: "refused", detail: error.message, refusal: error.code } };
  }
}

parentPort?.once(
  "message",
  (message: Message) => void read(message).then((reading) => parentPort?.postMessage(reading)),
);
