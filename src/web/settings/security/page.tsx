import { type SecurityKind, securityKinds } from "../../../accounts/security/security-actions.js";
import { channels } from "../../../domain/vocabulary.js";
import { Select } from "../../components/choices.js";
import { PageHead } from "../../components/page-head.js";
import { channelNames } from "../../vocabulary-texts.js";
import { actionTitle } from "../audit-log/action-titles.js";
import { EventsFrame, TimeCell } from "../audit-log/events-frame.js";
import { filteredAddress } from "../audit-log/filter.js";
import type { PageRequest } from "../page-request.js";
import { kindTexts, reasonTexts, securityTexts as texts } from "./texts.js";

const path = "/settings/security";

export interface SecurityEventRow {
  id: string;
  /** the last time */
  at: Date;
  times: number;
  action: string;
  route: string | null;
  reason: string | null;
  /** whom or what else it concerns */
  about: string | null;
  /** an IP address */
  address: string | null;
  /** it was done by a key of the organization itself */
  isOrganization: boolean;
  userName: string | null;
  keyName: string | null;
  appName: string | null;
  isApp: boolean;
}

interface Props {
  request: PageRequest;
  events: SecurityEventRow[];
  /** null: all kinds */
  kind: SecurityKind | null;
  /** nothing newer was left out */
  isFirst: boolean;
  /** where older events begin; null: there are none */
  next: string | null;
}

export const SecurityPage = ({ request, events, kind, isFirst, next }: Props) => (
  <>
    <PageHead title={request.text(texts.title)} lead={request.text(texts.lead)} />
    <KindForm request={request} chosen={kind} />
    <EventsFrame
      {...{ request, texts, events, isFirst, next }}
      address={(more) => filteredAddress(path, { kind: kind ?? "" }, more)}
    >
      {(event) => <EventRow request={request} event={event} />}
    </EventsFrame>
  </>
);

const KindForm = ({ request, chosen }: { request: PageRequest; chosen: SecurityKind | null }) => (
  <search>
    <form class="card filter" method="get" action={path}>
      <Select id="kind" label={request.text(texts.kind)}>
        <option value="">{request.text(texts.everything)}</option>
        {securityKinds.map((kind) => (
          <option key={kind} value={kind} selected={kind === chosen}>
            {request.text(kindTexts[kind])}
          </option>
        ))}
      </Select>
      <button type="submit">{request.text(texts.filter)}</button>
    </form>
  </search>
);

const EventRow = ({ request, event }: { request: PageRequest; event: SecurityEventRow }) => {
  const through = channelOf(request, event);
  const details = detailsOf(request, event);
  return (
    <tr>
      <TimeCell request={request} at={event.at} />
      <td>
        <p class="wrap-anywhere">
          {event.userName ?? request.text(event.isOrganization ? texts.organization : texts.gone)}
        </p>
        {through && <p class="quiet wrap-anywhere">{through}</p>}
      </td>
      <td>
        <p>
          <strong>{actionTitle(event.action, request.language)}</strong>
          {event.times > 1 && (
            <>
              {" "}
              <span class="tag">
                {event.times} {request.text(texts.times)}
              </span>
            </>
          )}
        </p>
        {details.length > 0 && (
          <p class="quiet wrap-anywhere">
            {details.map((detail, n) => (
              <span key={detail}>
                {n > 0 && " · "}
                {detail}
              </span>
            ))}
          </p>
        )}
      </td>
    </tr>
  );
};

function channelOf(request: PageRequest, { keyName, isApp, appName }: SecurityEventRow): string {
  if (keyName) return `${request.text(texts.key)}: ${keyName}`;
  return isApp ? `${request.text(texts.app)}: ${appName ?? request.text(texts.unnamed)}` : "";
}

function detailsOf(request: PageRequest, { action, reason, route, about, address }: SecurityEventRow): string[] {
  const known = reason && Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason] : undefined;
  const channel = action.endsWith("_channel") ? channels.find((one) => one === about) : undefined;
  const parts = [
    channel ? request.text(channelNames[channel]) : about,
    known ? request.text(known) : reason,
    route,
    address && `${request.text(texts.from)} ${address}`,
  ];
  return parts.filter((part): part is string => Boolean(part));
}
