import type { Context, Next } from "koa";

const loopbackPeer = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/**
 * Whether a request comes from a program on this machine that asked for this machine: not through a proxy, whose peer is local
 * whoever asks, and not under a foreign name that was made to resolve to a loopback address (DNS rebinding).
 */
export const isLocal = ({ req }: Pick<Context, "req">): boolean =>
  loopbackPeer.test(req.socket.remoteAddress ?? "") &&
  loopbackHost.test(req.headers.host ?? "") &&
  proxyHeaders.every((name) => req.headers[name] === undefined);

/** To all others these pages don't exist. */
export async function localOnly(ctx: Context, next: Next): Promise<void> {
  if (isLocal(ctx)) await next();
}
