import type { Signer } from "../signed/cades.js";

/** Something that the reader of a text should know: what is missing from it, or was left out. */
export interface TextWarning {
  /** stable, for programs */
  code: string;
  detail: string;
}

/** What a file says to who reads texts. */
export interface FileText {
  /** `none`: nothing in it can be read; the warnings say why */
  kind: "text" | "image" | "none";
  /** found in the content, e.g. application/pdf */
  contentType: string;
  text: string;
  warnings: TextWarning[];
  /** of a signed file, outermost first */
  signers?: Signer[];
}

/** What is wanted of a file: `html` of mails and pages their HTML, made safe to show; unset: the text. */
export interface TextOptions {
  form?: "html" | undefined;
}

/** A file's content and what it calls itself. Neither name nor type is believed; they help where the content doesn't tell. */
export interface FileContent {
  bytes: Buffer;
  name: string;
  contentType: string;
}
