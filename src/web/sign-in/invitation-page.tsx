import type { AccountLink } from "../../accounts/account-links.js";
import type { SignedIn } from "../../accounts/sessions.js";
import { Field } from "../field.js";
import type { Language, Text } from "../language.js";
import { roleNames } from "../words.js";
import { tokenField } from "./form.js";
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
  errors: Record<string, Text>;
  /** as typed before */
  name: string;
}

export const InvitationPage = (props: Props) => {
  const { language, link, userId, person } = props;
  return (
    <section class="card">
      <div>
        <h1>
          {texts.invitedTo[language]} {link.organizationName}
        </h1>
        <p class="quiet wrap-anywhere">
          {texts.invitedLead[language]} {roleNames[link.role ?? "guest"][language]}: {link.email}
        </p>
      </div>
      {userId === null ? (
        <NewAccount {...props} />
      ) : person?.userId === userId ? (
        <Accept {...props} />
      ) : (
        <SignInFirst {...props} />
      )}
    </section>
  );
};

const NewAccount = ({ language, link, token, path, errors, name }: Props) => (
  <form method="post" action={path}>
    <input type="hidden" name={tokenField} value={token} />
    <p>{texts.newAccount[language]}</p>
    <Field
      id="name"
      label={texts.name[language]}
      value={name}
      maxLength={200}
      autocomplete="name"
      required
      error={errors.name?.[language]}
    />
    <input type="hidden" name="username" value={link.email} autocomplete="username" />
    <NewPasswordField language={language} label={texts.password[language]} error={errors["new-password"]?.[language]} />
    <button type="submit">{texts.createAccount[language]}</button>
  </form>
);

const Accept = ({ language, token, path }: Props) => (
  <form method="post" action={path}>
    <input type="hidden" name={tokenField} value={token} />
    <button type="submit">{texts.accept[language]}</button>
  </form>
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
