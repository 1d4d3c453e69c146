import type { ComponentChildren } from "preact";

interface SelectProps {
  /** also its name */
  id: string;
  label: string;
  /** the options */
  children: ComponentChildren;
}

/** A labelled list to choose from. */
export const Select = ({ id, label, children }: SelectProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} name={id}>
      {children}
    </select>
  </div>
);

interface RadioProps {
  name: string;
  value: string;
  checked: boolean;
  label: string;
  about?: string | undefined;
}

/** One of several possibilities, with what it means. */
export const Radio = ({ label, about, ...input }: RadioProps) => (
  <label class="choice">
    <input type="radio" {...input} />
    <span>
      {label}
      {about && <span class="quiet choice-about">{about}</span>}
    </span>
  </label>
);
