import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Context, Next } from "koa";

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
};

/**
 * Sets the headers with which helmet protects answers. They are the same for all, so that it is asked for them once.
 * @param isHttps HSTS only then: a browser that has seen it would refuse a local start over plain http
 */
export function securityHeaders(isHttps: boolean): (ctx: Context, next: Next) => Promise<void> {
  const headers: [name: string, value: string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet({ contentSecurityPolicy, strictTransportSecurity: isHttps })(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    () => undefined,
  );
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
