import { Readable } from "node:stream";
import type Router from "@koa/router";
import { isId } from "../../domain/ids.js";
import type { WebParts } from "../parts.js";
import { auditCsv } from "./audit-csv.js";
import { AuditLogPage } from "./audit-log-page.js";
import { auditLogTexts as texts } from "./audit-log-texts.js";
import { type AuditFilter, findEvents } from "./audit-query.js";
import { vias } from "./audit-told.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/audit-log";
const pageSize = 50;

/** Who changed what, through what, and when. */
export function auditLogRoutes(parts: WebParts, router: Router): void {
  router.get(
    here,
    visited(parts, "audit:view", async (visit) => {
      const filter = filterOf(visit);
      const before = String(visit.ctx.query.before ?? "");
      const start = isId(before) ? before : null;
      const events = await findEvents(visit, filter, start, pageSize + 1);
      const people = await visit.rows<{ name: string }>(
        `select u.name from membership m join user_account u on u.id = m.user_id where m.organization_id = $1 order by u.name limit 200`,
        [visit.firm.organizationId],
      );
      const shown = events.slice(0, pageSize);
      const next = events.length > pageSize ? (shown.at(-1)?.id ?? null) : null;
      const props = {
        visit,
        filter,
        events: shown,
        isFirst: start === null,
        next,
        people: people.map(({ name }) => name),
      };
      visit.send(texts.title, <AuditLogPage {...props} />);
    }),
  );

  router.get(
    `${here}/export.csv`,
    visited(parts, "audit:view", (visit) => {
      const { ctx } = visit;
      ctx.type = "text/csv; charset=utf-8";
      ctx.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
      ctx.attachment(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
      ctx.type = "text/csv; charset=utf-8";
      const stream = Readable.from(auditCsv(visit, filterOf(visit)), { objectMode: false });
      // The answer has begun by then: all that can still be done is to break it off, and to say so.
      stream.on("error", (err) =>
        parts.log.error({ requestId: visit.requestId, err }, "an export of the audit log broke off"),
      );
      ctx.body = stream;
    }),
  );
}

function filterOf({ ctx }: Visit): AuditFilter {
  // NUL is no character of any name, and Postgres takes none.
  const given = (name: string): string =>
    String(ctx.query[name] ?? "")
      .replaceAll("\0", "")
      .trim()
      .slice(0, 200);
  const via = given("via");
  return {
    person: given("person"),
    client: given("client"),
    record: given("record"),
    via: vias.some((known) => known === via) ? via : "",
    from: given("from"),
    to: given("to"),
  };
}
