import type { Queries } from "../../db/database.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { ActionError } from "../../domain/errors.js";

/** What each organization has a quota of for a day, with its column, and its name in the error. */
const quotas = {
  mails: { column: "quota_mails", en: "messages", it: "messaggi" },
  invitations: { column: "quota_invitations", en: "invitations", it: "inviti" },
  model_calls: {
    column: "quota_model_calls",
    en: "requests to the language model",
    it: "richieste al modello linguistico",
  },
} as const;
export type QuotaKind = keyof typeof quotas;

interface Use {
  quota: number;
  used: number;
  /** YYYY-MM-DD in the organization's zone */
  day: string;
  /** until that day is over */
  secondsLeft: number;
}

/**
 * Takes one from an organization's quota of the day, in the unit's commit. Notices to the organization's own people take nothing.
 * @throws quota_exceeded, with the seconds to the organization's next midnight
 */
export async function takeFromQuota(unit: UnitOfWork, organizationId: string, kind: QuotaKind): Promise<void> {
  const { quota, used, day, secondsLeft } = await useOf(unit, organizationId, kind);
  if (used >= quota) throw exceeded(kind, quota, secondsLeft);
  // If others took the last ones meanwhile, no row is written, and the work runs again.
  unit.append(
    `insert into quota_use (organization_id, day, kind, used) values ($1, $2, $3, 1)
     on conflict (organization_id, day, kind) do update set used = quota_use.used + 1 where quota_use.used < $4`,
    [organizationId, day, kind, quota],
    1,
  );
}

async function useOf(queries: Queries, organizationId: string, kind: QuotaKind): Promise<Use> {
  const [use] = await queries.query<Use>(
    `select o.quota, coalesce(u.used, 0) as used, o.day::text as day,
       ceil(extract(epoch from (o.day + 1)::timestamp at time zone o.timezone - now()))::int as "secondsLeft"
     from (select id, ${quotas[kind].column} as quota, timezone, (now() at time zone timezone)::date as day
       from organization where id = $1) o
     left join quota_use u on u.organization_id = o.id and u.day = o.day and u.kind = $2`,
    [organizationId, kind],
  );
  if (!use) throw new Error(`There is no organization ${organizationId}`);
  return use;
}

const exceeded = (kind: QuotaKind, quota: number, secondsLeft: number): ActionError =>
  new ActionError(
    "quota_exceeded",
    `The organization has used up its ${quota} ${quotas[kind].en} of today; try again after midnight, or have the quota raised.`,
    {
      headers: { "Retry-After": String(Math.max(1, secondsLeft)) },
      italian: `Lo studio ha raggiunto il limite di oggi: ${quota} ${quotas[kind].it}. Riprova dopo mezzanotte, o fai alzare il limite.`,
    },
  );

/** Deletes what was counted on days that are over everywhere. */
export async function deleteOldQuotaUse(queries: Queries): Promise<void> {
  await queries.query("delete from quota_use where day < current_date - 7");
}
