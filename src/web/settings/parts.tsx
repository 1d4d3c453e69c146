import type { ComponentChildren, JSX } from "preact";
import { tokenField } from "../sign-in/form.js";
import type { Visit } from "./visit.js";

/** A form of a settings page, with its token. */
export function Form({ visit, action, children, ...rest }: { visit: Visit } & JSX.IntrinsicElements["form"]) {
  return (
    <form method="post" action={action} {...rest}>
      <input type="hidden" name={tokenField} value={visit.token} />
      {children}
    </form>
  );
}

/** Says what was just done. */
export const Done = ({ children }: { children: ComponentChildren }) =>
  children ? (
    <p class="success" role="status">
      {children}
    </p>
  ) : null;

interface ConfirmProps {
  label: string;
  /** what it is about, for those who hear one button after the other */
  about?: string;
  question: string;
  children: ComponentChildren;
}

/** What can't be taken back asks once more, without a script. */
export const Confirm = ({ label, about, question, children }: ConfirmProps) => (
  <details class="confirm">
    <summary class="button danger-button confirm-summary">
      {label} {about && <span class="visually-hidden">({about})</span>}
    </summary>
    <div class="confirm-box">
      <p>{question}</p>
      {children}
    </div>
  </details>
);

interface OptionProps {
  name: string;
  value: string;
  checked: boolean;
  label: string;
  about?: string | undefined;
}

/** One of several possibilities, with what it means. */
export const Option = ({ label, about, ...input }: OptionProps) => (
  <label class="choice">
    <input type="radio" {...input} />
    <span>
      {label}
      {about && <span class="quiet choice-about">{about}</span>}
    </span>
  </label>
);

/** What a list says that has nothing in it. */
export const Nothing = ({ title, about }: { title: string; about: string }) => (
  <div class="nothing">
    <p>
      <strong>{title}</strong>
    </p>
    <p class="quiet">{about}</p>
  </div>
);

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
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
