import { startOrder } from "../contracts/order.js";
import { type NoticeKind, sendAccountMail } from "../contracts/send-account-mail.js";
import { newId } from "../db/new-id.js";
import type { UnitOfWork } from "../db/unit-of-work.js";

/**
 * Orders a mail that tells a person what happened to the own account, in the commit of what happened. Whoever belongs to no
 * organization gets none: a workflow belongs to one.
 * @param about what the mail names, such as the key
 */
export async function mailNotice(
  unit: UnitOfWork,
  userId: string,
  kind: NoticeKind,
  about: string | null,
): Promise<void> {
  const [person] = await unit.query<{ email: string; organizationId: string }>(
    `select u.email, m.organization_id as "organizationId" from user_account u join membership m on m.user_id = u.id
     where u.id = $1 order by m.organization_id limit 1`,
    [userId],
  );
  if (person) orderNotice(unit, { userId, ...person }, kind, about);
}

/** Orders a notice to a member, in the unit's commit. */
export function orderNotice(
  unit: UnitOfWork,
  { userId, email, organizationId }: { userId: string; email: string; organizationId: string },
  kind: NoticeKind,
  about: string | null,
): void {
  const linkId = newId();
  unit.append(
    `insert into account_link (id, organization_id, kind, email, user_id, about, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '7 days')`,
    [linkId, organizationId, kind, email, userId, about, unit.now],
  );
  unit.order(startOrder(sendAccountMail, { organizationId, projectId: null, linkId, kind }));
}
