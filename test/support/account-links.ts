import { findUnsentLink, mailLink, mintToken } from "../../src/accounts/account-links.js";
import type { LinkKind } from "../../src/contracts/send-account-mail.js";
import { transact } from "../../src/db/transact.js";
import type { TestApi } from "./caller.js";
import type { TestMember, TestOrganization } from "./factories.js";

type Link = Omit<Parameters<typeof mailLink>[1], "organizationId">;

/** Writes a link, and orders its mail. @returns its id */
export const insertLink = async ({ api, organizationId }: TestOrganization, link: Link): Promise<string> =>
  (await transact(api.app.database, null, (unit) => mailLink(unit, { organizationId, ...link }))).id;

/** The path of the page that a link opens, with a token as its mail would carry it. */
export async function linkPath({ app }: TestApi, id: string): Promise<string> {
  const link = await findUnsentLink(app.database, id);
  if (link?.kind !== "invitation" && link?.kind !== "password_reset") throw new Error("the link waits for no mail");
  const page = link.kind === "invitation" ? "/invitation" : "/reset-password";
  return `${page}/${await mintToken(app.database, { id, kind: link.kind })}`;
}

/** The page where somebody whom the member invited joins the organization, or where the member sets a new password. */
export async function pageOf(kind: LinkKind, org: TestOrganization, { userId, email }: TestMember): Promise<string> {
  const link: Link =
    kind === "invitation"
      ? { kind, email: "nuova@altrove.test", role: "member", invitedBy: userId }
      : { kind, email, userId };
  return linkPath(org.api, await insertLink(org, link));
}
