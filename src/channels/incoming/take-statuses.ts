import { byChannel } from "../../db/audit.js";
import type { Database } from "../../db/database.js";
import { Message } from "../../db/entities/message.js";
import { transact } from "../../db/transact.js";
import { isId } from "../../domain/ids.js";
import { type ProviderStatus, settleByStatus } from "../settle-status.js";

/** Records what a provider tells of messages of ours. What it tells of others, such as those of another program, is left. */
export async function takeStatuses(
  database: Database,
  { organizationId, channel }: { organizationId: string; channel: "whatsapp" | "sms" },
  statuses: readonly ProviderStatus[],
): Promise<void> {
  if (statuses.length === 0) return;
  await transact(database, byChannel(organizationId, "receive_status"), async (unit) => {
    // By our own name too: a status may be here before the answer with the provider's, or instead of it.
    const rows = await unit.query<{ id: string; providerId: string | null }>(
      `select id, provider_id as "providerId" from message
       where organization_id = $1 and channel = $2 and direction = 'outgoing' and (provider_id = any($3) or id = any($4))`,
      [
        organizationId,
        channel,
        [...new Set(statuses.map(({ providerId }) => providerId))],
        [...new Set(statuses.flatMap(({ messageId }) => (messageId && isId(messageId) ? [messageId] : [])))],
      ],
    );
    const byProvider = new Map(rows.map(({ id, providerId }) => [providerId, id]));
    const byId = new Map(rows.map(({ id, providerId }) => [id, providerId]));
    for (const status of statuses) {
      const { providerId, messageId } = status;
      // A name of ours counts only until the provider's is known.
      const own = messageId !== null && byId.get(messageId) === null ? messageId : undefined;
      const id = byProvider.get(providerId) ?? own;
      const message = id === undefined ? null : await unit.find(Message, organizationId, id);
      if (message) await settleByStatus(unit, message, status);
    }
  });
}
