import { isValidKey } from "../../accounts/keys/keys.js";
import type { AiRun } from "../../db/entities/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import { organizationQuery } from "../../db/organization-query.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { covers, visibilityOf } from "../../domain/ai-run.js";
import { roleHolds, shareAllows } from "../../domain/permissions.js";
import type { Role, ShareRole } from "../../domain/vocabulary.js";
import { runFailure } from "./run-failure.js";

interface Access {
  /** the API key and the connection that were used are still valid */
  isValid: boolean;
  role: Role | null;
  share: ShareRole | null;
}

const accessQuery = `
  select ($2::uuid is null or exists (select from api_key k where k.organization_id = $1 and k.id = $2 and ${isValidKey("k")}))
    and ($3::text is null or exists (select from connection where organization_id = $1 and grant_id = $3 and revoked_at is null)) as "isValid",
    (select role from membership where organization_id = $1 and user_id = $4) as role,
    (select role from project_share where organization_id = $1 and user_id = $4 and project_id = $5) as share`;

/**
 * @throws ApplicationFailure if the requester has left the organization since, or lost access to the document or to other records that the
 *   model is shown
 */
export async function requireAccess(
  unit: UnitOfWork,
  { organizationId, keyId, connectionId, userId, kind, visibility }: AiRun,
  { projectId }: Document,
): Promise<void> {
  const query = organizationQuery(unit, organizationId);
  const [access] = await query<Access>(accessQuery, keyId, connectionId, userId, projectId);
  const { isValid = false, role = null, share = null } = access ?? {};
  const verb = kind === "draft" ? "edit" : "view";
  const byRole = role !== null && roleHolds(role, `documents:${verb}`);
  const byShare = role !== null && shareAllows(share, verb);
  // A key never has other permissions than at the start.
  const now = visibilityOf({ mode: "change", role, keyPermissions: null, strongestShare: share });
  if (isValid && (userId === null || ((byRole || byShare) && covers(now, visibility)))) return;
  const message =
    "Whoever asked may no longer do this to the document, or see all that the model was to be shown, so nothing was done.";
  throw runFailure({ code: "stopped", message });
}
