import type { BillFile } from "../../formats/bills/bill-file.js";
import type { ReadBillOptions } from "../../formats/bills/read-bill.js";
import type { FileContent, FileText, TextOptions } from "../../formats/texts/extract-text.js";

/** What a file can be read for, beside its bytes, and what comes of it. */
export interface Jobs {
  text: { call: Omit<FileContent, "bytes"> & TextOptions; answer: FileText };
  bill: { call: ReadBillOptions; answer: BillFile };
}

export type Kind = keyof Jobs;

export interface Message {
  kind: Kind;
  call: Jobs[Kind]["call"];
  bytes: Uint8Array;
}

/** Why a file wasn't read, in a sentence for its sender. `refusal`: a code of `UnreadableFile` */
export interface Failure {
  code: "too_large" | "too_slow" | "unreadable" | "refused";
  detail: string;
  refusal?: string;
}

export type Reading<K extends Kind> = { answer: Jobs[K]["answer"] } | { failure: Failure };
