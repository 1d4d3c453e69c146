/** A file that was made. */
export interface Made {
  name: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}
