import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { extractText, type FileContent } from "../../formats/texts/extract-text.js";

// Of the thread alone on Linux, where each thread has a priority of its own.
if (process.platform === "linux") setPriority(10);

parentPort?.once("message", ({ bytes, ...file }: Omit<FileContent, "bytes"> & { bytes: Uint8Array }) => {
  // What it throws reaches the other thread as the error of this one.
  void extractText({ ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }).then((text) =>
    parentPort?.postMessage(text),
  );
});
