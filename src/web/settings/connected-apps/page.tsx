import type { Mode } from "../../../accounts/connections.js";
import { About } from "../../components/about.js";
import { Facts } from "../../components/facts.js";
import { Form } from "../../components/form.js";
import { PageHead } from "../../components/page-head.js";
import { Paging } from "../../components/paging.js";
import { EmptyList } from "../../components/rows.js";
import { SuccessNotice } from "../../components/section.js";
import type { PageRequest } from "../page-request.js";
import { connectedAppNotices, connectedAppTexts as texts } from "./texts.js";

export interface ConnectedApp {
  /** of the approval */
  id: string;
  /** what the app calls itself; null: nothing that can be shown */
  clientName: string | null;
  redirectHost: string;
  mode: Mode;
  organization: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface Props {
  request: PageRequest;
  apps: ConnectedApp[];
  /** after which app those begin that were connected earlier; null: there are none */
  next: string | null;
}

export const ConnectedAppsPage = ({ request, apps, next }: Props) => (
  <>
    <PageHead title={request.text(texts.title)} lead={request.text(texts.lead)} />
    <SuccessNotice>{request.notice(connectedAppNotices)}</SuccessNotice>
    {apps.length === 0 && (
      <section class="card">
        <EmptyList title={request.text(texts.none)} about={request.text(texts.noneAbout)} />
        <p class="code secret">{request.parts.config.BASE_URL}/api/mcp</p>
      </section>
    )}
    {apps.map((app) => (
      <App key={app.id} request={request} app={app} />
    ))}
    <Paging
      label={request.text(texts.pages)}
      links={[
        next !== null && {
          href: `/settings/connected-apps?before=${next}`,
          text: request.text(texts.older),
          rel: "next",
        },
      ]}
    />
  </>
);

const App = ({ request, app }: { request: PageRequest; app: ConnectedApp }) => {
  const name = app.clientName ?? request.text(texts.unnamed);
  return (
    <article class="card">
      <div class="title-row">
        <h2 class="wrap-anywhere">
          {name} {app.clientName && <span class="tag">{request.text(texts.unverified)}</span>}
        </h2>
        <Form token={request.token} action="/settings/connected-apps/disconnect">
          <button type="submit" name="connection" value={app.id} class="danger-button">
            {request.text(texts.disconnect)} <About>{name}</About>
          </button>
        </Form>
      </div>
      <Facts
        isLast
        facts={[
          [request.text(texts.organization), app.organization],
          [request.text(texts.mode), request.text(texts[app.mode])],
          [request.text(texts.actsAs), request.person.name],
          [request.text(texts.sentTo), app.redirectHost],
          [request.text(texts.connected), request.time(app.createdAt)],
          [request.text(texts.lastUsed), app.lastUsedAt ? request.time(app.lastUsedAt) : request.text(texts.never)],
        ]}
      />
    </article>
  );
};
