import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Context, Next } from "koa";

const latest = new WeakMap<Socket, ServerResponse>();

/**
 * Begins with what a client sends on a connection (pipelines) only once its request before is answered, and never once it has left. Node would
 * begin with all of them at once, and tells nobody that a client left whose answer had not come to its turn: what is held for that answer
 * would be held for good.
 */
export async function oneAfterAnother(ctx: Context, next: Next): Promise<void> {
  const { socket } = ctx.req;
  const before = latest.get(socket);
  latest.set(socket, ctx.res);
  if (before && !before.closed) {
    await new Promise((resolve) => before.once("close", resolve));
    if (socket.destroyed) {
      ctx.respond = false;
      return;
    }
  }
  await next();
}
