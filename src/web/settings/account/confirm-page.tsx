import type { BilingualText } from "../../../domain/language.js";
import { CodeField } from "../../components/code-field.js";
import { Form } from "../../components/form.js";
import { PasskeyForm } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { passkeyTexts as texts } from "./passkey-texts.js";
import { secondFactorTexts as factorTexts } from "./second-factor-texts.js";

/** What is confirmed, and the form that is sent then. */
export interface Confirmation {
  action: string;
  lead: BilingualText;
  /** what it is about, by the name that the person gave it */
  about?: string;
  button: BilingualText;
  fields?: Readonly<Record<string, string>>;
  isDangerous?: boolean;
}

interface Props extends Confirmation {
  request: PageRequest;
  /** of the question to a passkey, as JSON; null: there is none to be used */
  options: string | null;
  hasApp: boolean;
  hasCodes: boolean;
}

/** Asks for a second factor before a change of these. */
export const ConfirmPage = ({ request, options, hasApp, hasCodes, ...confirmation }: Props) => {
  const { action, lead, about, button, fields = {}, isDangerous = false } = confirmation;
  const form = { token: request.token, action };
  const hidden = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return (
    <>
      <h1>{request.text(texts.confirmTitle)}</h1>
      <section class="card">
        <p class="wrap-anywhere">
          {request.text(lead)} {about !== undefined && <strong>{about}</strong>}
        </p>
        {options !== null && (
          <PasskeyForm
            {...form}
            language={request.language}
            does="use"
            options={options}
            error={request.fault("passkey")}
          >
            {hidden}
          </PasskeyForm>
        )}
        {hasCodes && (
          <Form {...form}>
            {hidden}
            <CodeField
              label={request.text(texts.code)}
              hint={request.text(hasApp ? factorTexts.codeHint : factorTexts.recoveryHint)}
              error={request.fault("code")}
            />
            <button type="submit" class={isDangerous ? "danger-button" : undefined}>
              {request.text(button)}
            </button>
          </Form>
        )}
        <p class="lone-link">
          <a href="/settings/account">{request.text(texts.cancel)}</a>
        </p>
      </section>
    </>
  );
};
