import Router from "@koa/router";
import { showOrganization } from "../../accounts/sessions.js";
import type { WebParts } from "../parts.js";
import { localPath, seeOther } from "../redirect.js";
import { accountRoutes } from "./account.js";
import { apiKeyRoutes } from "./api-keys.js";
import { auditLogRoutes } from "./audit-log.js";
import { connectedAppRoutes } from "./connected-apps.js";
import { memberRoutes } from "./members.js";
import { visited } from "./visit.js";

/** The pages under /settings, for people who are signed in. */
export function settingsRouter(parts: WebParts): Router {
  const router = new Router();
  router.get("/settings", (ctx) => seeOther(ctx, "/settings/account"));
  router.post(
    "/settings/organization",
    visited(
      parts,
      null,
      async (visit) => {
        const wanted = visit.person.memberships.find((one) => one.organizationId === visit.field("organization"));
        if (wanted) await showOrganization(parts.database, visit.person.sessionId, wanted.organizationId);
        seeOther(visit.ctx, localPath(visit.field("back")));
      },
      "person",
    ),
  );
  accountRoutes(parts, router);
  connectedAppRoutes(parts, router);
  apiKeyRoutes(parts, router);
  memberRoutes(parts, router);
  auditLogRoutes(parts, router);
  // A form that was sent back with its faults stands under its own address; who asks for that again gets the page.
  router.get("/settings/:page/:form", (ctx) => seeOther(ctx, `/settings/${ctx.params.page}`));
  return router;
}
