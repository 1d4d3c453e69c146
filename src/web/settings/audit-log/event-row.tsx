import { About } from "../../components/about.js";
import { type Fact, Facts } from "../../components/facts.js";
import type { PageRequest } from "../page-request.js";
import { actionTitle } from "./action-titles.js";
import type { AuditEvent } from "./audit-event.js";
import { actorName, type ChangeText, changeTexts, channelText } from "./event-text.js";
import { TimeCell } from "./events-frame.js";
import { type AuditFilter, filteredAddress } from "./filter.js";
import { recordTypeName } from "./record-type-texts.js";
import { auditLogTexts as texts } from "./texts.js";

interface Props {
  request: PageRequest;
  event: AuditEvent;
  /** kept by the link to the record's events */
  filter: AuditFilter;
}

/** One event: when, who, what. */
export const EventRow = ({ request, filter, event }: Props) => (
  <tr>
    <TimeCell request={request} at={event.at} />
    <td>
      <p class="wrap-anywhere">{actorName(event, request.language)}</p>
      <p class="quiet wrap-anywhere">{channelText(event, request.language)}</p>
    </td>
    <td>
      <p>
        <strong>{actionTitle(event.action, request.language)}</strong>
      </p>
      {event.recordType && event.recordId && (
        <p class="wrap-anywhere">
          {recordTypeName(event.recordType, request.language)}:{" "}
          <a href={filteredAddress("/settings/audit-log", filter, { record: event.recordId })}>
            {event.recordName ?? event.recordId}
          </a>
        </p>
      )}
      <Details request={request} event={event} />
    </td>
  </tr>
);

const Details = ({ request, event }: { request: PageRequest; event: AuditEvent }) => (
  <details class="changes">
    <summary>
      {request.text(texts.details)}{" "}
      <About>{[actionTitle(event.action, request.language), event.recordName].filter(Boolean).join(", ")}</About>
    </summary>
    {changeTexts(event, request.language, request.organization.timezone).map((change, index) => (
      <div key={`${change.record}${index}`}>
        <p class="wrap-anywhere">
          <span>{change.record}</span> <span class="tag">{request.text(texts[change.op])}</span>
        </p>
        <Facts isLast facts={change.fields.map((field) => fieldFact(request, field))} />
      </div>
    ))}
    {event.changeCount > event.changes.length && (
      <p class="quiet">
        {request.text(texts.furtherChanges)} {event.changeCount - event.changes.length}
      </p>
    )}
    {event.requestId && (
      <p class="quiet">
        {request.text(texts.request)} <code>{event.requestId}</code>
      </p>
    )}
  </details>
);

const fieldFact = (request: PageRequest, { name, before, after }: ChangeText["fields"][number]): Fact => [
  name,
  <>
    {after ?? ""}
    {before !== null && (
      <span class="quiet">
        {" "}
        ({request.text(texts.before)}: {before})
      </span>
    )}
  </>,
];
