import type { ComponentChildren } from "preact";
import { Paging } from "../../components/paging.js";
import type { PageRequest } from "../page-request.js";
import { preciseTime } from "./event-text.js";

const texts = {
  when: { en: "When", it: "Quando" },
  who: { en: "Who", it: "Chi" },
  what: { en: "What", it: "Che cosa" },
  newest: { en: "Newest", it: "Più recenti" },
  older: { en: "Older", it: "Precedenti" },
};

/** A table of events, one in each row: when, who, what. */
export const EventsFrame = ({ request, children }: { request: PageRequest; children: ComponentChildren }) => (
  <table class="card stacking events">
    <thead>
      <tr>
        <th scope="col">{request.text(texts.when)}</th>
        <th scope="col">{request.text(texts.who)}</th>
        <th scope="col">{request.text(texts.what)}</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

export const TimeCell = ({ request, at }: { request: PageRequest; at: Date }) => (
  <td class="quiet">
    <time dateTime={at.toISOString()}>{preciseTime(at, request.language, request.organization.timezone)}</time>
  </td>
);

interface EventsPagingProps {
  request: PageRequest;
  label: string;
  /** nothing newer was left out */
  isFirst: boolean;
  /** where older events begin; null: there are none */
  next: string | null;
  /** the address of the same list, with these parameters */
  addressWith: (more?: { before: string }) => string;
}

/** The ways to the newest events and to older ones. */
export const EventsPaging = ({ request, label, isFirst, next, addressWith }: EventsPagingProps) => (
  <Paging
    label={label}
    links={[
      !isFirst && { href: addressWith(), text: request.text(texts.newest) },
      next !== null && { href: addressWith({ before: next }), text: request.text(texts.older), rel: "next" },
    ]}
  />
);
