import { once } from "node:events";
import { Readable } from "node:stream";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { FoundFile } from "../../actions/files/find-file.js";
import { ActionError } from "../../domain/errors.js";
import { asciiName } from "../../domain/text/ascii-name.js";
import type { ByteRange } from "../../files/file-store.js";
import type { Files } from "../../files/files.js";
import { endWhereIdle } from "../bodies/send-bytes.js";
import { safeFileName } from "./file-name.js";
import { rangeOf } from "./range.js";

const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/;
/** What a browser would run or draw as a page of ours. */
const isPage = (contentType: string): boolean => /html|xml|svg|javascript|ecmascript/i.test(contentType);

/**
 * Answers with a file or the part of it that was asked for, always as a download.
 * @throws range_not_satisfiable; unavailable where the store can't be reached
 */
export async function sendFile(
  ctx: Context,
  { files, log }: { files: Files; log: Logger },
  file: FoundFile,
): Promise<void> {
  const etag = `"${file.sha256}"`;
  // Not ctx.fresh, which ignores the ETag with "no-cache": Node's fetch always sends both together.
  const clientTags = ctx
    .get("if-none-match")
    .split(",")
    .map((tag) => tag.trim());
  const isThere = clientTags.some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
  const asked = { range: isThere ? "" : ctx.get("range"), ifRange: ctx.get("if-range") };
  const range = rangeOf(asked, etag, file.sizeBytes);
  if (range === "unsatisfiable") throw beyondEnd(file);
  const body = isThere || ctx.method === "HEAD" ? null : await opened(files, file, range);
  const name = safeFileName(file.name);
  ctx.attachment(name, { fallback: asciiName(name) });
  ctx.set({
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (isThere) {
    ctx.status = 304;
    return;
  }
  ctx.status = range ? 206 : 200;
  if (range) ctx.set("Content-Range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  const isTold = mediaType.test(file.contentType) && !isPage(file.contentType);
  ctx.set("Content-Type", isTold ? file.contentType : "application/octet-stream");
  if (body) {
    body.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE")
        log.warn({ requestId: ctx.state.requestId, err: error }, "file sent in part");
    });
    ctx.body = body;
    endWhereIdle(ctx);
  }
  ctx.length = range ? range.end - range.start + 1 : file.sizeBytes;
}

/** A file's bytes as soon as the first have come: until then a store that can't be reached is an answer with a status. */
async function opened(files: Files, { organizationId, id }: FoundFile, range?: ByteRange): Promise<Readable> {
  const body = Readable.from(files.open(organizationId, id, range), { objectMode: false });
  await once(body, "readable");
  return body;
}

const beyondEnd = ({ sizeBytes }: FoundFile): ActionError =>
  new ActionError(
    "range_not_satisfiable",
    `The range begins beyond the end of the file, which has ${sizeBytes} bytes.`,
    {
      headers: { "Content-Range": `bytes */${sizeBytes}` },
      italian: `L'intervallo richiesto comincia oltre la fine del file, che ha ${sizeBytes} byte.`,
    },
  );
