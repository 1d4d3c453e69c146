import type { ComponentChildren } from "preact";
import { announced } from "./announced.js";

interface SectionProps {
  id: string;
  title: string;
  lead?: string | undefined;
  children: ComponentChildren;
}

/** A section of a page, named by its heading. */
export const Section = ({ id, title, lead, children }: SectionProps) => (
  <section class="card" aria-labelledby={id}>
    <div>
      <h2 id={id}>{title}</h2>
      {lead && <p class="quiet">{lead}</p>}
    </div>
    {children}
  </section>
);

/** Says what was just done, if anything. */
export const SuccessNotice = ({ children }: { children: ComponentChildren }) =>
  children ? (
    <p class="success" role="status" {...announced}>
      {children}
    </p>
  ) : null;
