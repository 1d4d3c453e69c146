import type { ComponentChildren } from "preact";
import type { Language } from "../../domain/language.js";
import { CodeField } from "../components/code-field.js";
import { Form } from "../components/form.js";
import { PasskeyForm } from "../passkeys/passkey-form.js";
import { signInTexts as texts } from "./texts.js";

/** The field that carries the token of a sign-in whose password was right. */
export const pendingField = "pending";

/** A sign-in that waits for the second factor. */
export interface PendingStep {
  /** of `beginSecondStep` */
  pending: string;
  /** what was wrong the last time */
  refused: "code" | "passkey" | null;
  /** what to ask the browser for, as JSON; null: a code alone */
  passkey: string | null;
}

/** The title of the page with the form. */
export const stepTitle = ({ passkey }: PendingStep, language: Language): string =>
  texts[passkey === null ? "codeTitle" : "factorTitle"][language];

interface Props extends PendingStep {
  language: Language;
  action: string;
  /** of `formToken` */
  token: string;
  /** further fields */
  children?: ComponentChildren;
}

/** Asks for a passkey or the code of the second factor, wherever somebody signs in. */
export const SecondStepForm = ({ language, action, token, pending, refused, passkey, children }: Props) => (
  <>
    {passkey !== null && (
      <>
        <PasskeyForm
          {...{ language, action, token }}
          does="use"
          options={passkey}
          error={refused === "passkey" ? texts.wrongPasskey[language] : undefined}
        >
          {children}
          <input type="hidden" name={pendingField} value={pending} />
        </PasskeyForm>
        <p class="quiet">{texts.orCode[language]}</p>
      </>
    )}
    <Form token={token} action={action}>
      {children}
      <input type="hidden" name={pendingField} value={pending} />
      <CodeField
        label={texts.code[language]}
        hint={texts.codeHint[language]}
        error={refused === "code" ? texts.wrongCode[language] : undefined}
      />
      <button type="submit" class={passkey === null ? undefined : "quiet-button"}>
        {texts.submit[language]}
      </button>
    </Form>
  </>
);
