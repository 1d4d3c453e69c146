import type { ComponentChildren } from "preact";
import type { PageRequest } from "../page-request.js";
import { preciseTime } from "./event-text.js";

const texts = {
  when: { en: "When", it: "Quando" },
  who: { en: "Who", it: "Chi" },
  what: { en: "What", it: "Che cosa" },
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
