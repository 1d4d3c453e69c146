import type { ComponentChildren } from "preact";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import type { Language } from "../language.js";
import { signInTexts as texts } from "./texts.js";

/** The field that carries the token of a sign-in whose password was right. */
export const pendingField = "pending";

interface Props {
  language: Language;
  action: string;
  /** of `formToken` */
  token: string;
  /** of `beginSecondStep` */
  pending: string;
  /** the last code was wrong */
  refused: boolean;
  /** further fields */
  children?: ComponentChildren;
}

/** Asks for the code of the second factor, wherever somebody signs in. */
export const SecondStepForm = ({ language, action, token, pending, refused, children }: Props) => (
  <Form token={token} action={action}>
    {children}
    <input type="hidden" name={pendingField} value={pending} />
    <Field
      id="code"
      label={texts.code[language]}
      hint={texts.codeHint[language]}
      autocomplete="one-time-code"
      maxLength={40}
      required
      error={refused ? texts.wrongCode[language] : undefined}
    />
    <button type="submit">{texts.submit[language]}</button>
  </Form>
);
