import { type Role, roles } from "../../domain/vocabulary.js";
import { Field } from "../field.js";
import { localDay, type Text } from "../language.js";
import { roleHints, roleNames } from "../words.js";
import { membersTexts as texts } from "./members-texts.js";
import { Confirm, Done, Form, Section } from "./parts.js";
import type { Visit } from "./visit.js";

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  since: Date;
}

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  status: "queued" | "sent" | "failed";
  createdAt: Date;
  isExpired: boolean;
}

interface Props {
  visit: Visit;
  members: MemberRow[];
  invitations: InvitationRow[];
  errors: Record<string, Text>;
  done: string | undefined;
}

export const MembersPage = (props: Props) => {
  const { visit, members, invitations, done } = props;
  return (
    <>
      <h1>{visit.text(texts.title)}</h1>
      <Done>{done}</Done>
      <Section id="members" title={visit.firm.name}>
        <ul class="rows">
          {members.map((member) => (
            <li key={member.id}>
              <Member visit={visit} member={member} />
            </li>
          ))}
        </ul>
      </Section>
      {invitations.length > 0 && (
        <Section id="invitations" title={visit.text(texts.pending)}>
          <ul class="rows">
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <Invitation visit={visit} invitation={invitation} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Invite {...props} />
    </>
  );
};

/** Only an owner makes owners; an owner's role is shown to others, and can't be chosen. */
const Roles = ({ visit, chosen }: { visit: Visit; chosen: Role }) => (
  <>
    {roles
      .filter((role) => visit.firm.role === "owner" || role !== "owner")
      .map((role) => (
        <option key={role} value={role} selected={role === chosen}>
          {visit.text(roleNames[role])}
        </option>
      ))}
  </>
);

const Member = ({ visit, member }: { visit: Visit; member: MemberRow }) => {
  const mayChange = visit.firm.role === "owner" || member.role !== "owner";
  return (
    <>
      <div class="row-main">
        <p class="wrap-anywhere">
          <strong>{member.name}</strong>{" "}
          {member.id === visit.person.userId && <span class="tag">{visit.text(texts.you)}</span>}
        </p>
        <p class="quiet wrap-anywhere">
          {member.email} · {visit.text(texts.since)} {localDay(member.since, visit.language)}
        </p>
      </div>
      {mayChange ? (
        <>
          <Form visit={visit} action="/settings/members/role" class="in-row">
            <input type="hidden" name="member" value={member.id} />
            <select name="role" aria-label={`${visit.text(texts.roleOf)} ${member.name}`}>
              <Roles visit={visit} chosen={member.role} />
            </select>
            <button type="submit" class="quiet-button">
              {visit.text(texts.save)} <span class="visually-hidden">({member.name})</span>
            </button>
          </Form>
          <Confirm label={visit.text(texts.remove)} about={member.name} question={visit.text(texts.removeSure)}>
            <Form visit={visit} action="/settings/members/remove">
              <button type="submit" name="member" value={member.id}>
                {visit.text(texts.removeYes)}
              </button>
            </Form>
          </Confirm>
        </>
      ) : (
        <span class="tag">{visit.text(roleNames[member.role])}</span>
      )}
    </>
  );
};

const Invitation = ({ visit, invitation }: { visit: Visit; invitation: InvitationRow }) => (
  <>
    <div class="row-main">
      <p class="wrap-anywhere">
        {invitation.email} <span class="tag">{visit.text(roleNames[invitation.role])}</span>
      </p>
      <p class="quiet">
        {visit.text(texts.invitedOn)} {localDay(invitation.createdAt, visit.language)}
        {invitation.isExpired && ` · ${visit.text(texts.expired)}`}
      </p>
      {invitation.status === "failed" && <p class="field-error">{visit.text(texts.failed)}</p>}
    </div>
    <Form visit={visit} action="/settings/members/withdraw">
      <button type="submit" class="quiet-button" name="invitation" value={invitation.id}>
        {visit.text(texts.withdraw)} <span class="visually-hidden">({invitation.email})</span>
      </button>
    </Form>
  </>
);

const Invite = ({ visit, errors }: Props) => {
  const chosen = roles.find((role) => role === visit.form.get("role")) ?? "member";
  return (
    <Section id="invite" title={visit.text(texts.invite)} lead={visit.text(texts.inviteLead)}>
      <Form visit={visit} action="/settings/members/invite" class="wide-form">
        <Field
          id="email"
          type="email"
          label={visit.text(texts.email)}
          value={visit.form.get("email") ?? ""}
          autocomplete="off"
          required
          error={errors.email?.[visit.language]}
        />
        <div class="field">
          <label for="role">{visit.text(texts.role)}</label>
          <select id="role" name="role">
            <Roles visit={visit} chosen={chosen} />
          </select>
        </div>
        <details>
          <summary>{visit.text(texts.guide)}</summary>
          <dl class="facts">
            {roles.map((role) => (
              <div key={role}>
                <dt>{visit.text(roleNames[role])}</dt>
                <dd>{visit.text(roleHints[role])}</dd>
              </div>
            ))}
          </dl>
        </details>
        <div class="actions">
          <button type="submit">{visit.text(texts.submit)}</button>
        </div>
      </Form>
    </Section>
  );
};
