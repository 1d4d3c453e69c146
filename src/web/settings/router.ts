import Router from "@koa/router";
import { showOrganization } from "../../accounts/sessions.js";
import type { WebParts } from "../parts.js";
import { localPath, seeOther } from "../redirect.js";
import { accountRoutes } from "./account/routes.js";
import { apiKeyRoutes } from "./api-keys/routes.js";
import { auditLogRoutes } from "./audit-log/routes.js";
import { channelRoutes } from "./channels/routes.js";
import { connectedAppRoutes } from "./connected-apps/routes.js";
import { memberRoutes } from "./members/routes.js";
import type { PageRequest } from "./page-request.js";
import { securityRoutes } from "./security/routes.js";
import { signedInHandler } from "./signed-in-handler.js";

/** The pages under /settings, for people who are signed in. */
export function settingsRouter(parts: WebParts): Router {
  const router = new Router();
  router.get("/settings", (ctx) => seeOther(ctx, "/settings/account"));
  router.post("/settings/organization", signedInHandler(parts, { subject: "person" }, chooseOrganization));
  accountRoutes(parts, router);
  connectedAppRoutes(parts, router);
  apiKeyRoutes(parts, router);
  memberRoutes(parts, router);
  channelRoutes(parts, router);
  auditLogRoutes(parts, router);
  securityRoutes(parts, router);
  // A form that was sent back with its faults stands under its own address; who asks for that again gets the page.
  router.get("/settings/:page/:form", (ctx) => seeOther(ctx, `/settings/${ctx.params.page}`));
  return router;
}

async function chooseOrganization(request: PageRequest): Promise<void> {
  const { parts, ctx, person } = request;
  const wanted = person.memberships.find((one) => one.organizationId === request.field("organization"));
  if (wanted) await showOrganization(parts.database, person.sessionId, wanted.organizationId);
  seeOther(ctx, localPath(request.field("back")));
}
