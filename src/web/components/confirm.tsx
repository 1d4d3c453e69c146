import type { ComponentChildren } from "preact";
import { About } from "./about.js";

interface ConfirmProps {
  label: string;
  /** what it is about, for those who hear one button after the other */
  about?: string;
  question: string;
  /** the form that does it */
  children: ComponentChildren;
}

/** Asks once more before what can't be undone, without a script. */
export const Confirm = ({ label, about, question, children }: ConfirmProps) => (
  <details class="confirm">
    <summary class="button danger-button confirm-summary">
      {label} {about && <About>{about}</About>}
    </summary>
    <div class="confirm-box">
      <p>{question}</p>
      {children}
    </div>
  </details>
);
