import type Router from "@koa/router";
import { mailLink } from "../../accounts/account-mail.js";
import {
  changeRole,
  checkedRole,
  lockRole,
  type MemberChange,
  refuseOwnersTo,
  removeMember,
} from "../../accounts/people.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { isEmailAddress } from "../../domain/mail.js";
import type { Role } from "../../domain/vocabulary.js";
import type { Text } from "../language.js";
import type { WebParts } from "../parts.js";
import { type InvitationRow, type MemberRow, MembersPage } from "./members-page.js";
import { membersDone, membersTexts as texts } from "./members-texts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/members";

/** Who belongs to the organization: invite, give a role, remove. */
export function memberRoutes(parts: WebParts, router: Router): void {
  const route = (path: string, answer: (visit: Visit) => Promise<void>) =>
    router.post(`${here}/${path}`, visited(parts, "members:manage", answer));

  router.get(
    here,
    visited(parts, "members:manage", (visit) => show(visit)),
  );
  route("invite", invite);
  route("role", async (visit) => {
    const role = checkedRole(visit.field("role"));
    await visit.change("change_role", (unit) => changeRole(unit, concerned(visit), role));
    visit.done(here, "role");
  });
  route("remove", async (visit) => {
    await visit.change("remove_member", (unit) => removeMember(unit, concerned(visit)));
    visit.done(here, "removed");
  });
  route("withdraw", async (visit) => {
    const id = visit.field("invitation");
    await visit.change("withdraw_invitation", async (unit) => {
      await manage(visit, unit);
      const [gone] = await unit.execute<{ email: string; role: string }>(
        `delete from account_link where organization_id = $1 and id::text = $2 and kind = 'invitation' and used_at is null returning email, role`,
        [visit.firm.organizationId, id],
      );
      if (gone) unit.note({ record: "invitation", id, op: "delete", before: gone });
    });
    visit.done(here, "withdrawn");
  });
}

/** The member that a form is about, and who asks. @throws not_found */
function concerned(visit: Visit): MemberChange {
  const userId = visit.field("member");
  if (!isId(userId)) throw notFound("member", userId);
  return { organizationId: visit.firm.organizationId, userId, by: visit.person.userId };
}

/** The role that lets the person manage members, as it is now and stays during the unit. @throws forbidden */
const manage = ({ firm: { organizationId }, person }: Visit, unit: UnitOfWork): Promise<Role> =>
  lockRole(unit, { organizationId, by: person.userId }, "members:manage");

async function invite(visit: Visit): Promise<void> {
  const { organizationId } = visit.firm;
  const [email, role] = [visit.field("email"), checkedRole(visit.field("role"))];
  if (!isEmailAddress(email)) return show(visit, { email: texts.noEmail });
  if (await isMember(visit, email)) return show(visit, { email: texts.already });
  await visit.change("invite_member", async (unit) => {
    refuseOwnersTo(await manage(visit, unit), role);
    const id = await mailLink(unit, {
      organizationId,
      kind: "invitation",
      email,
      role,
      invitedBy: visit.person.userId,
    });
    unit.note({ record: "invitation", id, op: "create", after: { email, role } });
  });
  visit.done(here, "invited");
}

async function isMember(visit: Visit, email: string): Promise<boolean> {
  const found = await visit.rows(
    "select from membership m join user_account u on u.id = m.user_id where m.organization_id = $1 and lower(u.email) = lower($2)",
    [visit.firm.organizationId, email],
  );
  return found.length > 0;
}

async function show(visit: Visit, errors: Record<string, Text> = {}): Promise<void> {
  if (Object.keys(errors).length > 0) visit.ctx.status = 422;
  const { organizationId } = visit.firm;
  const members = await visit.rows<MemberRow>(
    `select u.id, u.name, u.email, m.role, m.created_at as "since" from membership m join user_account u on u.id = m.user_id
     where m.organization_id = $1 order by lower(u.name), u.id limit 2000`,
    [organizationId],
  );
  const invitations = await visit.rows<InvitationRow>(
    `select id, email, role, status, created_at as "createdAt", expires_at < now() as "isExpired" from account_link
     where organization_id = $1 and kind = 'invitation' and used_at is null order by created_at desc, id limit 500`,
    [organizationId],
  );
  visit.send(
    texts.title,
    <MembersPage {...{ visit, members, invitations, errors }} done={visit.notice(membersDone)} />,
  );
}
