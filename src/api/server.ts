import Koa from "koa";
import helmet from "koa-helmet";
import { poolOf } from "../db/data-source.js";
import type { App } from "./app.js";
import { docsRouter } from "./docs.js";
import { failures } from "./failures.js";
import { filesRouter } from "./files/router.js";
import { healthRouter } from "./health.js";
import { mcpRouter } from "./mcp.js";
import { measured } from "./metrics.js";
import { interactionRouter } from "./oauth/interaction.js";
import { oauth } from "./oauth/mount.js";
import { homeRouter } from "./pages/home.js";
import { mailboxRouter } from "./pages/mailbox.js";
import { restRouter } from "./rest.js";
import { settingsRouter } from "./settings/router.js";
import { signInRouter } from "./sign-in/router.js";

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

/** The Koa application, everything mounted in one list. */
export function createServer(app: App): Koa {
  const koa = new Koa({ proxy: app.config.TRUST_PROXY > 0, maxIpsCount: app.config.TRUST_PROXY });
  koa.silent = true;
  koa.use(measured);
  koa.use(failures(app.log));
  // Over plain HTTP a browser told to insist on TLS would no longer find a local start.
  koa.use(helmet({ contentSecurityPolicy, strictTransportSecurity: app.config.BASE_URL.startsWith("https:") }));
  koa.use(oauth(app));
  const routers = [
    healthRouter(app),
    restRouter(app),
    mcpRouter(app),
    filesRouter(app),
    docsRouter(app.config.BASE_URL),
    homeRouter(app),
    signInRouter(app),
    settingsRouter(app),
    interactionRouter(app),
    ...(app.config.MAILBOX_SMTP_PORT === undefined ? [] : [mailboxRouter(poolOf(app.dataSource))]),
  ];
  for (const router of routers) koa.use(router.routes());
  return koa;
}
