import { BytesMissing } from "../files/file-store.js";
import type { Files } from "../files/files.js";
import { HandOverError } from "./hand-over-error.js";
import type { FailureWords } from "./italian-failures.js";

/** The bytes of one attachment. @throws HandOverError, refused, if they are gone */
export async function attachmentBytes(files: Files, organizationId: string, fileId: string): Promise<Buffer> {
  try {
    return await files.read(organizationId, fileId);
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
    throw new HandOverError("refused", "an attachment isn't stored any more" satisfies FailureWords);
  }
}
