import { PageHead } from "../../components/page-head.js";
import type { PageRequest } from "../page-request.js";
import type { AuditEvent } from "./audit-event.js";
import { EventRow } from "./event-row.js";
import { EventsFrame } from "./events-frame.js";
import { type AuditFilter, filteredAddress } from "./filter.js";
import { FilterForm } from "./filter-form.js";
import { auditLogTexts as texts } from "./texts.js";

const path = "/settings/audit-log";

interface Props {
  request: PageRequest;
  filter: AuditFilter;
  events: AuditEvent[];
  /** nothing newer was left out */
  isFirst: boolean;
  /** where older events begin; null: there are none */
  next: string | null;
  /** members' names, to choose from */
  people: string[];
}

export const AuditLogPage = ({ request, filter, events, isFirst, next, people }: Props) => (
  <>
    <div class="title-row">
      <PageHead title={request.text(texts.title)} lead={request.text(texts.lead)} />
      <a
        class="button quiet-button"
        href={filteredAddress(`${path}/export.csv`, filter)}
        title={request.text(texts.exportAbout)}
      >
        {request.text(texts.export)}
      </a>
    </div>
    <FilterForm request={request} filter={filter} people={people} />
    <EventsFrame {...{ request, texts, events, isFirst, next }} address={(more) => filteredAddress(path, filter, more)}>
      {(event) => <EventRow request={request} event={event} filter={filter} />}
    </EventsFrame>
  </>
);
