import type { Context } from "koa";
import type { SignedIn } from "../../accounts/sessions.js";
import { roleHolds } from "../../domain/permissions.js";
import { languageOf } from "../language.js";
import type { LayoutProps, Place } from "../layout.js";
import type { WebParts } from "../parts.js";
import { formToken } from "../sign-in/form.js";
import { type SettingsPage, settingsPages } from "./settings-pages.js";

/** The pages that the role opens in the organization that is shown. */
export const pagesOf = ({ current }: SignedIn): SettingsPage[] =>
  settingsPages.filter(({ permission }) => !permission || (current && roleHolds(current.role, permission)));

/** What the head bar shows to somebody: the places that the role opens, and the account; to a stranger the way in. */
export function headBar(
  parts: WebParts,
  ctx: Context,
  person: SignedIn | null,
): Pick<LayoutProps, "places" | "account"> {
  const language = languageOf(ctx);
  const current = person?.current;
  return {
    places: (person ? pagesOf(person) : []).map(
      ({ href, name, label = name }): Place => ({
        href,
        label: label[language],
        current: `${ctx.path}/`.startsWith(`${href}/`),
      }),
    ),
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
