import { Field } from "../field.js";
import { auditLogTexts as texts } from "./audit-log-texts.js";
import type { AuditFilter, AuditRow } from "./audit-query.js";
import { changesOf, instantIn, nameOf, throughOf, viaName, vias, whoOf } from "./audit-told.js";
import { actionTitle, recordName } from "./audit-words.js";
import { Nothing } from "./parts.js";
import type { Visit } from "./visit.js";

const here = "/settings/audit-log";

interface Props {
  visit: Visit;
  filter: AuditFilter;
  events: AuditRow[];
  /** nothing newer was left out */
  isFirst: boolean;
  /** where older events begin; null: there are none */
  next: string | null;
  /** members' names, to choose from */
  people: string[];
}

const address = (filter: AuditFilter, more: Record<string, string> = {}, path = here): string => {
  const given = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== "");
  return given.length > 0 ? `${path}?${new URLSearchParams(Object.fromEntries(given))}` : path;
};

export const AuditLogPage = (props: Props) => {
  const { visit, events, filter } = props;
  return (
    <>
      <div class="title-row">
        <div>
          <h1>{visit.text(texts.title)}</h1>
          <p class="quiet">{visit.text(texts.lead)}</p>
        </div>
        <a
          class="button quiet-button"
          href={address(filter, {}, `${here}/export.csv`)}
          title={visit.text(texts.exportAbout)}
        >
          {visit.text(texts.export)}
        </a>
      </div>
      <Filter {...props} />
      {events.length === 0 ? (
        <section class="card">
          <Nothing title={visit.text(texts.none)} about={visit.text(texts.noneAbout)} />
        </section>
      ) : (
        <Events {...props} />
      )}
      <Paging {...props} />
    </>
  );
};

const Filter = ({ visit, filter, people }: Props) => (
  <search>
    <form class="card filter" method="get" action={here}>
      <Field id="person" label={visit.text(texts.person)} value={filter.person} list="people" autocomplete="off" />
      <datalist id="people">
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field id="client" label={visit.text(texts.client)} value={filter.client} autocomplete="off" />
      <Field id="record" label={visit.text(texts.record)} value={filter.record} autocomplete="off" />
      <div class="field">
        <label for="via">{visit.text(texts.via)}</label>
        <select id="via" name="via">
          <option value="">{visit.text(texts.any)}</option>
          {vias.map((via) => (
            <option key={via} value={via} selected={via === filter.via}>
              {viaName(via, visit.language)}
            </option>
          ))}
        </select>
      </div>
      <Field id="from" type="date" label={visit.text(texts.from)} value={filter.from} />
      <Field id="to" type="date" label={visit.text(texts.to)} value={filter.to} />
      <div class="actions">
        <button type="submit">{visit.text(texts.filter)}</button>
        <a class="button quiet-button" href={here}>
          {visit.text(texts.clear)}
        </a>
      </div>
    </form>
  </search>
);

const Events = ({ visit, events, filter }: Props) => (
  <table class="card stacking events">
    <thead>
      <tr>
        <th scope="col">{visit.text(texts.when)}</th>
        <th scope="col">{visit.text(texts.who)}</th>
        <th scope="col">{visit.text(texts.what)}</th>
      </tr>
    </thead>
    <tbody>
      {events.map((event) => (
        <tr key={event.id}>
          <td class="quiet">
            <time dateTime={event.at.toISOString()}>{instantIn(event.at, visit.language, visit.firm.timezone)}</time>
          </td>
          <td>
            <p class="wrap-anywhere">{whoOf(event, visit.language)}</p>
            <p class="quiet wrap-anywhere">{throughOf(event, visit.language)}</p>
          </td>
          <td>
            <p>
              <strong>{actionTitle(event.action, visit.language)}</strong>
            </p>
            {event.recordType && event.recordId && (
              <p class="wrap-anywhere">
                {recordName(event.recordType, visit.language)}:{" "}
                <a href={address(filter, { record: event.recordId })}>{nameOf(event) ?? event.recordId}</a>
              </p>
            )}
            <Details visit={visit} event={event} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Details = ({ visit, event }: { visit: Visit; event: AuditRow }) => (
  <details class="changes">
    <summary>{visit.text(texts.details)}</summary>
    {changesOf(event, visit.language, visit.firm.timezone).map(({ record, op, fields }, index) => (
      <div key={`${record}${index}`}>
        <p>
          {record} <span class="tag">{visit.text(texts[op])}</span>
        </p>
        <dl class="facts last">
          {fields.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {after ?? ""}
                {before !== null && (
                  <span class="quiet">
                    {" "}
                    ({visit.text(texts.before)}: {before})
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
    {event.requestId && (
      <p class="quiet">
        {visit.text(texts.request)} <code>{event.requestId}</code>
      </p>
    )}
  </details>
);

const Paging = ({ visit, filter, isFirst, next }: Props) =>
  isFirst && next === null ? null : (
    <nav class="paging" aria-label={visit.text(texts.pages)}>
      <span class="paging-links">
        {!isFirst && (
          <a class="button quiet-button" href={address(filter)}>
            {visit.text(texts.newest)}
          </a>
        )}
        {next !== null && (
          <a class="button quiet-button" rel="next" href={address(filter, { before: next })}>
            {visit.text(texts.older)}
          </a>
        )}
      </span>
    </nav>
  );
