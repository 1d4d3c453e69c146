import type { Language } from "../domain/language.js";
import { Form } from "./components/form.js";

const texts = {
  account: { en: "Account", it: "Account" },
  organizations: { en: "Organization", it: "Studio" },
  current: { en: "current", it: "attuale" },
  signIn: { en: "Sign in", it: "Accedi" },
  signOut: { en: "Sign out", it: "Esci" },
  settings: { en: "Your account", it: "Il tuo account" },
};

export interface AccountMenuProps {
  /** null: nobody is signed in */
  person: { name: string; email: string } | null;
  /** those that the person may look at, by name */
  organizations: { id: string; name: string; isCurrent: boolean }[];
  /** for the menu's forms */
  token: string;
  /** the page to come back to with another organization */
  back: string;
}

/** Who is signed in, in the head bar: another organization, the account, the way out. It opens without a script. */
export function AccountMenu(props: AccountMenuProps & { language: Language }) {
  const { language, person, organizations, token } = props;
  if (!person)
    return (
      <a class="account" href="/sign-in">
        {texts.signIn[language]}
      </a>
    );
  const current = organizations.find((one) => one.isCurrent);
  return (
    <details class="account">
      <summary class="account-summary">
        <span class="visually-hidden">{texts.account[language]}: </span>
        <span class="account-name">{person.name}</span>
        {current && <span class="quiet"> · {current.name}</span>}
      </summary>
      <div class="account-menu">
        <p class="wrap-anywhere">
          <a href="/settings/account">{texts.settings[language]}</a>
          <br />
          <span class="quiet">{person.email}</span>
        </p>
        {organizations.length > 1 && <Organizations {...props} />}
        <Form token={token} action="/sign-out">
          <button type="submit" class="quiet-button">
            {texts.signOut[language]}
          </button>
        </Form>
      </div>
    </details>
  );
}

const Organizations = ({ language, organizations, token, back }: AccountMenuProps & { language: Language }) => (
  <Form token={token} action="/settings/organization">
    <input type="hidden" name="back" value={back} />
    <fieldset>
      <legend>{texts.organizations[language]}</legend>
      {organizations.map(({ id, name, isCurrent }) => (
        <button key={id} type="submit" name="organization" value={id} class="menu-item" aria-current={isCurrent}>
          {name}
          {isCurrent && <span class="quiet"> ({texts.current[language]})</span>}
        </button>
      ))}
    </fieldset>
  </Form>
);
