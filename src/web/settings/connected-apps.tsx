import type Router from "@koa/router";
import { disconnect, type Mode } from "../../accounts/connections.js";
import { notFound } from "../../domain/errors.js";
import { localTime } from "../language.js";
import type { WebParts } from "../parts.js";
import { connectedAppsDone, connectedAppsTexts as texts } from "./connected-apps-texts.js";
import { Done, Form, Nothing } from "./parts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/connected-apps";
const pageSize = 50;

interface ConnectedApp {
  grantId: string;
  /** what the app calls itself; null: nothing that can be shown */
  clientName: string | null;
  redirectHost: string;
  mode: Mode;
  organization: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The apps that a person has allowed to act in their name, in whichever organization. */
export function connectedAppRoutes(parts: WebParts, router: Router): void {
  router.get(
    here,
    visited(
      parts,
      null,
      async (visit) => {
        const before = String(visit.ctx.query.before ?? "");
        const start = /^[\w-]{1,64}$/.test(before) ? before : "";
        const apps = await visit.rows<ConnectedApp>(
          `select c.grant_id as "grantId", c.client_name as "clientName", c.redirect_host as "redirectHost", c.mode, o.name as organization,
           c.created_at as "createdAt", c.last_used_at as "lastUsedAt"
         from connection c join organization o on o.id = c.organization_id
         where c.user_id = $1 and c.revoked_at is null and ($2 = '' or (c.created_at, c.grant_id) <
           (select p.created_at, p.grant_id from connection p where p.user_id = $1 and p.grant_id = $2))
         order by c.created_at desc, c.grant_id desc limit $3`,
          [visit.person.userId, start, pageSize + 1],
        );
        visit.send(texts.title, <ConnectedAppsPage visit={visit} apps={apps} isFirst={start === ""} />);
      },
      "person",
    ),
  );

  router.post(
    `${here}/disconnect`,
    visited(
      parts,
      null,
      async (visit) => {
        const grantId = visit.field("connection");
        const isMine = await disconnect(parts.database, visit.person.userId, grantId, visit.requestId);
        if (!isMine) throw notFound("connection", grantId);
        visit.done(here, "disconnected");
      },
      "person",
    ),
  );
}

const ConnectedAppsPage = ({ visit, apps, isFirst }: { visit: Visit; apps: ConnectedApp[]; isFirst: boolean }) => (
  <>
    <div class="lead">
      <h1>{visit.text(texts.title)}</h1>
      <p>{visit.text(texts.lead)}</p>
    </div>
    <Done>{visit.notice(connectedAppsDone)}</Done>
    {apps.length === 0 && isFirst && (
      <section class="card">
        <Nothing title={visit.text(texts.none)} about={visit.text(texts.noneAbout)} />
        <p class="code secret">{visit.parts.config.BASE_URL}/api/mcp</p>
      </section>
    )}
    {apps.slice(0, pageSize).map((connected) => (
      <Connected key={connected.grantId} visit={visit} connected={connected} />
    ))}
    {apps.length > pageSize && (
      <nav class="paging">
        <a class="button quiet-button" rel="next" href={`${here}?before=${apps[pageSize - 1]?.grantId}`}>
          {visit.text(texts.older)}
        </a>
      </nav>
    )}
  </>
);

const Connected = ({ visit, connected }: { visit: Visit; connected: ConnectedApp }) => {
  const { grantId, clientName, redirectHost, mode, organization, createdAt, lastUsedAt } = connected;
  const facts: [string, string][] = [
    [visit.text(texts.organization), organization],
    [visit.text(texts.mode), visit.text(texts[mode])],
    [visit.text(texts.actsAs), visit.person.name],
    [visit.text(texts.sentTo), redirectHost],
    [visit.text(texts.connected), localTime(createdAt, visit.language)],
    [visit.text(texts.lastUsed), lastUsedAt ? localTime(lastUsedAt, visit.language) : visit.text(texts.never)],
  ];
  return (
    <article class="card">
      <div class="title-row">
        <h2 id={`app-${grantId}`} class="wrap-anywhere">
          {clientName ?? visit.text(texts.unnamed)}{" "}
          {clientName && <span class="tag">{visit.text(texts.unverified)}</span>}
        </h2>
        <Form visit={visit} action={`${here}/disconnect`}>
          <button
            type="submit"
            name="connection"
            value={grantId}
            class="danger-button"
            aria-describedby={`app-${grantId}`}
          >
            {visit.text(texts.disconnect)}
          </button>
        </Form>
      </div>
      <dl class="facts last">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
};
