import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { UnreadableFile } from "../../formats/unreadable-file.js";
import type { Jobs, Kind, Message, Reading } from "./jobs.js";

// Of the thread alone on Linux, where each thread has a priority of its own.
if (process.platform === "linux") setPriority(10);

/** Each loads its libraries when it is wanted: a thread reads one file. */
const readers: { [K in Kind]: (bytes: Buffer, call: Jobs[K]["call"]) => Promise<Jobs[K]["answer"]> } = {
  async text(bytes, call) {
    const { extractText } = await import("../../formats/texts/extract-text.js");
    return extractText({ ...call, bytes }, call);
  },
  async bill(bytes, call) {
    const { readBill } = await import("../../formats/bills/read-bill.js");
    return readBill(bytes, call);
  },
};

async function read({ kind, call, bytes }: Message): Promise<Reading<Kind>> {
  try {
    return { answer: await readers[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), call as never) };
  } catch (error) {
    // Any other reaches the other thread as the error of this one.
    if (!(error instanceof UnreadableFile)) throw error;
    return { failure: { code: "refused", detail: error.message, refusal: error.code } };
  }
}

parentPort?.once(
  "message",
  (message: Message) => void read(message).then((reading) => parentPort?.postMessage(reading)),
);
