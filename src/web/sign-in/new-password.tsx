import { faultOfPassword, type PasswordFault, type PasswordOwner } from "../../accounts/new-password.js";
import { passwordLength } from "../../accounts/password.js";
import type { BilingualText, Language } from "../../domain/language.js";
import { Field } from "../components/field.js";

const { shortest } = passwordLength;
const hint = {
  en: `At least ${shortest} characters, hard to guess: several words are best.`,
  it: `Almeno ${shortest} caratteri, difficili da indovinare: meglio più parole.`,
};
const faults: Record<PasswordFault, BilingualText> = {
  too_short: {
    en: `A password has at least ${shortest} characters.`,
    it: `La password deve avere almeno ${shortest} caratteri.`,
  },
  too_long: {
    en: "A password has at most 1,000 characters.",
    it: "La password può avere al massimo 1.000 caratteri.",
  },
  guessable: {
    en: "This password is easy to guess: a common word or name, or something repeated. Take several words.",
    it: "Questa password è facile da indovinare: una parola o un nome comune, o una ripetizione. Usa più parole.",
  },
};

/** What is wrong with a new password, if anything. */
export async function passwordFault(password: string, owner: PasswordOwner): Promise<BilingualText | null> {
  const fault = await faultOfPassword(password, owner);
  return fault && faults[fault];
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
