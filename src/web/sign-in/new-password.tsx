import { passwordLength } from "../../accounts/passwords/password.js";
import type { Language } from "../../domain/language.js";
import { Field } from "../components/field.js";

const { shortest } = passwordLength;
const hint = {
  en: `At least ${shortest} characters, hard to guess: several words are best.`,
  it: `Almeno ${shortest} caratteri, difficili da indovinare: meglio più parole.`,
};

/** Where a new password is typed: the form's field `new-password`. */
export const NewPasswordField = (props: { language: Language; label: string; error: string | undefined }) => (
  <Field
    id="new-password"
    type="password"
    label={props.label}
    hint={hint[props.language]}
    autocomplete="new-password"
    minLength={shortest}
    required
    error={props.error}
  />
);
