import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { Channel } from "../../domain/vocabulary.js";

/** What may name a message of ours. */
interface Names {
  /** Message-IDs, with their angle brackets */
  headers?: readonly string[];
  /** as a provider calls it */
  providerIds?: readonly string[];
  ids?: readonly string[];
}

/** The messages of ours with one of these names, the best name first; those too that were deleted and can be restored, as they went. */
export const sentMessages = (
  unit: UnitOfWork,
  { organizationId, channel }: { organizationId: string; channel: Channel },
  { headers = [], providerIds = [], ids = [] }: Names,
): Promise<{ id: string; providerId: string | null }[]> =>
  unit.query(
    `select id, provider_id as "providerId" from (
       select id, message_id_header, provider_id from message
       where organization_id = $1 and channel = $2 and direction = 'outgoing'
         and (message_id_header = any($3) or provider_id = any($4) or id = any($5))
       union all
       select row_id, content ->> 'message_id_header', content ->> 'provider_id' from deleted_row
       where organization_id = $1 and table_name = 'message' and content ->> 'direction' = 'outgoing' and content ->> 'channel' = $2
         and (content ->> 'message_id_header' = any($3) or content ->> 'provider_id' = any($4) or row_id = any($5))) m
     order by coalesce(array_position($3::text[], message_id_header), array_position($4::text[], provider_id))`,
    [organizationId, channel, headers, providerIds, ids],
  );
