import type Router from "@koa/router";
import { addKey, endKeys } from "../../accounts/keys.js";
import { lockRole } from "../../accounts/people.js";
import { forbidden, notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { permissions } from "../../domain/permissions.js";
import { endOfDay } from "../../domain/time.js";
import type { Text } from "../language.js";
import type { WebParts } from "../parts.js";
import { ApiKeysPage, type KeyRow, NewKeyPage } from "./api-keys-page.js";
import { apiKeysDone, apiKeysTexts as texts } from "./api-keys-texts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/api-keys";

/** One's own API keys, and with `keys:manage` those of the whole organization. */
export function apiKeyRoutes(parts: WebParts, router: Router): void {
  router.get(
    here,
    visited(parts, null, (visit) => show(visit)),
  );
  router.post(`${here}/create`, visited(parts, null, create));
  router.post(
    `${here}/revoke`,
    visited(parts, null, async (visit) => {
      const id = visit.field("key");
      const key = (await keysOf(visit)).find((one) => one.id === id);
      if (!isId(id) || !key) throw notFound("key", id);
      await visit.change("revoke_key", (unit) => endKeys(unit, visit.firm.organizationId, "id = $2", id));
      visit.done(here, "revoked");
    }),
  );
}

async function create(visit: Visit): Promise<void> {
  const { firm, person } = visit;
  const ofFirm = visit.field("holder") === "firm";
  if (ofFirm && !visit.may("keys:manage"))
    throw forbidden(
      "A key of the organization takes the permission keys:manage.",
      "Per una chiave dello studio serve il permesso keys:manage.",
    );
  const all = visit.field("scope") !== "chosen";
  const wanted = permissions.filter((permission) => visit.form.getAll("permission").includes(permission));
  const until = visit.field("until");
  const expiresAt = readLastDay(until, firm.timezone);
  const errors: Record<string, Text> = {
    ...(visit.field("name") === "" ? { name: texts.noName } : {}),
    ...(!all && wanted.length === 0 ? { permission: texts.noPermission } : {}),
    ...(until !== "" && (!expiresAt || expiresAt < new Date()) ? { until: texts.past } : {}),
  };
  if (Object.keys(errors).length > 0) return show(visit, errors);
  const { key } = await visit.change("create_key", async (unit) => {
    if (ofFirm) await lockRole(unit, { organizationId: firm.organizationId, by: person.userId }, "keys:manage");
    return addKey(unit, {
      organizationId: firm.organizationId,
      userId: ofFirm ? undefined : person.userId,
      name: visit.field("name").slice(0, 100),
      permissions: all ? undefined : wanted,
      expiresAt: expiresAt ?? undefined,
    });
  });
  visit.send(texts.made, <NewKeyPage visit={visit} apiKey={key} name={visit.field("name")} />);
}

/** A key holds to the end of its last day, where the organization is. */
function readLastDay(day: string, timezone: string): Date | null {
  const midnight = new Date(`${day}T00:00:00Z`);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && midnight.toString() !== "Invalid Date" && midnight.getUTCFullYear() > 0;
  return isDay ? endOfDay(midnight, timezone) : null;
}

const keysOf = (visit: Visit): Promise<KeyRow[]> =>
  visit.rows<KeyRow>(
    `select k.id, k.name, k.user_id as "userId", u.name as "userName", k.permissions, k.created_at as "createdAt",
       k.expires_at as "expiresAt", coalesce(k.expires_at < now(), false) as "isExpired"
     from api_key k left join user_account u on u.id = k.user_id
     where k.organization_id = $1 and k.revoked_at is null and ($3 or k.user_id = $2) order by k.created_at desc, k.id limit 1000`,
    [visit.firm.organizationId, visit.person.userId, visit.may("keys:manage")],
  );

async function show(visit: Visit, errors: Record<string, Text> = {}): Promise<void> {
  if (Object.keys(errors).length > 0) visit.ctx.status = 422;
  const keys = await keysOf(visit);
  visit.send(texts.title, <ApiKeysPage {...{ visit, keys, errors }} done={visit.notice(apiKeysDone)} />);
}
