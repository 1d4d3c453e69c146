import type { ComponentChildren } from "preact";

/** A name and its value; without a value it is left out. */
export type Fact = [name: string, value: ComponentChildren];

/** Names and values, one below the other. @param isLast nothing follows in its card */
export const Facts = ({ facts, isLast = false }: { facts: Fact[]; isLast?: boolean }) => (
  <dl class={isLast ? "facts last" : "facts"}>
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
