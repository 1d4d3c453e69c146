import type { BillFile } from "../../formats/bills/bill-file.js";
import type { ReadBillOptions } from "../../formats/bills/read-bill.js";
import type { FileContent, FileText, TextOptions } from "../../formats/texts/file-text.js";

/** The jobs for which a file can be read: what each takes besides the bytes, and its result. */
export interface Jobs {
  text: { call: Omit<FileContent, "bytes"> & TextOptions; answer: FileText };
  /** `most`: how many characters the answer may have here */
  bill: { call: ReadBillOptions & { most?: number }; answer: BillFile };
}

export type Kind = keyof Jobs;

export interface Message {
  kind: Kind;
  call: Jobs[Kind]["call"];
  bytes: Uint8Array;
}

/** Why a file wasn't read, in a sentence for its sender. `refusal`: a code of `UnreadableFile`; `too_much_here`: it may be read in the lane */
export interface Failure {
  code: "too_large" | "too_slow" | "unreadable" | "refused" | "too_much_here";
  detail: string;
  refusal?: string;
}

export type Reading<K extends Kind> = { answer: Jobs[K]["answer"] } | { failure: Failure };
