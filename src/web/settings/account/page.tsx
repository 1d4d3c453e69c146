import type { Passkey } from "../../../accounts/factors/passkeys.js";
import { About } from "../../components/about.js";
import { Confirm } from "../../components/confirm.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Rows } from "../../components/rows.js";
import { Section, SuccessNotice } from "../../components/section.js";
import { Username } from "../../components/username.js";
import { NewPasswordField } from "../../sign-in/new-password.js";
import { roleNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { browserName } from "./browser-name.js";
import { Passkeys } from "./passkey-pages.js";
import { type FactorState, SecondFactor } from "./second-factor-pages.js";
import { accountNotices, accountTexts as texts } from "./texts.js";

export interface SessionRow {
  id: string;
  browser: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

interface Props {
  request: PageRequest;
}

interface AccountPageProps extends Props {
  sessions: SessionRow[];
  factor: FactorState;
  /** null where browsers offer none */
  passkeys: Passkey[] | null;
}

export function AccountPage({ request, sessions, factor, passkeys }: AccountPageProps) {
  const { needsSecondFactor } = request.person;
  const factors = (
    <>
      <SecondFactor request={request} factor={factor} />
      {passkeys && <Passkeys request={request} passkeys={passkeys} />}
    </>
  );
  return (
    <>
      <h1>{request.text(texts.title)}</h1>
      <SuccessNotice>{request.notice(accountNotices)}</SuccessNotice>
      {/* Who was sent here from another page sees first why. */}
      {needsSecondFactor && factors}
      <div class="columns">
        <Name request={request} />
        <Password request={request} />
      </div>
      {!needsSecondFactor && factors}
      <Organizations request={request} />
      <Sessions request={request} sessions={sessions} />
    </>
  );
}

const Name = ({ request }: Props) => (
  <Section id="profile" title={request.text(texts.profile)}>
    <Form token={request.token} action="/settings/account/name">
      <Field
        id="name"
        label={request.text(texts.name)}
        value={request.form.get("name") ?? request.person.name}
        maxLength={200}
        autocomplete="name"
        required
        error={request.fault("name")}
      />
      <div class="field">
        <span class="label">{request.text(texts.email)}</span>
        <p class="wrap-anywhere">{request.person.email}</p>
      </div>
      <button type="submit">{request.text(texts.save)}</button>
    </Form>
  </Section>
);

const Password = ({ request }: Props) => (
  <Section id="password" title={request.text(texts.password)} lead={request.text(texts.passwordLead)}>
    <Form token={request.token} action="/settings/account/password">
      <Username email={request.person.email} />
      <Field
        id="old-password"
        type="password"
        label={request.text(texts.oldPassword)}
        autocomplete="current-password"
        required
        error={request.fault("old-password")}
      />
      <NewPasswordField
        language={request.language}
        label={request.text(texts.newPassword)}
        error={request.fault("new-password")}
      />
      <button type="submit">{request.text(texts.changePassword)}</button>
    </Form>
  </Section>
);

const Organizations = ({ request }: Props) => {
  const { memberships } = request.person;
  return (
    <Section id="organizations" title={request.text(texts.organizations)}>
      {memberships.length === 0 ? (
        <p class="quiet">{request.text(texts.noOrganization)}</p>
      ) : (
        <Rows items={memberships.map((membership) => ({ id: membership.organizationId, ...membership }))}>
          {({ name, role }) => (
            <>
              <span class="wrap-anywhere">{name}</span>
              <span class="tag">{request.text(roleNames[role])}</span>
            </>
          )}
        </Rows>
      )}
    </Section>
  );
};

const Sessions = ({ request, sessions }: Props & { sessions: SessionRow[] }) => (
  <Section id="sessions" title={request.text(texts.sessions)}>
    <Rows items={sessions}>{(session) => <Session request={request} session={session} />}</Rows>
    <Confirm
      label={request.text(texts.everywhere)}
      question={request.text(texts.everywhereSure)}
      action="/settings/account/sign-out-everywhere"
      token={request.token}
      yes={request.text(texts.everywhere)}
    />
  </Section>
);

const Session = ({ request, session }: Props & { session: SessionRow }) => {
  const name = browserName(session.browser) ?? request.text(texts.unknownBrowser);
  const lastSeen = `${request.text(texts.lastSeen)} ${request.time(session.lastSeenAt)}`;
  const isThis = session.id === request.person.sessionId;
  return (
    <>
      <div>
        <p>
          {name} {isThis && <span class="tag">{request.text(texts.thisBrowser)}</span>}
        </p>
        <p class="quiet">
          {request.text(texts.since)} {request.time(session.createdAt)}, {lastSeen}
        </p>
      </div>
      {!isThis && (
        <Form token={request.token} action="/settings/account/end-session">
          <button type="submit" name="session" value={session.id} class="quiet-button">
            {request.text(texts.signOutThere)}{" "}
            <About>
              {name}, {lastSeen}
            </About>
          </button>
        </Form>
      )}
    </>
  );
};
