import type Router from "@koa/router";
import { actionsOfKind, securityKinds } from "../../../accounts/security/security-actions.js";
import type { WebParts } from "../../parts.js";
import { partOf, startOf } from "../list-part.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { type SecurityEventRow, SecurityPage } from "./page.js";
import { securityTexts as texts } from "./texts.js";

const pageSize = 50;

/** Who signed in or was refused, and what happened to accounts, keys and apps. */
export function securityRoutes(parts: WebParts, router: Router): void {
  router.get("/settings/security", signedInHandler(parts, { permission: "audit:view" }, show));
}

async function show(request: PageRequest): Promise<void> {
  const kind = securityKinds.find((known) => known === request.ctx.query.kind) ?? null;
  const start = startOf(request);
  const found = await request.query<SecurityEventRow>(
    `select e.id, e.at, e.times, e.action, e.route, e.reason, e.about, e.address, e.key_id is not null and e.user_id is null as "isOrganization",
       u.name as "userName", k.name as "keyName", c.client_name as "appName", c.grant_id is not null as "isApp"
     from security_event e
     left join connection c on c.grant_id = e.connection_id
     left join user_account u on u.id = coalesce(e.user_id, c.user_id)
     left join api_key k on k.id = e.key_id and k.organization_id = e.organization_id
     where e.organization_id = $1 and ($2::uuid is null or e.id < $2) and ($3::text[] is null or e.action = any($3))
     order by e.id desc limit $4`,
    [request.organizationId, start, kind && actionsOfKind(kind), pageSize + 1],
  );
  const { rows: events, next } = partOf(found, pageSize);
  // What was counted for a while is shown at its last time.
  events.sort((a, b) => b.at.getTime() - a.at.getTime());
  request.sendPage(texts.title, <SecurityPage {...{ request, events, kind, next }} isFirst={start === null} />);
}
