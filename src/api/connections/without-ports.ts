import type { Context, Next } from "koa";

/** An address with the port of its connection: `203.0.113.7:40213`, `[2001:db8::7]:40213`. */
const withPort = /^(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+):\d+)$/i;

/**
 * Takes the port off the client's address, to which some proxies add it (IIS, Azure). With it, each connection would have attempts of its
 * own at keys and passwords.
 */
export function withoutPorts({ request }: Context, next: Next): Promise<void> {
  const [, ip6, ip4] = withPort.exec(request.ip) ?? [];
  request.ip = ip6 ?? ip4 ?? request.ip;
  return next();
}
