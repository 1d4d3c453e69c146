import { type AccountLink, wasUsed } from "../../accounts/account-links.js";
import type { Queries } from "../../db/database.js";
import { ActionError, type ErrorExtras } from "../../domain/errors.js";
import { linkTexts as texts } from "./link-texts.js";

const waysOn: Partial<Record<AccountLink["kind"], ErrorExtras["wayOn"]>> = {
  password_reset: { href: "/forgot-password", text: texts.askAgain },
};
/** Who opens such a link once more, or sends its form twice, has an account to sign in to. */
const used = {
  invitation: { title: texts.acceptedTitle, text: texts.accepted, href: "/settings/account" },
  password_reset: { title: texts.chosenTitle, text: texts.chosen, href: "/sign-in" },
} as const satisfies Record<AccountLink["kind"], unknown>;

/** The refusal of a link from a mail that can't be used any more. */
export async function deadLink(queries: Queries, kind: AccountLink["kind"], token: string): Promise<ActionError> {
  if (await wasUsed(queries, kind, token)) {
    const { title, text, href } = used[kind];
    return new ActionError("conflict", text.en, { title, italian: text.it, wayOn: { href, text: texts.signIn } });
  }
  const [title, wayOn] = [texts.deadTitle, waysOn[kind]];
  return new ActionError("not_found", texts.dead.en, { title, italian: texts.dead.it, ...(wayOn && { wayOn }) });
}
