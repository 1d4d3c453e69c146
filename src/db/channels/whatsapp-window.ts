import type { Config } from "../../config.js";
import { dayMs } from "../../domain/calendar/durations.js";
import { numberTwins } from "../../domain/contacts/number-twins.js";
import type { OrganizationQuery } from "../organization-query.js";
import { revealed } from "./channel-settings.js";

/**
 * WhatsApp lets a firm write freely for 24 hours after the other side wrote; each of their messages restarts the 24 hours. Messages
 * in a deleted thread count: WhatsApp doesn't know about the deletion.
 */
export async function isWindowOpen(query: OrganizationQuery, to: string, now: Date): Promise<boolean> {
  const opened = openedSince(now);
  const heard = await query(
    `select from thread where organization_id = $1 and channel = 'whatsapp' and address = any($2) and last_inbound_at > $3
     union all
     select from deletion d join deleted_row r on r.organization_id = d.organization_id and r.deletion_id = d.id and r.table_name = 'thread'
     where d.organization_id = $1 and d.kind = 'thread' and d.deleted_at > $3 and r.content ->> 'channel' = 'whatsapp'
       and r.content ->> 'address' = any($2) and (r.content ->> 'last_inbound_at')::timestamptz > $3
     limit 1`,
    numberTwins(to),
    opened,
  );
  return heard.length > 0;
}

/** An organization may write freely to anyone who wrote after this moment. */
export const openedSince = (now: Date): Date => new Date(now.getTime() - dayMs);

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
