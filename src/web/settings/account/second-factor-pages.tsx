import type { NewFactor } from "../../../accounts/factors/second-factor.js";
import { CodeField } from "../../components/code-field.js";
import { Form } from "../../components/form.js";
import { PlainList } from "../../components/plain-list.js";
import { QrCode } from "../../components/qr-code.js";
import { Section, SuccessNotice } from "../../components/section.js";
import type { PageRequest } from "../page-request.js";
import { secondFactorTexts as texts } from "./second-factor-texts.js";

interface Props {
  request: PageRequest;
}

export interface FactorState {
  /** codes of an authenticator app are asked for */
  hasApp: boolean;
  /** recovery codes: some where there is any factor, until they are used up */
  codesLeft: number;
}

/** The account page's section about the authenticator app and the recovery codes. */
export const SecondFactor = ({ request, factor: { hasApp, codesLeft } }: Props & { factor: FactorState }) => (
  <Section id="second-factor" title={request.text(texts.title)} lead={request.text(texts.lead)}>
    {request.person.needsSecondFactor && <p class="notice">{request.text(texts.required)}</p>}
    {!hasApp && (
      <Form token={request.token} action="/settings/account/second-factor" class="actions">
        <button type="submit">{request.text(texts.setUp)}</button>
      </Form>
    )}
    {(hasApp || codesLeft > 0) && <CodeForm {...{ request, hasApp, codesLeft }} />}
  </Section>
);

const CodeForm = ({ request, hasApp, codesLeft }: Props & FactorState) => (
  <Form token={request.token} action={`/settings/account/${hasApp ? "second-factor-off" : "recovery-codes"}`}>
    <p>
      {hasApp && request.text(texts.isOn)} {request.text(texts.codesLeft)} {codesLeft}
    </p>
    <CodeField
      label={request.text(hasApp ? texts.codeToChange : texts.codeToRenew)}
      hint={request.text(hasApp ? texts.codeHint : texts.recoveryHint)}
      error={request.fault("code")}
    />
    <div class="actions">
      <button type="submit" class="quiet-button" formAction="/settings/account/recovery-codes">
        {request.text(texts.renewCodes)}
      </button>
      {hasApp && (
        <button type="submit" class="danger-button">
          {request.text(texts.turnOff)}
        </button>
      )}
    </div>
  </Form>
);

/** Shows a new secret, and asks for the first code that the app makes of it. */
export const SetUpPage = ({ request, factor }: Props & { factor: NewFactor }) => (
  <>
    <h1>{request.text(texts.setUpTitle)}</h1>
    <section class="card">
      <p>{request.text(texts.scan)}</p>
      <QrCode text={factor.address} label={request.text(texts.picture)} />
      <p>{request.text(texts.orType)}</p>
      <p class="code secret">{factor.secret}</p>
      <Form token={request.token} action="/settings/account/second-factor-on">
        <input type="hidden" name="secret" value={factor.secret} />
        <CodeField label={request.text(texts.code)} maxLength={10} inputMode="numeric" error={request.fault("code")} />
        <div class="actions">
          <button type="submit">{request.text(texts.turnOn)}</button>
          <a class="button quiet-button" href="/settings/account">
            {request.text(texts.cancel)}
          </a>
        </div>
      </Form>
    </section>
  </>
);

interface RecoveryCodesProps extends Props {
  codes: string[];
  /** others were there before */
  areNew?: boolean;
}

/** Shows the recovery codes once, right after they were made. */
export const RecoveryCodesPage = ({ request, codes, areNew = false }: RecoveryCodesProps) => (
  <>
    <h1>{request.text(texts.codesTitle)}</h1>
    <section class="card">
      <SuccessNotice>{request.text(areNew ? texts.newCodesLead : texts.codesLead)}</SuccessNotice>
      <PlainList class="recovery-codes">
        {codes.map((code) => (
          <li key={code} class="code">
            {code}
          </li>
        ))}
      </PlainList>
      <div class="actions">
        <a class="button" href="/settings/account">
          {request.text(texts.kept)}
        </a>
      </div>
    </section>
  </>
);
