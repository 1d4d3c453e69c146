import type Router from "@koa/router";
import { disconnect } from "../../../accounts/connections.js";
import { notFound } from "../../../domain/errors.js";
import type { WebParts } from "../../parts.js";
import { seeOther } from "../../redirect.js";
import { partOf } from "../list-part.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { type ConnectedApp, ConnectedAppsPage } from "./page.js";
import { connectedAppTexts as texts } from "./texts.js";

const path = "/settings/connected-apps";
const pageSize = 50;

/** The apps that a person has allowed to act in their name, in whichever organization. */
export function connectedAppRoutes(parts: WebParts, router: Router): void {
  router.get(path, signedInHandler(parts, { subject: "person" }, show));
  router.post(`${path}/disconnect`, signedInHandler(parts, { subject: "person" }, disconnectApp));
}

async function show(request: PageRequest): Promise<void> {
  const before = String(request.ctx.query.before ?? "");
  const start = /^[\w-]{1,64}$/.test(before) ? before : "";
  const found = await request.query<ConnectedApp>(
    `select c.grant_id as id, c.client_name as "clientName", c.redirect_host as "redirectHost", c.mode, o.name as organization,
       c.created_at as "createdAt", c.last_used_at as "lastUsedAt"
     from connection c join organization o on o.id = c.organization_id
     where c.user_id = $1 and c.revoked_at is null and ($2 = '' or (c.created_at, c.grant_id) <
       (select p.created_at, p.grant_id from connection p where p.user_id = $1 and p.grant_id = $2))
     order by c.created_at desc, c.grant_id desc limit $3`,
    [request.person.userId, start, pageSize + 1],
  );
  // Where nothing follows, by now or ever: from the beginning.
  if (found.length === 0 && start !== "") return seeOther(request.ctx, path);
  const { rows: apps, next } = partOf(found, pageSize);
  request.sendPage(texts.title, <ConnectedAppsPage request={request} apps={apps} next={next} />);
}

async function disconnectApp(request: PageRequest): Promise<void> {
  const grantId = request.field("connection");
  const isMine = await disconnect(request.parts.database, request.person.userId, grantId, request.requestId);
  if (!isMine) throw notFound("connection", grantId);
  request.noteSecurity("disconnect_app", { connectionId: grantId });
  request.redirectWithNotice(path, "disconnected");
}
