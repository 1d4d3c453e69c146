import type { ComponentChildren } from "preact";
import { About } from "./about.js";
import { Form } from "./form.js";

interface ConfirmProps {
  label: string;
  /** what it is about, for those who hear one button after the other */
  about?: string;
  question: string;
  /** where its form goes, and with which token */
  action: string;
  token: string;
  /** the button that does it, and what it sends */
  yes: string;
  name?: string;
  value?: string;
  /** what else the form says and asks */
  children?: ComponentChildren;
}

/** Asks once more before what can't be undone, without a script. */
export const Confirm = ({ label, about, question, action, token, yes, children, ...sent }: ConfirmProps) => (
  <details class="confirm">
    <summary class="button danger-button confirm-summary">
      {label} {about && <About>{about}</About>}
    </summary>
    <div class="confirm-box">
      <p>{question}</p>
      <Form token={token} action={action}>
        {children}
        <button type="submit" {...sent}>
          {yes} {about && <About>{about}</About>}
        </button>
      </Form>
    </div>
  </details>
);
