import type { UnitOfWork } from "../../db/unit-of-work.js";
import { shortened } from "../../domain/text/shortened.js";
import type { IncomingMessage } from "./incoming-message.js";

const maxLength = 1_000;
/** Without it, “sì” would seem to answer what was written last in this thread. */
const fromElsewhere = "[Un messaggio che non si trova in questa conversazione]";

/**
 * What a WhatsApp message answers: an answer such as “sì” says nothing without it. Only words of the thread that the answer comes into:
 * whoever sees this one may see no other.
 */
export async function quotedText(
  unit: UnitOfWork,
  { organizationId, channel, quotedProviderId }: IncomingMessage,
  threadId: string,
): Promise<string | null> {
  if (!quotedProviderId) return null;
  const [row] = await unit.query<{ body: string }>(
    "select body from message where organization_id = $1 and channel = $2 and provider_id = $3 and thread_id = $4",
    [organizationId, channel, quotedProviderId, threadId],
  );
  return row ? shortened(row.body, maxLength) : fromElsewhere;
}
