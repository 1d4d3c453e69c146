import type { ComponentChildren } from "preact";
import { mayGive } from "../../../accounts/members/memberships.js";
import type { Role } from "../../../domain/vocabulary.js";
import { About } from "../../components/about.js";
import { Confirm } from "../../components/confirm.js";
import { Form } from "../../components/form.js";
import { Rows } from "../../components/rows.js";
import { Section, SuccessNotice } from "../../components/section.js";
import { withDate } from "../../language.js";
import { roleNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { InviteForm } from "./invite-form.js";
import { RoleOptions } from "./role-options.js";
import { memberNotices, memberTexts as texts } from "./texts.js";

export interface MemberRow {
  id: string;
  name: string;
  /** the name, with the address where several members have that name */
  called: string;
  email: string;
  role: Role;
  since: Date;
  /** the names of the organization's own keys that the person made and that are still valid */
  madeKeys: string[];
  /** the names of the apps that act for the organization in the person's name */
  apps: string[];
  /** the titles of the tasks assigned to the person that are to be done, each with its project's name, the most urgent first */
  openTasks: string[];
  /** the addresses that the person has invited, and that have not answered yet */
  invited: string[];
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
  request: PageRequest;
  members: MemberRow[];
  invitations: InvitationRow[];
}

export const MembersPage = ({ request, members, invitations }: Props) => (
  <>
    <h1>{request.text(texts.title)}</h1>
    <SuccessNotice>{request.notice(memberNotices)}</SuccessNotice>
    <InviteForm request={request} />
    {invitations.length > 0 && (
      <Section id="invitations" title={request.text(texts.pending)}>
        <Rows items={invitations}>{(invitation) => <Invitation request={request} invitation={invitation} />}</Rows>
      </Section>
    )}
    <Section id="members" title={request.organization.name}>
      <Rows items={members}>{(member) => <Member request={request} member={member} />}</Rows>
    </Section>
  </>
);

interface MemberProps {
  request: PageRequest;
  member: MemberRow;
}

const Member = ({ request, member }: MemberProps) => {
  const mayChange = mayGive(request.organization.role, member.role);
  return (
    <>
      <div class="row-main">
        <p class="wrap-anywhere">
          <strong>{member.name}</strong>{" "}
          {member.id === request.person.userId && <span class="tag">{request.text(texts.you)}</span>}
        </p>
        <p class="quiet wrap-anywhere">
          {member.email} · {withDate(request.text(texts.since), request.day(member.since))}
        </p>
      </div>
      {mayChange ? (
        <>
          <RoleForm request={request} member={member} />
          <RemoveForm request={request} member={member} />
        </>
      ) : (
        <span class="tag">{request.text(roleNames[member.role])}</span>
      )}
    </>
  );
};

const RoleForm = ({ request, member }: MemberProps) => (
  <Form token={request.token} action="/settings/members/role" class="in-row">
    <input type="hidden" name="member" value={member.id} />
    <select name="role" aria-label={`${request.text(texts.roleOf)} ${member.called}`}>
      <RoleOptions request={request} chosen={member.role} />
    </select>
    <button type="submit" class="quiet-button">
      {request.text(texts.save)} <About>{member.called}</About>
    </button>
  </Form>
);

const RemoveForm = ({ request, member }: MemberProps) => (
  <Confirm
    label={request.text(texts.remove)}
    about={member.called}
    question={request.text(texts.removeSure)}
    action="/settings/members/remove"
    token={request.token}
    yes={request.text(texts.removeYes)}
    name="member"
    value={member.id}
  >
    <Names lead={request.text(texts.openTasks)} names={member.openTasks} />
    <Names lead={request.text(texts.apps)} names={member.apps} />
    <Names lead={request.text(texts.invited)} names={member.invited} />
    {/* What goes on speaking for the organization after its maker has left. */}
    <Names lead={request.text(texts.madeKeys)} names={member.madeKeys}>
      <label class="inline-choice">
        <input type="checkbox" name="revoke-keys" value="yes" />
        {request.text(texts.revokeKeys)}
      </label>
    </Names>
  </Confirm>
);

/** Nothing where there are no names. @param children what is asked about them */
const Names = ({ lead, names, children }: { lead: string; names: string[]; children?: ComponentChildren }) =>
  names.length > 0 && (
    <>
      <p>{lead}</p>
      <ul>
        {names.map((name, n) => (
          <li key={n} class="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
      {children}
    </>
  );

const Invitation = ({ request, invitation }: { request: PageRequest; invitation: InvitationRow }) => (
  <>
    <div class="row-main">
      <p class="wrap-anywhere">
        {invitation.email} <span class="tag">{request.text(roleNames[invitation.role])}</span>
      </p>
      <p class="quiet">
        {withDate(request.text(texts.invitedOn), request.day(invitation.createdAt))}
        {invitation.status === "queued" && ` · ${request.text(texts.queued)}`}
        {invitation.isExpired && ` · ${request.text(texts.expired)}`}
      </p>
      {invitation.status === "failed" && <p class="field-error">{request.text(texts.failed)}</p>}
    </div>
    <Form token={request.token} action="/settings/members/withdraw">
      <button type="submit" class="quiet-button" name="invitation" value={invitation.id}>
        {request.text(texts.withdraw)} <About>{invitation.email}</About>
      </button>
    </Form>
  </>
);
