import { isLongEnough, isShortEnough, passwordLength } from "../../accounts/password.js";
import { Field } from "../components/field.js";
import type { Language, Text } from "../language.js";

const { shortest } = passwordLength;
const hint = {
  en: `At least ${shortest} characters; nothing else is asked.`,
  it: `Almeno ${shortest} caratteri; nient'altro.`,
};
const tooShort = {
  en: `A password has at least ${shortest} characters.`,
  it: `La password deve avere almeno ${shortest} caratteri.`,
};
const tooLong = {
  en: "A password has at most 1,000 characters.",
  it: "La password può avere al massimo 1.000 caratteri.",
};

/** What is wrong with a new password, if anything. */
export function passwordFault(password: string): Text | null {
  if (!isLongEnough(password)) return tooShort;
  return isShortEnough(password) ? null : tooLong;
}

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
