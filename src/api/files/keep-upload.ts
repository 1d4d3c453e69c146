import type { Context } from "koa";
import type { Execute } from "../../actions/execution.js";
import { uploadFile } from "../../actions/files/upload-file.js";
import { idempotencyOf } from "../../actions/idempotency.js";
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

/** Makes a file of bytes that have arrived, and answers with it; where that is refused, or was done before, they go again. */
export async function keepUpload(
  ctx: Context,
  { files, execute }: { files: Files; execute: Execute },
  caller: Caller,
  { kept, declaredType, projectId, linkId, ...upload }: Upload,
): Promise<void> {
  const { id, sizeBytes, sha256, head } = kept;
  const name = fileName(upload.name);
  const contentType = await contentTypeOf(head, declaredType, name);
  const same = { name, contentType, ...(projectId === undefined ? {} : { projectId }) };
  let isNew = false;
  try {
    const key = ctx.req.headers["idempotency-key"]?.toString();
    const asked = Buffer.from(JSON.stringify({ ...same, sha256 }));
    const { result, replayed } = await execute({
      action: uploadFile,
      caller,
      body: { ...same, kept: { id, sizeBytes, sha256 }, ...(linkId === undefined ? {} : { linkId }) },
      requestId: ctx.state.requestId,
      idempotency: idempotencyOf(key, caller, uploadFile.name, asked),
    });
    isNew = !replayed;
    if (replayed) ctx.set("Idempotency-Replayed", "true");
    ctx.body = { result };
  } finally {
    if (!isNew) await files.discard(caller.organizationId, id);
  }
}
