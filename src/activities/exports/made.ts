/** A file that was made. */
export interface Made {
  name: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An export that can't be made as it was ordered; the message says in words for its user what to do. */
export class ExportRefused extends Error {}
