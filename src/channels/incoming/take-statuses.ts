import { byChannel } from "../../db/audit.js";
import type { Database } from "../../db/database.js";
import { findMessage } from "../../db/deletions/held-messages.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { isId } from "../../domain/ids.js";
import { type ProviderStatus, settleByStatus } from "../settle-status.js";
import { sentMessages } from "./sent-messages.js";

/** Records what a provider tells of messages of ours. What it tells of others, such as those of another program, is left. */
export async function takeStatuses(
  database: Database,
  of: { organizationId: string; channel: "whatsapp" | "sms" },
  statuses: readonly ProviderStatus[],
): Promise<void> {
  if (statuses.length === 0) return;
  const work = async (unit: UnitOfWork): Promise<void> => {
    // By our own name too: a status may be here before the answer with the provider's, or instead of it.
    const rows = await sentMessages(unit, of, {
      providerIds: [...new Set(statuses.map(({ providerId }) => providerId))],
      ids: [...new Set(statuses.flatMap(({ messageId }) => (messageId && isId(messageId) ? [messageId] : [])))],
    });
    const ids = new Set(rows.map(({ id }) => id));
    const byProvider = new Map(rows.map(({ id, providerId }) => [providerId, id]));
    for (const status of statuses) {
      const { providerId, messageId } = status;
      const id = byProvider.get(providerId) ?? messageId;
      const message = id !== null && ids.has(id) ? await findMessage(unit, of.organizationId, id) : null;
      // A name of ours counts only until the provider's is known.
      if (message && (message.providerId ?? providerId) === providerId) await settleByStatus(unit, message, status);
    }
  };
  await transact(database, byChannel(of.organizationId, "receive_status"), work, { group: of.organizationId });
}
