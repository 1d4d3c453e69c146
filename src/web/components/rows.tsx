import type { ComponentChildren } from "preact";

interface RowsProps<T> {
  items: T[];
  /** draws one of them */
  children: (item: T) => ComponentChildren;
}

/** A list with one row for each item. */
export const Rows = <T extends { id: string }>({ items, children }: RowsProps<T>) => (
  <ul class="rows">
    {items.map((item) => (
      <li key={item.id}>{children(item)}</li>
    ))}
  </ul>
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
