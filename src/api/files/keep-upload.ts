import type { Context } from "koa";
import { callerNow } from "../../accounts/callers/caller-now.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import { idempotencyOf } from "../../actions/dispatch/idempotency.js";
import { uploadFile } from "../../actions/files/upload-file.js";
import type { Queries } from "../../db/database.js";
import { isRefusal } from "../../db/sending/run-statements.js";
import { ActionError } from "../../domain/errors.js";
import { fileName } from "../../domain/files.js";
import type { Caller } from "../../domain/permissions.js";
import { contentTypeOf } from "../../files/content-type.js";
import type { Files, KeptBytes } from "../../files/files.js";

interface Upload {
  kept: KeptBytes;
  name: string;
  declaredType: string;
  projectId?: string | undefined;
  linkId?: string;
}

/**
 * Makes a file of bytes that have arrived, and answers with it; where that is refused, or was done before, they go again.
 * @param caller as they were when the first byte arrived, which may be minutes ago @throws unauthenticated if their key or connection has ended since
 */
export async function keepUpload(
  ctx: Context,
  { files, execute, database }: { files: Files; execute: Execute; database: Queries },
  caller: Caller,
  { kept, declaredType, projectId, linkId, ...upload }: Upload,
): Promise<void> {
  const { id, sizeBytes, sha256, head } = kept;
  const name = fileName(upload.name);
  const contentType = await contentTypeOf(head, declaredType, name);
  const same = { name, contentType, ...(projectId === undefined ? {} : { projectId }) };
  const discard = () => files.discard(caller.organizationId, id);
  const makeFile = async () => {
    const now = await callerNow(database, caller);
    if (!now)
      throw new ActionError(
        "unauthenticated",
        "The key or connection was revoked in the meantime; the file was not stored.",
      );
    const key = ctx.req.headers["idempotency-key"]?.toString();
    const asked = Buffer.from(JSON.stringify({ ...same, sha256 }));
    return execute({
      action: uploadFile,
      caller: now,
      body: { ...same, kept: { id, sizeBytes, sha256 }, ...(linkId === undefined ? {} : { linkId }) },
      requestId: ctx.state.requestId,
      idempotency: idempotencyOf(key, caller, uploadFile.name, asked),
    });
  };
  const { result, replayed } = await makeFile().catch(async (error: unknown) => {
    // After any other failure the file may have its row, with bytes that nobody has any more; else the sweep removes them.
    if (error instanceof ActionError || isRefusal(error)) await discard();
    throw error;
  });
  if (replayed) {
    ctx.set("Idempotency-Replayed", "true");
    await discard();
  }
  ctx.body = { result };
}
