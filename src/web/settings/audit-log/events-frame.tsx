import type { ComponentChildren } from "preact";
import type { BilingualText } from "../../../domain/language.js";
import { Paging } from "../../components/paging.js";
import { EmptyList } from "../../components/rows.js";
import type { PageRequest } from "../page-request.js";
import { preciseTime } from "./event-text.js";

const texts = {
  when: { en: "When", it: "Quando" },
  who: { en: "Who", it: "Chi" },
  what: { en: "What", it: "Che cosa" },
  newest: { en: "Newest", it: "Più recenti" },
  older: { en: "Older", it: "Precedenti" },
};

interface EventsFrameProps<E> {
  request: PageRequest;
  /** what is said where there are no events, and of the list's pages */
  texts: Record<"none" | "noneAbout" | "pages", BilingualText>;
  events: E[];
  /** nothing newer was left out */
  isFirst: boolean;
  /** where older events begin; null: there are none */
  next: string | null;
  /** the address of the same list, with these parameters */
  address: (more?: { before: string }) => string;
  /** draws one as a row */
  children: (event: E) => ComponentChildren;
}

/** A table of events, one in each row: when, who, what; and the ways to the newest and to older ones. */
export const EventsFrame = <E extends { id: string }>(props: EventsFrameProps<E>) => {
  const { request, texts: own, events, isFirst, next, address, children } = props;
  return (
    <>
      {events.length === 0 ? (
        <section class="card">
          <EmptyList title={request.text(own.none)} about={request.text(own.noneAbout)} />
        </section>
      ) : (
        <table class="card stacking events">
          <thead>
            <tr>
              <th scope="col">{request.text(texts.when)}</th>
              <th scope="col">{request.text(texts.who)}</th>
              <th scope="col">{request.text(texts.what)}</th>
            </tr>
          </thead>
          <tbody>{events.map(children)}</tbody>
        </table>
      )}
      <Paging
        label={request.text(own.pages)}
        links={[
          !isFirst && { href: address(), text: request.text(texts.newest) },
          next !== null && { href: address({ before: next }), text: request.text(texts.older), rel: "next" },
        ]}
      />
    </>
  );
};

export const TimeCell = ({ request, at }: { request: PageRequest; at: Date }) => (
  <td class="quiet">
    <time dateTime={at.toISOString()}>{preciseTime(at, request.language, request.organization.timezone)}</time>
  </td>
);
