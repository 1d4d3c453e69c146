import type { ComponentChildren } from "preact";

/** What a control is about, for those who hear one control after the other without what stands around it. */
export const About = ({ children }: { children: ComponentChildren }) => (
  <span class="visually-hidden">({children})</span>
);
