import type { ComponentChildren } from "preact";
import type { Language } from "../../domain/language.js";
import { Form } from "../components/form.js";
import { signInTexts as texts } from "./texts.js";

/** Why address and password have to be entered again: one of them was wrong, or time or attempts for the second factor are over. */
export type SignInRefusal = "wrong" | "over";

interface SignInFormProps {
  language: Language;
  /** where the form goes, with fields `email` and `password` */
  action: string;
  /** of `formToken` */
  token: string;
  /** what was typed before */
  email?: string;
  /** why the last attempt was refused */
  refused?: SignInRefusal | undefined;
  /** further fields */
  children?: ComponentChildren;
}

/** The one form for e-mail address and password, wherever somebody signs in. */
export function SignInForm({ language, action, token, email, refused, children }: SignInFormProps) {
  // Of a refusal one hears in the first field that is to be filled in.
  const described = (autofocus: boolean) =>
    refused ? { "aria-describedby": "refused", "aria-invalid": refused === "wrong", autofocus } : {};
  return (
    <Form token={token} action={action}>
      {children}
      {refused && (
        <p class="failure" id="refused" role="alert">
          {texts[refused][language]}
        </p>
      )}
      <div>
        <label for="email">{texts.email[language]}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          value={email}
          {...described(!email)}
        />
      </div>
      <div>
        <label for="password">{texts.password[language]}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          {...described(Boolean(email))}
        />
      </div>
      <button type="submit">{texts.submit[language]}</button>
    </Form>
  );
}
