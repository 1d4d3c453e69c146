import { PassThrough, type Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "koa";
import { ActionError, invalidAt } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import type { Bytes } from "../../files/file-store.js";
import type { Files, KeptBytes } from "../../files/files.js";
import type { BytesInFlight, Share } from "../bodies/bytes-in-flight.js";
import { discardRest } from "../bodies/receive-body.js";
import { limitOf, mostBytes, tooLarge, type UploadLimits } from "./upload-limits.js";

/** How much of an upload is held in memory, regardless of its size. */
const heldBytes = { database: megabyte, s3: 16 * megabyte };
/** of a form beside the file: its boundaries, headers and fields */
const formBytes = 64 * 1024;

export interface ReceiveParts {
  files: Files;
  inFlight: BytesInFlight;
  config: UploadLimits & { FILE_STORE: keyof typeof heldBytes };
}

export interface Received {
  kept: KeptBytes;
  /** as the sender says */
  name: string;
  declaredType: string;
  fields: ReadonlyMap<string, string>;
}

/** Takes what arrives, and ends the request's body where it is refused. @throws too_large, rate_limited, unavailable, and what `receive` does */
async function taking<T>(
  ctx: Context,
  { inFlight, config }: ReceiveParts,
  caller: Caller,
  receive: (share: Share) => Promise<T>,
): Promise<T> {
  const share = inFlight.open(caller);
  try {
    if (announcedBytes(ctx) > mostBytes(config) + formBytes) throw tooLarge(config);
    share.add(heldBytes[config.FILE_STORE]);
    return await receive(share);
  } catch (error) {
    await discardRest(ctx.req, share);
    ctx.set("Connection", "close");
    throw error;
  } finally {
    share.release();
  }
}

/** What a body announces as its size; 0 where it doesn't. */
const announcedBytes = (ctx: Context): number => Number(ctx.get("content-length"));
const fault = (detail: string, pointer = "") => invalidAt(pointer, detail);
const cutOff = () => fault("the body did not arrive whole");

/** A fast sender is slowed down, so that others have their turn. @param announced how many bytes come, as far as is known */
async function* paced(
  content: Bytes,
  share: Share,
  limits: UploadLimits,
  announced: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  let limit = 0;
  try {
    for await (const chunk of content) {
      limit ||= limitOf(chunk, limits);
      sizeBytes += chunk.length;
      if (Math.max(sizeBytes, announced - formBytes) > limit) throw tooLarge(limits);
      yield chunk;
      await setTimeout(share.pauseMs(chunk.length));
    }
  } catch (error) {
    // Any other failure is of the stream: its sender has left, or its form ends before it does.
    throw error instanceof ActionError ? error : cutOff();
  }
}

/** Whether the bytes that arrive are not the file's own: kept as they come, they would be no such file. */
const isEncoded = (ctx: Context): boolean => !["", "identity"].includes(ctx.get("content-encoding").toLowerCase());

/**
 * Keeps the bytes of a body as one file.
 * @throws unsupported_media_type, too_large; invalid_input if it is cut off, or says that it is a part
 */
export function receiveBytes(ctx: Context, parts: ReceiveParts, caller: Caller, id: string): Promise<KeptBytes> {
  // A client that sends a file in parts would believe that all of it is kept.
  if (ctx.get("content-range")) throw fault("is a part of a file by its Content-Range; send the whole file at once");
  if (isEncoded(ctx))
    throw new ActionError(
      "unsupported_media_type",
      "Send the bytes of the file as they are, without content-encoding.",
    );
  return taking(ctx, parts, caller, async (share) => {
    // Through a pipe, since a body that is read otherwise counts as one that nobody reads (src/api/connections/arrival.ts).
    const body = ctx.req.pipe(new PassThrough());
    // Whoever reads it is told; where the bytes are refused, nobody does.
    body.on("error", () => undefined);
    ctx.req.once("close", () => {
      if (!ctx.req.complete) body.destroy(cutOff());
    });
    try {
      return await parts.files.put(caller.organizationId, paced(body, share, parts.config, announcedBytes(ctx)), id);
    } finally {
      ctx.req.unpipe(body);
    }
  });
}

/**
 * Keeps the part `file` of a multipart form as it arrives, and collects the form's fields.
 * @param fieldNames the only ones that it may have
 * @throws unsupported_media_type, too_large; invalid_input for a form that is cut off, malformed, without a file or with further parts
 */
export function receiveForm(
  ctx: Context,
  parts: ReceiveParts,
  caller: Caller,
  fieldNames: readonly string[],
): Promise<Received> {
  if (ctx.request.type.toLowerCase() !== "multipart/form-data" || isEncoded(ctx))
    throw new ActionError("unsupported_media_type", "Send the file as multipart/form-data, in a part named file.");
  return taking(ctx, parts, caller, async (share) => {
    const form = parserOf(ctx);
    const fields = new Map<string, string>();
    let file: { stream: Readable; name: string; declaredType: string; kept: Promise<KeptBytes> } | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        form.on("file", (part, stream, name, _encoding, declaredType) => {
          // Whoever reads it is told.
          stream.on("error", () => undefined);
          if (part !== "file" || file) {
            stream.resume();
            return reject(fault(file ? "there must be exactly one file" : "is not a part of this form", `/${part}`));
          }
          const kept = parts.files.put(caller.organizationId, paced(stream, share, parts.config, announcedBytes(ctx)));
          file = { stream, name: name ?? "", declaredType, kept };
          kept.catch(reject);
        });
        form.on("field", (field, value, _nameIsCut, isCut) => {
          if (!fieldNames.includes(field) || isCut || fields.has(field))
            reject(fault("is not a field of this form, or there twice, or too long", `/${field}`));
          fields.set(field, value);
        });
        for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
          form.on(limit, () => reject(fault("the form has more parts than a file and its fields")));
        form.on("error", () => reject(fault("the form is malformed")));
        form.on("finish", resolve);
        ctx.req.once("close", () => {
          if (!ctx.req.complete) reject(cutOff());
        });
        ctx.req.pipe(form);
      });
      if (!file) throw fault("must be sent", "/file");
      return { kept: await file.kept, name: file.name, declaredType: file.declaredType, fields };
    } catch (error) {
      ctx.req.unpipe(form);
      file?.stream.destroy(cutOff());
      const kept = await file?.kept.catch(() => undefined);
      if (kept) await parts.files.discard(caller.organizationId, kept.id);
      throw error;
    }
  });
}

function parserOf(ctx: Context): BusboyInstance {
  try {
    return new Busboy({
      headers: ctx.headers as BusboyHeaders,
      limits: { files: 1, fields: 5, parts: 6, fieldSize: 5_000, headerPairs: 20, headerSize: 16 * 1024 },
      isPartAFile: (part, _type, name) => part === "file" || name !== undefined,
    });
  } catch {
    throw fault("the content-type names no boundary of the form's parts");
  }
}
