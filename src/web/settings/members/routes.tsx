import type Router from "@koa/router";
import { isValidKey } from "../../../accounts/keys/keys.js";
import { inviteMember, withdrawInvitations } from "../../../accounts/members/invitations.js";
import {
  changeRole,
  type MemberChange,
  removeMember,
  requireOwnerFor,
} from "../../../accounts/members/member-changes.js";
import { parseRole } from "../../../accounts/members/memberships.js";
import type { UnitOfWork } from "../../../db/unit-of-work.js";
import { notFound } from "../../../domain/errors.js";
import { isId } from "../../../domain/ids.js";
import { isEmailAddress } from "../../../domain/messages/mail.js";
import { roleHolds } from "../../../domain/permissions.js";
import type { Role } from "../../../domain/vocabulary.js";
import type { WebParts } from "../../parts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { type InvitationRow, type MemberRow, MembersPage } from "./page.js";
import { memberTexts as texts } from "./texts.js";

const path = "/settings/members";
const accountPath = "/settings/account";

/** Who belongs to the organization: invite, give a role, remove. */
export function memberRoutes(parts: WebParts, router: Router): void {
  const handler = (handle: (request: PageRequest) => Promise<void>, asksPassword = false) =>
    signedInHandler(parts, { permission: "members:manage", asksPassword }, handle);
  router.get(path, handler(show));
  router.post(`${path}/role`, handler(giveRole, true));
  router.post(`${path}/remove`, handler(remove, true));
  router.post(`${path}/invite`, handler(invite, true));
  router.post(`${path}/withdraw`, handler(withdraw));
}

async function show(request: PageRequest): Promise<void> {
  const members = await request.query<MemberRow>(
    `select u.id, u.name, u.email,
       case when count(*) over (partition by lower(u.name)) > 1 then u.name || ', ' || u.email else u.name end as called, m.role, m.created_at as "since",
       array(select k.name from api_key k where k.organization_id = m.organization_id and k.created_by = u.id and k.user_id is null
         and ${isValidKey("k")} order by k.created_at, k.id limit 100) as "madeKeys",
       array(select coalesce(c.client_name, c.redirect_host) from connection c where c.organization_id = m.organization_id and c.user_id = u.id
         and c.revoked_at is null order by c.created_at, c.grant_id limit 100) as apps,
       array(select t.title || ' – ' || p.name from task t join project p on p.organization_id = t.organization_id and p.id = t.project_id
         where t.organization_id = m.organization_id and t.assignee_id = u.id and t.status in ('todo', 'in_progress')
         order by t.due_at nulls last, t.id limit 100) as "openTasks",
       array(select l.email from account_link l where l.organization_id = m.organization_id and l.invited_by = u.id
         and l.kind = 'invitation' and l.used_at is null and l.expires_at > now() order by l.created_at, l.id limit 100) as invited
     from membership m join user_account u on u.id = m.user_id
     where m.organization_id = $1 order by lower(u.name), u.id limit 2000`,
    [request.organizationId],
  );
  const invitations = await request.query<InvitationRow>(
    `select id, email, role, status, created_at as "createdAt", expires_at < now() as "isExpired" from account_link
     where organization_id = $1 and kind = 'invitation' and used_at is null order by created_at desc, id limit 500`,
    [request.organizationId],
  );
  request.sendPage(texts.title, <MembersPage {...{ request, members, invitations }} />);
}

async function giveRole(request: PageRequest): Promise<void> {
  const role = parseRole(request.field("role"));
  const member = await chosenMember(request);
  await request.change("change_role", (unit) => changeRole(unit, member, role), member.email);
  // Whoever gave this page away themselves would meet a refusal there.
  if (isActor(member) && !roleHolds(role, "members:manage")) request.redirectWithNotice(accountPath, "own-role");
  else request.redirectWithNotice(path, (await leavesKeys(request, member, role)) ? "role-keys" : "role");
}

/** Whether somebody may make no keys of the organization any more, and made some that are still valid: those don't follow their maker's role. */
async function leavesKeys(
  request: PageRequest,
  { organizationId, userId }: MemberChange,
  role: Role,
): Promise<boolean> {
  if (roleHolds(role, "keys:manage")) return false;
  const made = await request.query(
    `select from api_key k where k.organization_id = $1 and k.created_by = $2 and k.user_id is null and ${isValidKey("k")} limit 1`,
    [organizationId, userId],
  );
  return made.length > 0;
}

async function remove(request: PageRequest): Promise<void> {
  const member = await chosenMember(request);
  const revokingMadeKeys = request.form.has("revoke-keys");
  await request.change("remove_member", (unit) => removeMember(unit, member, { revokingMadeKeys }), member.email);
  if (isActor(member)) request.redirectWithNotice(accountPath, "left");
  else request.redirectWithNotice(path, "removed");
}

const isActor = ({ userId, actorId }: MemberChange): boolean => userId === actorId;

/** The member that a form is about, and who sent it. @throws not_found */
async function chosenMember(request: PageRequest): Promise<MemberChange & { email: string }> {
  const userId = request.field("member");
  const { organizationId } = request;
  const [member] = await request.query<{ email: string }>(
    `select u.email from membership m join user_account u on u.id = m.user_id where m.organization_id = $1 and m.user_id = $2`,
    [organizationId, isId(userId) ? userId : null],
  );
  if (!member) throw notFound("member", userId);
  return { organizationId, userId, actorId: request.person.userId, email: member.email };
}

async function invite(request: PageRequest): Promise<void> {
  const [email, role] = [request.field("email"), parseRole(request.field("role"))];
  if (!isEmailAddress(email)) return show(request.withFaults({ email: texts.noEmail }));
  if (await isMember(request, email)) return show(request.withFaults({ email: texts.already }));
  const invite = async (unit: UnitOfWork, actorRole: Role) => {
    requireOwnerFor(actorRole, role);
    const { organizationId, person } = request;
    await inviteMember(unit, { organizationId, email, role, invitedBy: person.userId });
  };
  await request.changeAs("members:manage", "invite_member", invite, email);
  request.redirectWithNotice(path, "invited");
}

async function isMember(request: PageRequest, email: string): Promise<boolean> {
  const found = await request.query(
    "select from membership m join user_account u on u.id = m.user_id where m.organization_id = $1 and lower(u.email) = lower($2)",
    [request.organizationId, email],
  );
  return found.length > 0;
}

async function withdraw(request: PageRequest): Promise<void> {
  const id = request.field("invitation");
  const { organizationId } = request;
  const [invitation] = await request.query<{ email: string }>(
    "select email from account_link where organization_id = $1 and id::text = $2 and kind = 'invitation'",
    [organizationId, id],
  );
  const remove = async (unit: UnitOfWork) => {
    const count = await withdrawInvitations(unit, organizationId, "id::text = $2", [id]);
    return count > 0 || null;
  };
  await request.changeAs("members:manage", "withdraw_invitation", remove, invitation?.email);
  request.redirectWithNotice(path, "withdrawn");
}
