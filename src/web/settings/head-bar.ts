import type { Context } from "koa";
import type { SignedIn } from "../../accounts/sessions.js";
import { type Permission, roleHolds } from "../../domain/permissions.js";
import { languageOf, type Text } from "../language.js";
import type { LayoutProps, Place } from "../layout.js";
import type { WebParts } from "../parts.js";
import { formToken } from "../sign-in/form.js";

const places: { href: string; label: Text; permission?: Permission }[] = [
  { href: "/settings/account", label: { en: "Account", it: "Account" } },
  { href: "/settings/connected-apps", label: { en: "Connected apps", it: "Applicazioni" } },
  { href: "/settings/api-keys", label: { en: "API keys", it: "Chiavi API" } },
  { href: "/settings/members", label: { en: "Members", it: "Membri" }, permission: "members:manage" },
  { href: "/settings/channels", label: { en: "Channels", it: "Canali" }, permission: "members:manage" },
  { href: "/settings/audit-log", label: { en: "Audit log", it: "Registro" }, permission: "audit:view" },
  { href: "/settings/security", label: { en: "Security", it: "Sicurezza" }, permission: "audit:view" },
];

/** What the head bar shows to somebody: the places that the role opens, and the account; to a stranger the way in. */
export function headBar(
  parts: WebParts,
  ctx: Context,
  person: SignedIn | null,
): Pick<LayoutProps, "places" | "account"> {
  const language = languageOf(ctx);
  const current = person?.current;
  const open = places.filter(
    ({ permission }) => person && (!permission || (current && roleHolds(current.role, permission))),
  );
  return {
    places: open.map(({ href, label }): Place => ({ href, label: label[language], current: ctx.path === href })),
    account: {
      person,
      organizations: (person?.memberships ?? []).map(({ organizationId, name }) => ({
        id: organizationId,
        name,
        isCurrent: organizationId === current?.organizationId,
      })),
      token: formToken(parts.config, ctx),
      // A form was sent to an address of its own, which is no page.
      back: ctx.method === "GET" ? ctx.url : "/settings/account",
    },
  };
}
