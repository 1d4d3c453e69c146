import { Readable } from "node:stream";
import Router from "@koa/router";
import type { Logger } from "pino";
import type { Queries } from "../../db/database.js";
import type { Authenticate } from "../authenticate.js";
import { safeFileName } from "./file-name.js";
import { type FoundFile, findFile } from "./find-file.js";

const chunkBytes = 1024 * 1024;
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/;

interface FilesParts {
  authenticate: Authenticate;
  database: Queries;
  log: Logger;
}

/** `GET /api/rest/files/{fileId}`: a stored file of the caller's organization, always as a download. */
export function filesRouter({ authenticate, database, log }: FilesParts): Router {
  const router = new Router();
  router.get("/api/rest/files/:fileId", async (ctx) => {
    const caller = await authenticate(ctx, "rest");
    const file = await findFile(database, caller, ctx.params.fileId ?? "");
    const etag = `"${file.sha256}"`;
    ctx.attachment(safeFileName(file.name));
    ctx.set({
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, no-cache",
      ETag: etag,
    });
    // Not ctx.fresh, which ignores the ETag with "no-cache": Node's fetch always sends both together.
    const clientTags = ctx.get("if-none-match").split(/\s*,\s*/);
    if (clientTags.includes(etag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.set("Content-Type", mediaType.test(file.contentType) ? file.contentType : "application/octet-stream");
    if (ctx.method !== "HEAD") {
      const body = Readable.from(chunksOf(database, caller.organizationId, file), { objectMode: false });
      body.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ERR_STREAM_PREMATURE_CLOSE")
          log.warn({ requestId: ctx.state.requestId, err: error }, "file sent in part");
      });
      ctx.body = body;
    }
    ctx.length = file.sizeBytes;
  });
  return router;
}

/** A file's bytes, read in chunks, so that no request holds a whole file in memory. */
async function* chunksOf(queries: Queries, organizationId: string, file: FoundFile): AsyncGenerator<Buffer> {
  for (let start = 1; start <= file.sizeBytes; start += chunkBytes) {
    const [row] = await queries.query<{ chunk: Buffer }>(
      "select substring(content from $3 for $4) as chunk from stored_file where organization_id = $1 and id = $2",
      [organizationId, file.id, start, chunkBytes],
    );
    // The header has announced the length: a shorter answer could pass for the whole file.
    if (!row) throw new Error(`stored file ${file.id} was deleted while it was sent`);
    yield row.chunk;
  }
}
