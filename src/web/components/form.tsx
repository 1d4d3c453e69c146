import type { JSX } from "preact";
import { tokenField } from "../sign-in/form.js";

/** A form that is posted, with its token (of `formToken`). */
export const Form = ({ token, children, ...rest }: { token: string } & JSX.IntrinsicElements["form"]) => (
  <form method="post" {...rest}>
    <input type="hidden" name={tokenField} value={token} />
    {children}
  </form>
);
