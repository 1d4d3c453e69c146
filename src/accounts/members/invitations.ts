import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { Role } from "../../domain/vocabulary.js";
import { mailLink, type OpenLink } from "../account-links.js";

interface NewInvitation {
  organizationId: string;
  email: string;
  role: Role;
  /** a member's user id */
  invitedBy: string;
}

/** Invites somebody into an organization, in place of its open invitations to the same address. @throws quota_exceeded */
export async function inviteMember(unit: UnitOfWork, invitation: NewInvitation): Promise<void> {
  const { email, role } = invitation;
  const { id, replaced } = await mailLink(unit, { ...invitation, kind: "invitation" });
  unit.note({ record: "invitation", id, op: "create", after: { email, role } });
  noteWithdrawn(unit, replaced);
}

/**
 * Withdraws open invitations of an organization.
 * @param condition on the table `account_link`, with `$2` and so on as its values
 * @returns how many there were
 */
export async function withdrawInvitations(
  unit: UnitOfWork,
  organizationId: string,
  condition: string,
  values: unknown[],
): Promise<number> {
  const withdrawn = await unit.execute<OpenLink>(
    `delete from account_link where organization_id = $1 and kind = 'invitation' and used_at is null and ${condition} returning id, email, role`,
    [organizationId, ...values],
  );
  noteWithdrawn(unit, withdrawn);
  return withdrawn.length;
}

function noteWithdrawn(unit: UnitOfWork, links: OpenLink[]): void {
  for (const { id, ...before } of links) unit.note({ record: "invitation", id, op: "delete", before });
}
