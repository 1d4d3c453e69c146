import { Readable } from "node:stream";
import type Router from "@koa/router";
import { wholeDay } from "../../../domain/calendar/time.js";
import type { WebParts } from "../../parts.js";
import { partOf, startOf } from "../list-part.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { auditCsv } from "./csv.js";
import { readFilter } from "./filter.js";
import { findEvents } from "./find-events.js";
import { AuditLogPage } from "./page.js";
import { auditLogTexts as texts } from "./texts.js";

const path = "/settings/audit-log";
const pageSize = 50;
/** Shown of one event. The export has all. */
const mostChanges = 50;

/** Who changed what, through what, and when. */
export function auditLogRoutes(parts: WebParts, router: Router): void {
  router.get(path, signedInHandler(parts, { permission: "audit:view" }, show));
  router.get(`${path}/export.csv`, signedInHandler(parts, { permission: "audit:view" }, sendCsv));
}

async function show(request: PageRequest): Promise<void> {
  const filter = readFilter(request);
  const start = startOf(request);
  const found = await findEvents(request, filter, start, pageSize + 1, mostChanges);
  const { rows: events, next } = partOf(found, pageSize);
  const people = await memberNames(request);
  request.sendPage(
    texts.title,
    <AuditLogPage {...{ request, filter, events, next, people }} isFirst={start === null} />,
  );
}

async function memberNames(request: PageRequest): Promise<string[]> {
  const members = await request.query<{ name: string }>(
    `select u.name from membership m join user_account u on u.id = m.user_id where m.organization_id = $1 order by u.name limit 200`,
    [request.organizationId],
  );
  return members.map(({ name }) => name);
}

function sendCsv(request: PageRequest): void {
  const { ctx, parts, requestId } = request;
  ctx.attachment(`audit-log-${wholeDay(new Date(), request.organization.timezone)}.csv`);
  ctx.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  ctx.type = "text/csv; charset=utf-8";
  const stream = Readable.from(auditCsv(request, readFilter(request)), { objectMode: false });
  // The answer has begun by then: all that can still be done is to break it off, and to say so.
  stream.on("error", (err) => parts.log.error({ requestId, err }, "an export of the audit log broke off"));
  ctx.body = stream;
}
