import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import { eachByItself } from "../../db/each-by-itself.js";
import { transact } from "../../db/transact.js";
import { nilId } from "../../domain/ids.js";
import { orderNotice } from "../account-notices.js";

/** How many days before a key ends its people are told. Of a key that was made for less, only what is still ahead. */
const daysAhead = [14, 1] as const;
const pageSize = 500;

interface EndingKey {
  id: string;
  organizationId: string;
  userId: string | null;
  /** what the mail says of it: its last day, with the time where it ends before midnight (`2026-12-06T1530`), and its name */
  about: string;
  daysAhead: number;
}

const endingKeys = `
  select k.id, k.organization_id as "organizationId", k.user_id as "userId", n.days as "daysAhead",
    case when k.expires_at = date_trunc('day', k.expires_at, o.timezone)
      then to_char((k.expires_at - interval '1 millisecond') at time zone o.timezone, 'YYYY-MM-DD ')
      else to_char(k.expires_at at time zone o.timezone, 'YYYY-MM-DD"T"HH24MI ') end || k.name as about
  from api_key k join organization o on o.id = k.organization_id
  cross join lateral (select min(days) as days from unnest($2::int[]) days where k.expires_at <= $1::timestamptz + make_interval(days => days)) n
  where k.revoked_at is null and k.expires_at > $1::timestamptz and n.days is not null
    and k.created_at <= k.expires_at - make_interval(days => n.days)
    and (k.told_days_ahead is null or k.told_days_ahead > n.days) and k.id > $4
  order by k.id limit $3`;

/** The key's user, if still a member; of a key of the organization, its owners. */
const peopleOfKey = `
  select u.id as "userId", u.email from membership m join user_account u on u.id = m.user_id
  where m.organization_id = $1 and (m.user_id = $2 or ($2::uuid is null and m.role = 'owner')) order by u.id`;

/**
 * Orders the mails about keys that end soon, each once. Such notices to the organization's own people count against no quota.
 * @returns for how many keys people were told, and for how many that failed
 */
export async function notifyOfEndingKeys(
  database: Database,
  log: Logger,
  at: Date,
): Promise<{ told: number; failed: number }> {
  let failed = 0;
  let last = nilId;
  for (let told = 0; ; ) {
    const keys = await database.query<EndingKey>(endingKeys, [at, daysAhead, pageSize, last]);
    const untold = await eachByItself(log, "telling of a key that ends", keys, (key) => notifyOfEnd(database, key));
    failed += untold;
    told += keys.length - untold;
    if (keys.length < pageSize) return { told, failed };
    last = (keys.at(-1) as EndingKey).id;
  }
}

/** The mark and the mails are one commit: whoever comes second writes neither. */
const notifyOfEnd = (database: Database, { id, organizationId, userId, about, daysAhead }: EndingKey): Promise<void> =>
  transact(database, null, async (unit) => {
    const marked = await unit.execute(
      `update api_key set told_days_ahead = $2 where id = $1 and revoked_at is null and (told_days_ahead is null or told_days_ahead > $2)
       returning id`,
      [id, daysAhead],
    );
    if (marked.length === 0) return;
    const people = await unit.query<{ userId: string; email: string }>(peopleOfKey, [organizationId, userId]);
    for (const person of people) orderNotice(unit, { organizationId, ...person }, "key_ends", about);
  });
