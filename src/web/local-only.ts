import type { Context, Next } from "koa";
import { type Config, isLoopbackHost, servesThisMachineOnly } from "../config.js";

const loopbackPeer = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

type Addresses = Pick<Config, "BASE_URL" | "TRUST_PROXY">;

/**
 * Whether a request may see what is meant for this machine alone. The installation must serve nobody else, whatever the request says of
 * itself: a proxy on this machine can be made to say anything. And the request must come from a program on this machine that asked for
 * this machine: not through a proxy, whose peer is local whoever asks, and not under a foreign name that was made to resolve to a
 * loopback address (DNS rebinding).
 */
export const isLocal = (config: Addresses, { req }: Pick<Context, "req">): boolean =>
  servesThisMachineOnly(config) &&
  loopbackPeer.test(req.socket.remoteAddress ?? "") &&
  isLoopbackHost(req.headers.host ?? "") &&
  proxyHeaders.every((name) => req.headers[name] === undefined);

/** To all others these pages don't exist. */
export const localOnly = (config: Addresses) => async (ctx: Context, next: Next) => {
  if (isLocal(config, ctx)) await next();
};
