import { startOrder } from "../contracts/order.js";
import { type AccountMailKind, type LinkKind, sendAccountMail } from "../contracts/send-account-mail.js";
import type { Queries } from "../db/database.js";
import { newId } from "../db/new-id.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Role } from "../domain/vocabulary.js";
import { takeFromQuota } from "./limits/quotas.js";
import { newSecret, secretHash } from "./secret-hash.js";

/** How long a link is valid, from the moment its mail is sent. */
const validFor: Record<LinkKind, string> = { invitation: "7 days", password_reset: "1 hour" };

/** A link that is valid now. */
export interface AccountLink {
  id: string;
  organizationId: string;
  organizationName: string;
  kind: LinkKind;
  email: string;
  /** the role that an invitation gives; null for a password reset */
  role: Role | null;
  /** whose password is reset; null for an invitation */
  userId: string | null;
  userName: string | null;
}

/** A link that nobody has used yet. */
export type OpenLink = Pick<AccountLink, "id" | "email" | "role">;

/** A mail with a link, or a notice without one, that is still to be sent. */
export interface UnsentLink {
  id: string;
  kind: AccountMailKind;
  email: string;
  organizationName: string;
  inviterName: string | null;
  /** what a notice names, such as a key */
  about: string | null;
  /** when what a notice tells of happened */
  createdAt: Date;
  /** the organization's */
  timezone: string;
}

/**
 * Writes a link and orders its mail, in the same commit. It replaces earlier unused links of its kind for the same address: an
 * invitation those of its organization, a password reset all.
 * @returns its id, and those that it replaces
 * @throws quota_exceeded if the organization has used up its invitations of today
 */
export async function mailLink(
  unit: UnitOfWork,
  link: { organizationId: string; kind: LinkKind; email: string; userId?: string; role?: Role; invitedBy?: string },
): Promise<{ id: string; replaced: OpenLink[] }> {
  const id = newId();
  const { organizationId, kind, email, userId = null, role = null, invitedBy = null } = link;
  const replaced = await unit.execute<OpenLink>(
    `delete from account_link where kind = $1 and lower(email) = lower($2) and used_at is null and ($1 = 'password_reset' or organization_id = $3)
     returning id, email, role`,
    [kind, email, organizationId],
  );
  await unit.execute(
    `insert into account_link (id, organization_id, kind, email, user_id, role, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8::timestamptz + interval '${validFor[kind]}')`,
    [id, organizationId, kind, email, userId, role, invitedBy, unit.now],
  );
  if (kind === "invitation") await takeFromQuota(unit, organizationId, "invitations");
  unit.order(startOrder(sendAccountMail, { organizationId, projectId: null, linkId: id, kind }));
  return { id, replaced };
}

/** The link with this token; null if it is unknown, used, withdrawn or expired. */
export async function findLink(queries: Queries, kind: LinkKind, token: string): Promise<AccountLink | null> {
  const [link] = await queries.query<AccountLink>(
    `select l.id, l.organization_id as "organizationId", o.name as "organizationName", l.kind, l.email, l.role, l.user_id as "userId", u.name as "userName"
     from account_link l join organization o on o.id = l.organization_id left join user_account u on u.id = l.user_id
     where l.token_sha256 = $1 and l.kind = $2 and l.used_at is null and l.expires_at > now()`,
    [secretHash(token), kind],
  );
  return link ?? null;
}

/** Whether the link with this token has done what it is for. */
export async function wasUsed(queries: Queries, kind: LinkKind, token: string): Promise<boolean> {
  const found = await queries.query(
    "select from account_link where token_sha256 = $1 and kind = $2 and used_at is not null",
    [secretHash(token), kind],
  );
  return found.length > 0;
}

/** Marks a link as used. @returns false if it was used already */
export async function useLink(unit: UnitOfWork, id: string): Promise<boolean> {
  const rows = await unit.execute(
    "update account_link set used_at = $2 where id = $1 and used_at is null returning id",
    [id, unit.now],
  );
  return rows.length === 1;
}

/** A link whose mail is ordered and not yet sent; null if the mail was sent, or the link was used or withdrawn. */
export async function findUnsentLink(queries: Queries, id: string): Promise<UnsentLink | null> {
  const [link] = await queries.query<UnsentLink>(
    `select l.id, l.kind, l.email, o.name as "organizationName", u.name as "inviterName", l.about,
       l.created_at as "createdAt", o.timezone
     from account_link l join organization o on o.id = l.organization_id left join user_account u on u.id = l.invited_by
     where l.id = $1 and l.used_at is null and l.status = 'queued'`,
    [id],
  );
  return link ?? null;
}

/** Gives a link a new token, which replaces any earlier one. Only the token's hash is stored. @returns the token */
export async function mintToken(queries: Queries, { id, kind }: { id: string; kind: LinkKind }): Promise<string> {
  const token = newSecret();
  await queries.query(
    `update account_link set token_sha256 = $2, expires_at = now() + interval '${validFor[kind]}' where id = $1 and used_at is null`,
    [id, secretHash(token)],
  );
  return token;
}

/** Deletes what nobody opens any more: notices of more than a week ago, and links a month after their end. Open invitations stay on the page. */
export async function deleteOldLinks(queries: Queries): Promise<void> {
  await queries.query(
    `delete from account_link where expires_at < now() - case when kind in ('invitation', 'password_reset') then interval '30 days' else '0' end
       and (kind <> 'invitation' or used_at is not null)`,
  );
}

export async function setLinkStatus(queries: Queries, id: string, status: "sent" | "failed"): Promise<void> {
  await queries.query("update account_link set status = $2 where id = $1", [id, status]);
}
