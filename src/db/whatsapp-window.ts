import type { Config } from "../config.js";
import { dayMs } from "../domain/durations.js";
import { revealed } from "./channel-settings.js";
import type { OrganizationQuery } from "./organization-query.js";

/** WhatsApp lets a firm write freely for 24 hours after the other side wrote; each message of theirs begins them anew. */
export async function isWindowOpen(query: OrganizationQuery, to: string, now: Date): Promise<boolean> {
  const [last] = await query<{ at: Date | null }>(
    "select max(last_inbound_at) as at from thread where organization_id = $1 and channel = 'whatsapp' and address = $2",
    to,
  );
  return last?.at != null && now.getTime() - last.at.getTime() < dayMs;
}

/** Whether the organization's WhatsApp has an approved template; null: it has no number of its own, and the local mailbox takes all. */
export async function hasTemplate(
  query: OrganizationQuery,
  config: Config,
  organizationId: string,
): Promise<boolean | null> {
  const [own] = await query<{ settings: Buffer }>(
    "select settings from mail_channel where organization_id = $1 and channel = 'whatsapp'",
  );
  return own ? revealed(config, own.settings, organizationId, "whatsapp").template !== undefined : null;
}
