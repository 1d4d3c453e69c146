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

type Header = [name: string, value: string];

/** What programs are answered with: data, which no browser shows as a page, so that the rest would only be sent for nothing. */
const isForPrograms = (path: string): boolean => path.startsWith("/api/rest/actions/") || path === "/api/mcp";
const ofData = new Set(["X-Content-Type-Options", "X-Frame-Options", "Strict-Transport-Security"]);
const noContent: Header = ["Content-Security-Policy", "default-src 'none';frame-ancestors 'none'"];

/**
 * Sets the headers with which helmet protects answers: all of them on pages, and on data what OWASP names for REST services. They are the
 * same for all requests, so that helmet is asked once.
 * @param isHttps HSTS only then: a browser that has seen it would refuse a local start over plain http
 */
export function securityHeaders(isHttps: boolean): (ctx: Context, next: Next) => Promise<void> {
  const ofPages: Header[] = [];
  const response = {
    setHeader: (name: string, value: string) => ofPages.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet({ contentSecurityPolicy, strictTransportSecurity: isHttps })(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    () => undefined,
  );
  const ofPrograms = [...ofPages.filter(([name]) => ofData.has(name)), noContent];
  return (ctx, next) => {
    for (const [name, value] of isForPrograms(ctx.path) ? ofPrograms : ofPages) ctx.res.setHeader(name, value);
    return next();
  };
}
