import { Field } from "../field.js";
import { localTime, type Text } from "../language.js";
import { NewPasswordField } from "../sign-in/new-password.js";
import { roleNames } from "../words.js";
import { accountTexts as texts } from "./account-texts.js";
import { browserName } from "./browser-name.js";
import { Confirm, Done, Form, Section } from "./parts.js";
import type { Visit } from "./visit.js";

export interface SessionRow {
  id: string;
  browser: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

interface Props {
  visit: Visit;
  sessions: SessionRow[];
  errors: Record<string, Text>;
  done: string | undefined;
}

export const AccountPage = (props: Props) => (
  <>
    <h1>{props.visit.text(texts.title)}</h1>
    <Done>{props.done}</Done>
    <div class="columns">
      <Name {...props} />
      <Password {...props} />
    </div>
    <Firms {...props} />
    <Sessions {...props} />
  </>
);

const errorOf = ({ visit, errors }: Props, field: string): string | undefined => errors[field]?.[visit.language];

const Name = (props: Props) => {
  const { visit } = props;
  return (
    <Section id="profile" title={visit.text(texts.profile)}>
      <Form visit={visit} action="/settings/account/name">
        <Field
          id="name"
          label={visit.text(texts.name)}
          value={visit.form.get("name") ?? visit.person.name}
          maxLength={200}
          autocomplete="name"
          required
          error={errorOf(props, "name")}
        />
        <div class="field">
          <span class="label">{visit.text(texts.email)}</span>
          <p class="wrap-anywhere">{visit.person.email}</p>
        </div>
        <div class="actions">
          <button type="submit">{visit.text(texts.save)}</button>
        </div>
      </Form>
    </Section>
  );
};

const Password = (props: Props) => {
  const { visit } = props;
  return (
    <Section id="password" title={visit.text(texts.password)} lead={visit.text(texts.passwordLead)}>
      <Form visit={visit} action="/settings/account/password">
        <input type="hidden" name="username" value={visit.person.email} autocomplete="username" />
        <Field
          id="old-password"
          type="password"
          label={visit.text(texts.oldPassword)}
          autocomplete="current-password"
          required
          error={errorOf(props, "old-password")}
        />
        <NewPasswordField
          language={visit.language}
          label={visit.text(texts.newPassword)}
          error={errorOf(props, "new-password")}
        />
        <div class="actions">
          <button type="submit">{visit.text(texts.changePassword)}</button>
        </div>
      </Form>
    </Section>
  );
};

const Firms = ({ visit }: Props) => (
  <Section id="firms" title={visit.text(texts.firms)}>
    {visit.person.memberships.length === 0 ? (
      <p class="quiet">{visit.text(texts.noFirm)}</p>
    ) : (
      <ul class="rows">
        {visit.person.memberships.map(({ organizationId, name, role }) => (
          <li key={organizationId}>
            <span class="wrap-anywhere">{name}</span>
            <span class="tag">{visit.text(roleNames[role])}</span>
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const Sessions = ({ visit, sessions }: Props) => (
  <Section id="sessions" title={visit.text(texts.sessions)}>
    <ul class="rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionLine visit={visit} session={session} />
        </li>
      ))}
    </ul>
    <Confirm label={visit.text(texts.everywhere)} question={visit.text(texts.everywhereSure)}>
      <Form visit={visit} action="/settings/account/sign-out-everywhere">
        <button type="submit">{visit.text(texts.everywhere)}</button>
      </Form>
    </Confirm>
  </Section>
);

const SessionLine = ({ visit, session }: { visit: Visit; session: SessionRow }) => {
  const name = browserName(session.browser) ?? visit.text(texts.unknownBrowser);
  const isThis = session.id === visit.person.sessionId;
  return (
    <>
      <div>
        <p>
          {name} {isThis && <span class="tag">{visit.text(texts.thisBrowser)}</span>}
        </p>
        <p class="quiet">
          {visit.text(texts.since)} {localTime(session.createdAt, visit.language)}, {visit.text(texts.lastSeen)}{" "}
          {localTime(session.lastSeenAt, visit.language)}
        </p>
      </div>
      {!isThis && (
        <Form visit={visit} action="/settings/account/end-session">
          <button type="submit" name="session" value={session.id} class="quiet-button">
            {visit.text(texts.signOutThere)} <span class="visually-hidden">({name})</span>
          </button>
        </Form>
      )}
    </>
  );
};
