import type { ComponentChildren } from "preact";
import type { BilingualText, Language } from "../../domain/language.js";
import { announced } from "../components/announced.js";
import { Form } from "../components/form.js";

/** The field with what the browser answered. */
export const passkeyField = "passkey";
/** What a page with this form runs; no other page of ours runs anything. */
export const passkeyScripts = ["/assets/simplewebauthn.js", "/assets/passkey.js"];

const texts = {
  use: {
    button: { en: "Use a passkey", it: "Usa una passkey" },
    failed: {
      en: "No passkey was used. Try again, or enter a code.",
      it: "Non è stata usata nessuna passkey. Riprova, oppure inserisci un codice.",
    },
    noScript: {
      en: "This browser can't use passkeys here. Enter a code instead.",
      it: "Qui questo browser non può usare le passkey. Inserisci invece un codice.",
    },
  },
  create: {
    button: { en: "Create the passkey", it: "Crea la passkey" },
    failed: {
      en: "No passkey was made. Perhaps this device has one of yours already, or the request was cancelled.",
      it: "Non è stata creata nessuna passkey. Forse questo dispositivo ne ha già una tua, oppure la richiesta è stata annullata.",
    },
    noScript: {
      en: "This browser can't make passkeys here: that needs JavaScript and a browser of the last years.",
      it: "Qui questo browser non può creare passkey: servono JavaScript e un browser recente.",
    },
  },
} satisfies Record<string, Record<string, BilingualText>>;

interface Props {
  language: Language;
  /** of `formToken` */
  token: string;
  action: string;
  /** what the browser is to do */
  does: keyof typeof texts;
  /** of the question, as JSON */
  options: string;
  /** what the server said of the last answer */
  error?: string | undefined;
  /** further fields */
  children?: ComponentChildren;
}

/** A form that a passkey answers. */
export const PasskeyForm = ({ language, token, action, does, options, error, children }: Props) => (
  <Form token={token} action={action} data-passkey={does} data-options={options}>
    {children}
    <input type="hidden" name={passkeyField} value="" />
    {error && (
      <p class="field-error" role="alert" {...announced}>
        {error}
      </p>
    )}
    <p class="failure" role="alert" hidden>
      {texts[does].failed[language]}
    </p>
    <p class="notice">{texts[does].noScript[language]}</p>
    <button type="submit" hidden>
      {texts[does].button[language]}
    </button>
  </Form>
);
