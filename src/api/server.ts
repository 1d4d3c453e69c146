import type { RequestListener } from "node:http";
import type { ConnectionLike } from "@temporalio/client";
import Koa from "koa";
import type { Logger } from "pino";
import type { Execute } from "../actions/dispatch/execution.js";
import { metricsPort } from "../config.js";
import type { Files } from "../files/files.js";
import { homeRouter } from "../web/home.js";
import { mailboxRouter } from "../web/mailbox/router.js";
import type { WebParts } from "../web/parts.js";
import { settingsRouter } from "../web/settings/router.js";
import { signInRouter } from "../web/sign-in/router.js";
import { BytesInFlight } from "./bodies/bytes-in-flight.js";
import { createAuthenticator } from "./callers/authenticate.js";
import { inLargerPieces } from "./connections/larger-pieces.js";
import { oneAfterAnother } from "./connections/one-after-another.js";
import { withoutPorts } from "./connections/without-ports.js";
import { docsRouter } from "./docs.js";
import { handleFailures } from "./failures.js";
import { fileLinksRouter } from "./files/links-router.js";
import { filesRouter } from "./files/router.js";
import { healthRouter } from "./health.js";
import { createAnswers } from "./lane/answers.js";
import type { Lane } from "./lane/lane.js";
import { mcpRouter } from "./mcp/router.js";
import { measureRequests } from "./metrics/requests.js";
import { metricsRouter } from "./metrics/router.js";
import { interactionRouter } from "./oauth/interaction.js";
import { oauthMiddleware } from "./oauth/mount.js";
import type { OAuthServer } from "./oauth/server.js";
import { restRouter } from "./rest/router.js";
import { securityHeaders } from "./security-headers.js";
import { traceRequests } from "./trace-requests.js";
import { Turns } from "./turns.js";
import { webhooksRouter } from "./webhooks/router.js";

/**
 * A key or connection that sends a hundred requests at once has 32 of them served at a time while nobody else asks, and one as soon as
 * somebody does; the others wait, and leave the turns of the event loop and the connections to Postgres to others. Fewer would leave both
 * idle while a commit is written to the disk, and commits that come together share one.
 */
const turnsOfStrangers = { atOnce: Number.POSITIVE_INFINITY, ofOne: 4, waiting: 10_000, waitingOfOne: 1_000 };
const turnsOfCallers = { ...turnsOfStrangers, ofOne: 32, ofOneBesideOthers: 1 };

export interface ApiParts extends WebParts {
  oauth: OAuthServer;
  files: Files;
  /** connects at its first use */
  temporal: ConnectionLike;
  /** takes a line for each request; unset: `log` does */
  accessLog?: Logger;
  /** refuses what would keep other requests waiting */
  execute: Execute;
  /** carries that out instead */
  lane: Lane;
}

/** Answers requests, with everything that is mounted. */
export function createHandler(parts: ApiParts): RequestListener {
  const { config, database, log, security } = parts;
  // Separate from the turns of callers: an unknown sender may send somebody else's id in place of a key.
  const strangers = new Turns(turnsOfStrangers);
  const answersInFlight = new BytesInFlight();
  const callable = {
    ...parts,
    ...createAnswers({ ...parts, turns: new Turns(turnsOfCallers), answersInFlight }),
    ...createAuthenticator({ ...parts, strangers }),
    inFlight: new BytesInFlight(),
    answersInFlight,
  };
  const koa = new Koa({ proxy: config.TRUST_PROXY > 0, maxIpsCount: config.TRUST_PROXY });
  koa.silent = true;
  if (koa.proxy) koa.use(withoutPorts);
  koa.use(measureRequests(parts.accessLog ?? log));
  koa.use(traceRequests);
  koa.use(handleFailures(log, security));
  koa.use(securityHeaders(config.BASE_URL.startsWith("https:")));
  // The most used routes come first.
  for (const router of [restRouter(callable), mcpRouter(callable)]) koa.use(router.routes());
  koa.use(oauthMiddleware(parts));
  const routers = [
    healthRouter(parts),
    ...(metricsPort(config) === config.PORT ? [metricsRouter(database)] : []),
    filesRouter(callable),
    fileLinksRouter(callable),
    webhooksRouter(callable),
    docsRouter(config.BASE_URL),
    homeRouter(parts),
    signInRouter(parts),
    settingsRouter(parts),
    interactionRouter(parts),
    ...(config.MAILBOX_SMTP_PORT === undefined ? [] : [mailboxRouter(callable)]),
  ];
  for (const router of routers) koa.use(router.routes());
  return oneAfterAnother(inLargerPieces(koa.callback()));
}
