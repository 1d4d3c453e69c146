import type Router from "@koa/router";
import type { Context } from "koa";
import { type Account, lockAccount } from "../../accounts/account.js";
import { type AccountLink, findLink, useLink } from "../../accounts/account-links.js";
import { accountId, addUser, lockOrganization } from "../../accounts/people.js";
import { showOrganization } from "../../accounts/sessions.js";
import { transact } from "../../db/transact.js";
import { forbidden } from "../../domain/errors.js";
import { languageOf, type Text } from "../language.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendPage } from "../send-page.js";
import { gone } from "./forgot-password.js";
import { formToken, readForm } from "./form.js";
import { InvitationPage } from "./invitation-page.js";
import { linkTexts as texts } from "./link-texts.js";
import { passwordFault } from "./new-password.js";
import { signedIn, startSession } from "./session.js";

interface Guest {
  link: AccountLink;
  /** the account of the invited address; null: there is none yet */
  userId: string | null;
}

/** An invitation to an organization, by a link in a mail. */
export function invitationRoutes(parts: WebParts, router: Router): void {
  router.get("/invitation/:token", async (ctx) => show(parts, ctx, await guestOf(parts, ctx.params.token ?? "")));

  router.post("/invitation/:token", async (ctx) => {
    const form = await readForm(parts.config, ctx);
    const guest = await guestOf(parts, ctx.params.token ?? "");
    const person = await signedIn(parts, ctx);
    if (guest.userId !== null && person?.userId !== guest.userId)
      throw forbidden(texts.signInFirst.en, texts.signInFirst.it);
    const [name, password] = [(form.get("name") ?? "").trim(), form.get("new-password") ?? ""];
    const errors = guest.userId === null ? faults(name, password) : {};
    if (Object.keys(errors).length > 0) {
      ctx.status = 422;
      return show(parts, ctx, guest, errors, name);
    }
    const account = await accept(parts, guest, name, password, ctx.state.requestId);
    const { organizationId } = guest.link;
    if (guest.userId === null) await startSession(parts, ctx, account, organizationId);
    else if (person) await showOrganization(parts.database, person.sessionId, organizationId);
    seeOther(ctx, "/settings/account?done=joined");
  });
}

/** @throws not_found for an invitation that can't be used any more */
async function guestOf({ database }: WebParts, token: string): Promise<Guest> {
  const link = await findLink(database, "invitation", token);
  if (!link) throw gone();
  return { link, userId: await accountId(database, link.email) };
}

function faults(name: string, password: string): Record<string, Text> {
  const fault = passwordFault(password);
  return { ...(name === "" ? { name: texts.noName } : {}), ...(fault ? { "new-password": fault } : {}) };
}

/** Makes the guest a member; somebody who became one meanwhile keeps the role. */
function accept(
  { database }: WebParts,
  { link, userId }: Guest,
  name: string,
  password: string,
  requestId: string,
): Promise<Account> {
  const { organizationId, email, id } = link;
  const actor = { organizationId, userId, keyId: null, via: "page", client: null } as const;
  return transact(database, { action: "accept_invitation", actor, requestId }, async (unit) => {
    // Before the link, which the end of the inviter's membership takes away in this order too.
    await lockOrganization(unit, organizationId);
    if (!(await useLink(unit, id))) throw gone();
    const members = await unit.execute("select from membership where organization_id = $1 and user_id = $2", [
      organizationId,
      userId,
    ]);
    if (userId !== null && members.length > 0) return lockAccount(unit, userId);
    const role = link.role ?? "guest";
    const added = await addUser(unit, { organizationId, email, role, name: name.slice(0, 200), password });
    unit.actAs({ ...actor, userId: added.userId });
    return lockAccount(unit, added.userId);
  });
}

async function show(
  parts: WebParts,
  ctx: Context,
  guest: Guest,
  errors: Record<string, Text> = {},
  name = "",
): Promise<void> {
  const language = languageOf(ctx);
  const person = await signedIn(parts, ctx);
  const props = { language, ...guest, person, token: formToken(parts.config, ctx), path: ctx.path, errors, name };
  sendPage(ctx, {
    title: `${texts.invitedTo[language]} ${guest.link.organizationName}`,
    narrow: true,
    children: <InvitationPage {...props} />,
  });
}
