import type { SignedIn } from "../../accounts/sessions.js";
import type { BilingualText, Language } from "../../domain/language.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { type PendingStep, SecondStepForm } from "../sign-in/second-step-form.js";
import { SignInForm, type SignInRefusal } from "../sign-in/sign-in-form.js";
import type { Approval } from "./approval.js";
import { approvalTexts as texts } from "./texts.js";

interface Props {
  language: Language;
  approval: Approval;
  /** of `formToken` */
  token: string;
}

/** Step one: e-mail address and password, whoever may be signed in. */
export function SignInStep({
  language,
  approval,
  token,
  email,
  refused,
}: Props & { email?: string; refused?: SignInRefusal | undefined }) {
  return (
    <>
      <p>{texts.signInLead[language]}</p>
      <ClientFacts client={approval.client} language={language} />
      <SignInForm {...{ language, token, refused }} {...(email ? { email } : {})} action="">
        <input type="hidden" name="step" value="sign-in" />
      </SignInForm>
      <CancelForm {...{ language, token }} />
    </>
  );
}

/** After the password, for somebody with a second factor: the passkey or code. */
export function SecondStep({ approval, ...form }: Props & PendingStep) {
  const { language, token } = form;
  return (
    <>
      <ClientFacts client={approval.client} language={language} />
      <SecondStepForm {...form} action="">
        <input type="hidden" name="step" value="sign-in" />
      </SecondStepForm>
      <CancelForm {...{ language, token }} />
    </>
  );
}

/** For somebody whose organization requires a second factor that isn't set up yet. */
export function SetUpFirstStep({ language, token }: Props & { person: SignedIn }) {
  return (
    <>
      <p>{texts.setUp[language]}</p>
      <p>
        <a class="button" href="/settings/account" target="_blank" rel="noopener">
          {texts.setUpLink[language]}
        </a>{" "}
        <a href="?">{texts.setUpDone[language]}</a>
      </p>
      <CancelForm {...{ language, token }} />
    </>
  );
}

/** Step two: organization and mode. */
export function ApproveStep({ language, approval, token, person }: Props & { person: SignedIn }) {
  const { memberships } = person;
  return (
    <>
      <SignedInAs {...{ language, person }} />
      <ClientFacts client={approval.client} language={language} />
      {approval.client.isLocal && <p class="notice">{texts.onThisComputer[language]}</p>}
      <Form token={token} action="">
        <fieldset>
          <legend>
            <h2>{texts.organization[language]}</h2>
          </legend>
          {memberships.map(({ organizationId, name }) => (
            <label key={organizationId} class="choice">
              <input
                type="radio"
                name="organization"
                value={organizationId}
                required
                checked={memberships.length === 1}
              />
              <span class="wrap-anywhere">{name}</span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>
            <h2>{texts.mode[language]}</h2>
          </legend>
          <ModeChoice {...{ language }} value="read" label={texts.read} about={texts.readAbout} checked />
          <ModeChoice
            {...{ language }}
            value="change"
            label={texts.change}
            about={approval.asksToChange ? texts.changeAbout : texts.changeNotAsked}
            disabled={!approval.asksToChange}
          />
        </fieldset>
        <p class="quiet">
          {texts.disconnect[language]} <a href="/settings/connected-apps">{texts.connectedApps[language]}</a>.
        </p>
        <div class="actions">
          <button type="submit" name="step" value="approve">
            {texts.approve[language]}
          </button>
          <button type="submit" name="step" value="cancel" class="quiet-button" formnovalidate>
            {texts.cancel[language]}
          </button>
        </div>
      </Form>
    </>
  );
}

/** For somebody who has nothing to connect. */
export function NowhereStep({ language, token, person }: Props & { person: SignedIn }) {
  return (
    <>
      <p>{texts.nowhere[language]}</p>
      <SignedInAs {...{ language, person }} />
      <CancelForm {...{ language, token }} />
    </>
  );
}

const SignedInAs = ({ language, person }: { language: Language; person: SignedIn }) => (
  <p>
    {texts.signedInAs[language]} <strong class="wrap-anywhere">{person.email}</strong>.{" "}
    <a href="?another">{texts.another[language]}</a>
  </p>
);

function CancelForm({ language, token }: Pick<Props, "language" | "token">) {
  return (
    <Form token={token} action="">
      <button type="submit" name="step" value="cancel" class="quiet-button">
        {texts.cancel[language]}
      </button>
    </Form>
  );
}

function ClientFacts({ client, language }: { client: Approval["client"]; language: Language }) {
  return (
    <Facts
      facts={[
        [
          texts.app[language],
          <>
            <strong>{client.name ?? texts.unnamed[language]}</strong>
            {client.name && <span class="quiet"> ({texts.unverified[language]})</span>}
          </>,
        ],
        [texts.publishedAt[language], client.publishedAt],
        [texts.returnsTo[language], client.redirectHost],
      ]}
    />
  );
}

interface ModeChoiceProps {
  language: Language;
  value: "read" | "change";
  label: BilingualText;
  about: BilingualText;
  checked?: boolean;
  disabled?: boolean;
}

function ModeChoice({ language, value, label, about, ...state }: ModeChoiceProps) {
  return (
    <div class="choice explained">
      <input
        type="radio"
        name="mode"
        id={`mode-${value}`}
        value={value}
        required
        aria-describedby={`about-${value}`}
        {...state}
      />
      <div>
        <label for={`mode-${value}`}>{label[language]}</label>
        <p class="quiet" id={`about-${value}`}>
          {about[language]}
        </p>
      </div>
    </div>
  );
}
