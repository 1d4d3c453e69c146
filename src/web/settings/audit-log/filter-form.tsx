import { Select } from "../../components/choices.js";
import { Field } from "../../components/field.js";
import type { PageRequest } from "../page-request.js";
import { viaName, vias } from "./event-text.js";
import type { AuditFilter } from "./filter.js";
import { auditLogTexts as texts } from "./texts.js";

interface Props {
  request: PageRequest;
  filter: AuditFilter;
  /** members' names, to choose from */
  people: string[];
}

/** Asks which events are wanted. */
export const FilterForm = ({ request, filter, people }: Props) => (
  <search>
    <form class="card filter" method="get" action="/settings/audit-log">
      <Field id="person" label={request.text(texts.person)} value={filter.person} list="people" autocomplete="off" />
      <datalist id="people">
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field id="client" label={request.text(texts.client)} value={filter.client} autocomplete="off" />
      <Field id="record" label={request.text(texts.record)} value={filter.record} autocomplete="off" />
      <Select id="via" label={request.text(texts.via)}>
        <option value="">{request.text(texts.any)}</option>
        {vias.map((via) => (
          <option key={via} value={via} selected={via === filter.via}>
            {viaName(via, request.language)}
          </option>
        ))}
      </Select>
      <Field id="from" type="date" label={request.text(texts.from)} value={filter.from} />
      <Field id="to" type="date" label={request.text(texts.to)} value={filter.to} />
      <div class="actions">
        <button type="submit">{request.text(texts.filter)}</button>
        <a class="button quiet-button" href="/settings/audit-log">
          {request.text(texts.clear)}
        </a>
      </div>
    </form>
  </search>
);
