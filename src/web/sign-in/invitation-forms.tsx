import type { AccountLink } from "../../accounts/account-links.js";
import type { SignedIn } from "../../accounts/sessions.js";
import type { BilingualText, Language } from "../../domain/language.js";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { Username } from "../components/username.js";
import { roleNames } from "../vocabulary-texts.js";
import { linkTexts as texts } from "./link-texts.js";
import { NewPasswordField } from "./new-password.js";
import { SignInForm } from "./sign-in-form.js";

interface Props {
  language: Language;
  link: AccountLink;
  /** the account of the invited address */
  userId: string | null;
  /** who is signed in with this browser */
  person: SignedIn | null;
  token: string;
  /** of the invitation */
  path: string;
  /** as typed before */
  name: string;
  faults: Record<string, BilingualText>;
}

/** What somebody is invited to, and the form with which that person accepts. */
export const InvitationForms = (props: Props) => {
  const { language, link } = props;
  const InvitationForm = formFor(props);
  return (
    <>
      <p class="quiet wrap-anywhere">
        {texts.invitedLead[language]} {roleNames[link.role ?? "guest"][language]}: {link.email}
      </p>
      <InvitationForm {...props} />
    </>
  );
};

function formFor({ userId, person }: Props) {
  if (userId === null) return NewAccount;
  return person?.userId === userId ? Accept : SignInFirst;
}

const NewAccount = ({ language, link, person, token, path, name, faults }: Props) => (
  <Form token={token} action={path}>
    {person && (
      <p class="notice">
        {texts.otherPerson[language]} {person.email}. {texts.secondAccount[language]}
      </p>
    )}
    <p>{texts.newAccount[language]}</p>
    <Field
      id="name"
      label={texts.name[language]}
      value={name}
      maxLength={200}
      autocomplete="name"
      required
      error={faults.name?.[language]}
    />
    <Username email={link.email} />
    <NewPasswordField language={language} label={texts.password[language]} error={faults["new-password"]?.[language]} />
    <button type="submit">{texts.createAccount[language]}</button>
  </Form>
);

const Accept = ({ language, token, path }: Props) => (
  <Form token={token} action={path}>
    <button type="submit">{texts.accept[language]}</button>
  </Form>
);

const SignInFirst = ({ language, link, person, token, path }: Props) => (
  <>
    <p class="notice">
      {person && `${texts.otherPerson[language]} ${person.email}. `}
      {texts.signInFirst[language]}
    </p>
    <SignInForm language={language} token={token} action="/sign-in" email={link.email}>
      <input type="hidden" name="next" value={path} />
    </SignInForm>
  </>
);
