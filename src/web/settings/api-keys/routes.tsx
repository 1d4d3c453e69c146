import type Router from "@koa/router";
import { mailNotice } from "../../../accounts/account-notices.js";
import { apiKeyFor } from "../../../accounts/keys/api-key.js";
import { addKey, revokeKeys } from "../../../accounts/keys/keys.js";
import type { UnitOfWork } from "../../../db/unit-of-work.js";
import { parseDay } from "../../../domain/calendar/date-value.js";
import { endOfDay } from "../../../domain/calendar/time.js";
import { forbidden, notFound } from "../../../domain/errors.js";
import type { BilingualText } from "../../../domain/language.js";
import { permissions } from "../../../domain/permissions.js";
import type { WebParts } from "../../parts.js";
import { administrationNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { lifetimeOf } from "./lifetime.js";
import { onceField } from "./new-key-form.js";
import { NewKeyPage } from "./new-key-page.js";
import { ApiKeysPage, type KeyRow } from "./page.js";
import { apiKeyTexts as texts } from "./texts.js";

const path = "/settings/api-keys";
const maxNameLength = 100;

/** One's own API keys and those that one made, and with `keys:manage` those of the whole organization. */
export function apiKeyRoutes(parts: WebParts, router: Router): void {
  router.get(path, signedInHandler(parts, {}, show));
  router.post(`${path}/create`, signedInHandler(parts, { asksPassword: true }, create));
  router.post(`${path}/revoke`, signedInHandler(parts, {}, revoke));
}

async function show(request: PageRequest): Promise<void> {
  request.sendPage(texts.title, <ApiKeysPage request={request} keys={await visibleKeys(request)} />);
}

const visibleKeys = (request: PageRequest): Promise<KeyRow[]> =>
  request.query<KeyRow>(
    `select k.id, k.name, k.user_id as "userId", u.name as "userName", k.permissions, k.created_at as "createdAt",
       k.expires_at as "expiresAt", coalesce(k.expires_at < now(), false) as "isExpired", $3 or k.user_id = $2 as "mayRevoke",
       case when k.created_by is distinct from k.user_id then maker.name end as "makerName"
     from api_key k left join user_account u on u.id = k.user_id left join user_account maker on maker.id = k.created_by
     where k.organization_id = $1 and k.revoked_at is null and ($3 or k.user_id = $2 or k.created_by = $2) order by k.created_at desc, k.id limit 1000`,
    [request.organizationId, request.person.userId, request.may("keys:manage")],
  );

async function create(request: PageRequest): Promise<void> {
  const { organizationId, person } = request;
  const isOwn = request.field("holder") !== "organization";
  if (!isOwn && !request.may("keys:manage"))
    throw forbidden(
      `A key of the organization takes the permission “${administrationNames["keys:manage"].en}”.`,
      `Per una chiave dello studio serve il permesso «${administrationNames["keys:manage"].it}».`,
    );
  const wanted = readKey(request);
  const faults = faultsOf(wanted, request.form);
  if (Object.keys(faults).length > 0) return show(request.withFaults(faults));
  // A browser shows the answer to the last click alone, so that answer must have the key that the first click made.
  const { keyId, key } = keyFor(request, { isOwn, ...wanted });
  const make = async (unit: UnitOfWork): Promise<{ mayBeShown: boolean }> => {
    // Later than this, the form that made it can't still be under way a second time.
    const [made] = await unit.query<{ mayBeShown: boolean }>(
      `select revoked_at is null and created_at > now() - interval '1 minute' as "mayBeShown" from api_key where id = $1`,
      [keyId],
    );
    if (made) return made;
    if (!isOwn) await request.lockRole(unit, "keys:manage");
    await mailNotice(unit, person.userId, "key_made", wanted.name);
    await addKey(unit, {
      organizationId,
      userId: isOwn ? person.userId : undefined,
      createdBy: person.userId,
      ...wanted,
      key,
    });
    return { mayBeShown: true };
  };
  const { mayBeShown } = await request.change("create_key", make, wanted.name);
  if (!mayBeShown) return request.redirectWithNotice(path, "made");
  request.sendPage(texts.made, <NewKeyPage request={request} apiKey={key} name={wanted.name} />);
}

/** The key that a form asks for: the same one if it is sent again from the same session, with the same wishes. */
const keyFor = ({ sessionSecret, form, organizationId }: PageRequest, wanted: object) =>
  apiKeyFor(sessionSecret, JSON.stringify([form.get(onceField), organizationId, wanted]));

function readKey(request: PageRequest) {
  const chosen = request.form.getAll("permission");
  // Whoever ticks permissions wants those, though the form was sent with "all".
  const isChosen = request.field("scope") === "chosen" || chosen.length > 0;
  return {
    name: request.field("name").slice(0, maxNameLength).toWellFormed(),
    // undefined: all that the holder may do
    permissions: isChosen ? permissions.filter((one) => chosen.includes(one)) : undefined,
    // undefined: a year
    expiresAt: readExpiry(request.form, request.organization.timezone),
  };
}

function faultsOf(
  { name, permissions, expiresAt }: ReturnType<typeof readKey>,
  form: URLSearchParams,
): Record<string, BilingualText> {
  const hasDay = (form.get("until") ?? "").trim() !== "";
  return {
    ...(name === "" ? { name: texts.noName } : {}),
    ...(permissions?.length === 0 ? { permission: texts.noPermission } : {}),
    ...(lifetimeOf(form) === "day" && (!expiresAt || expiresAt < new Date())
      ? { until: hasDay ? texts.past : texts.noDay }
      : {}),
  };
}

/** A key is valid to the end of its last day, where the organization is. */
function readExpiry(form: URLSearchParams, timezone: string): Date | null | undefined {
  const lifetime = lifetimeOf(form);
  if (lifetime !== "day") return lifetime === "never" ? null : undefined;
  const midnight = parseDay((form.get("until") ?? "").trim());
  return midnight ? endOfDay(midnight, timezone) : undefined;
}

async function revoke(request: PageRequest): Promise<void> {
  const id = request.field("key");
  const key = (await visibleKeys(request)).find((one) => one.id === id);
  if (!key?.mayRevoke) throw notFound("key", id);
  const revoke = (unit: UnitOfWork) => revokeKeys(unit, request.organizationId, "id = $2", key.id);
  await request.change("revoke_key", revoke, key.name);
  request.redirectWithNotice(path, "revoked");
}
