import type { UnitOfWork } from "../../db/unit-of-work.js";
import { shortened } from "../../domain/shortened.js";
import type { IncomingMessage } from "./incoming-message.js";

const maxLength = 1_000;

/** What a WhatsApp message answers: an answer such as “sì” says nothing without it. Only what that number and we wrote to each other. */
export async function quotedText(unit: UnitOfWork, incoming: IncomingMessage): Promise<string | null> {
  const { organizationId, channel, from, quotedProviderId } = incoming;
  if (!quotedProviderId) return null;
  const [row] = await unit.query<{ body: string }>(
    `select body from message where organization_id = $1 and channel = $2 and provider_id = $3
       and case direction when 'incoming' then from_address else to_address end = $4`,
    [organizationId, channel, quotedProviderId, from.address],
  );
  return row ? shortened(row.body, maxLength) : null;
}
