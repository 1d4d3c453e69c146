import { Thread } from "../../db/entities/thread.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { numberTwins } from "../../domain/contacts/number-twins.js";
import { addressForms, isMail } from "../../domain/messages/mail.js";
import type { IncomingMessage } from "./incoming-message.js";

type Clues = Pick<IncomingMessage, "organizationId" | "channel" | "from" | "keys">;

/** A mail may refer to hundreds of others; the last ones tell where it belongs. */
const maxMessageIds = 50;

/**
 * The thread that a message belongs to; null: a new one. Mail is found by the token of its reply address, by what it answers, then by its
 * subject's token if the thread's own contact wrote; WhatsApp and SMS by the number, in its latest thread.
 */
export async function findThread(unit: UnitOfWork, clues: Clues): Promise<Thread | null> {
  const ids = isMail(clues.channel) ? await mailThreads(unit, clues) : await latestThread(unit, clues);
  const [found] = ids;
  if (!found) return null;
  if (!unit.isLocking) return unit.find(Thread, clues.organizationId, found.id);
  // Of dozens of messages that come at once, as after an outage, one for which others were too fast waits for its turn. The thread may be
  // deleted meanwhile.
  return (await unit.lock(Thread, clues.organizationId, found.id)) ?? findThread(unit, clues);
}

const mailThreads = (unit: UnitOfWork, { organizationId, channel, from, keys }: Clues): Promise<{ id: string }[]> =>
  unit.query(
    `select id from (
       select t.id, 0 as rank, array_position($3::text[], t.token) as place from thread t
         where t.organization_id = $1 and t.channel = $2 and t.token = any($3)
       union all
       select m.thread_id, 1, array_position($4::text[], m.message_id_header) from message m
         where m.organization_id = $1 and m.channel = $2 and m.message_id_header = any($4) and m.thread_id is not null
       union all
       select m.thread_id, 1, array_position($7::text[], m.provider_id) from message m
         where $2 = 'pec' and m.organization_id = $1 and m.channel = $2 and m.provider_id = any($7) and m.thread_id is not null
       union all
       select t.id, 2, 0 from thread t left join contact c on c.organization_id = t.organization_id and c.id = t.contact_id
         where t.organization_id = $1 and t.channel = $2 and left(t.token, 12) = left($5, 12)
           and (lower(t.address) = any($6) or exists (select from unnest(c.emails || c.pec) e where lower(btrim(e)) = any($6)))
     ) found order by rank, place limit 1`,
    [
      organizationId,
      channel,
      keys.replyTokens,
      keys.messageIds.slice(0, maxMessageIds),
      keys.subjectToken,
      addressForms(from.address),
      // The answer to a PEC refers to its envelope, whose name the receipts have told.
      keys.messageIds.slice(0, maxMessageIds).map((id) => id.replace(/^<|>$/g, "")),
    ],
  );

async function latestThread(
  unit: UnitOfWork,
  { organizationId, channel, from: { address } }: Clues,
): Promise<{ id: string }[]> {
  const twins = numberTwins(address);
  const latest = (): Promise<{ id: string }[]> =>
    unit.query(
      `select id from thread where organization_id = $1 and channel = $2 and address = any($3)
       order by last_message_at desc nulls last, id desc limit 1`,
      [organizationId, channel, twins],
    );
  const known = await latest();
  if (known.length > 0) return known;
  // Who writes for the first time often sends several messages at once: the others wait for the thread that one of them starts.
  await unit.execute("select pg_advisory_xact_lock(hashtextextended('thread ' || $1, 0))", [
    `${organizationId} ${channel} ${twins[0]}`,
  ]);
  return latest();
}
