import { Readable } from "node:stream";
import type { Context } from "koa";
import { onceClosed } from "../connections/once-closed.js";
import { bytesOf } from "./body.js";
import type { Share } from "./bytes-in-flight.js";
import { freeBytes } from "./free-bytes.js";

const pieceBytes = 256 * 1024;

const idleMs = 60_000;

/** Ends an answer if the client reads nothing of it for a minute: the client is gone, and the bytes would be held for good. */
export function endWhereIdle(ctx: Context): void {
  // Node ends a connection that is idle for this long, and sets its own timeout again for the next request.
  ctx.req.socket.setTimeout(idleMs);
}

/**
 * Answers with bytes that nobody else has: in pieces, so that other requests have their turns between them. They are freed afterwards.
 * @param share counts them until the client has them
 */
export function sendBytes(ctx: Context, bytes: Uint8Array<ArrayBuffer>, share: Share): void {
  share.keep(bytes.length);
  endWhereIdle(ctx);
  ctx.body = Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: pieceBytes });
  ctx.length = bytes.length;
  // With those of Koa's pipeline there are eleven, each of which waits for one answer's end; Node warns of more than ten.
  ctx.res.setMaxListeners(20);
  onceClosed(ctx.res, () => {
    share.release();
    freeBytes(bytes);
  });
}

function* piecesOf(bytes: Uint8Array<ArrayBuffer>): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(pieceBytes, bytes.length - from));
}

/** Answers with bytes that others are answered with too: all at once, without a copy. */
export function sendShared(ctx: Context, pieces: readonly Buffer[]): void {
  ctx.status = 200;
  ctx.respond = false;
  ctx.length = bytesOf(pieces);
  for (const piece of pieces) ctx.res.write(piece);
  ctx.res.end();
}
