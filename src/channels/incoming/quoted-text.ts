import type { UnitOfWork } from "../../db/unit-of-work.js";
import { shortened } from "../../domain/shortened.js";
import type { IncomingMessage } from "./incoming-message.js";

const maxLength = 1_000;

/**
 * What a WhatsApp message answers: an answer such as “sì” says nothing without it. Only what that number and we wrote to each other in the
 * same project: whoever sees the answer may not see other projects.
 * @param projectId of the thread that the answer comes into
 */
export async function quotedText(
  unit: UnitOfWork,
  { organizationId, channel, from, quotedProviderId }: IncomingMessage,
  projectId: string | null,
): Promise<string | null> {
  if (!quotedProviderId) return null;
  const [row] = await unit.query<{ body: string }>(
    `select m.body from message m join thread t on t.organization_id = m.organization_id and t.id = m.thread_id
     where m.organization_id = $1 and m.channel = $2 and m.provider_id = $3
       and case m.direction when 'incoming' then m.from_address else m.to_address end = $4
       and t.project_id is not distinct from $5`,
    [organizationId, channel, quotedProviderId, from.address, projectId],
  );
  return row ? shortened(row.body, maxLength) : null;
}
