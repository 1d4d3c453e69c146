import type { ComponentChildren } from "preact";
import { PlainList } from "./plain-list.js";

interface RowsProps<T> {
  items: T[];
  /** draws one of them */
  children: (item: T) => ComponentChildren;
}

/** A list with one row for each item. */
export const Rows = <T extends { id: string }>({ items, children }: RowsProps<T>) => (
  <PlainList class="rows">
    {items.map((item) => (
      <li key={item.id}>{children(item)}</li>
    ))}
  </PlainList>
);

/** Stands where a list would, that has nothing in it. */
export const EmptyList = ({ title, about }: { title: string; about: string }) => (
  <div class="nothing">
    <p>
      <strong>{title}</strong>
    </p>
    <p class="quiet">{about}</p>
  </div>
);
