import type Router from "@koa/router";
import type { Context } from "koa";
import { type Account, findAccountId, lockAccount, personName } from "../../accounts/account.js";
import { type AccountLink, findLink, useLink } from "../../accounts/account-links.js";
import { addUser, lockOrganization, roleOf } from "../../accounts/members/memberships.js";
import { passwordFault } from "../../accounts/passwords/new-password.js";
import { showOrganization } from "../../accounts/sessions.js";
import { onPage } from "../../db/audit.js";
import { transact } from "../../db/transact.js";
import { forbidden } from "../../domain/errors.js";
import type { BilingualText } from "../../domain/language.js";
import { languageOf } from "../language.js";
import { noteSecurity } from "../note-security.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendCard } from "../send-page.js";
import { deadLink } from "./dead-link.js";
import { formToken, readForm } from "./form.js";
import { InvitationForms } from "./invitation-forms.js";
import { linkTexts as texts } from "./link-texts.js";
import { signedIn, startSession } from "./session.js";

/** An invitation to an organization, by a link in a mail. */
export function invitationRoutes(parts: WebParts, router: Router): void {
  router.get("/invitation/:token", async (ctx) =>
    sendInvitation(parts, ctx, await findInvitation(parts, ctx.params.token ?? "")),
  );

  router.post("/invitation/:token", async (ctx) => {
    const form = await readForm(parts.config, ctx);
    const token = ctx.params.token ?? "";
    const invitation = await findInvitation(parts, token);
    const person = await signedIn(parts, ctx);
    if (invitation.userId !== null && person?.userId !== invitation.userId) throw signInFirst();
    const given = {
      name: personName(form.get("name") ?? ""),
      password: form.get("new-password") ?? "",
    };
    const faults = invitation.userId === null ? await faultsOf(given, invitation.link.email) : {};
    if (Object.keys(faults).length > 0) return sendInvitation(parts, ctx, invitation, { name: given.name, faults });
    const account = await accept(parts, { ...invitation, token }, given, ctx.state.requestId);
    const { organizationId } = invitation.link;
    noteSecurity(parts, ctx, "accept_invitation", { organizationId, userId: account.userId });
    if (invitation.userId === null) await startSession(parts, ctx, account, organizationId);
    else if (person) await showOrganization(parts.database, person.sessionId, organizationId);
    seeOther(ctx, "/settings/account?done=joined");
  });
}

const signInFirst = () => forbidden(texts.signInFirst.en, texts.signInFirst.it);

interface Invitation {
  link: AccountLink;
  /** the account of the invited address; null: there is none yet */
  userId: string | null;
}

/** @throws not_found for one that can't be used any more */
async function findInvitation({ database }: WebParts, token: string): Promise<Invitation> {
  const link = await findLink(database, "invitation", token);
  if (!link) throw await deadLink(database, "invitation", token);
  return { link, userId: await findAccountId(database, link.email) };
}

interface NewAccount {
  name: string;
  password: string;
}

async function faultsOf({ name, password }: NewAccount, email: string): Promise<Record<string, BilingualText>> {
  const fault = await passwordFault(password, { name, email });
  return { ...(name === "" ? { name: texts.noName } : {}), ...(fault ? { "new-password": fault } : {}) };
}

/** Makes the invited person a member; somebody who became one meanwhile keeps the role. */
function accept(
  { database }: WebParts,
  { link, userId, token }: Invitation & { token: string },
  given: NewAccount,
  requestId: string,
): Promise<Account> {
  const { organizationId, email, id } = link;
  return transact(database, onPage(organizationId, userId, "accept_invitation", requestId), async (unit) => {
    // Before the link, which the end of the inviter's membership takes away in this order too.
    await lockOrganization(unit, organizationId);
    if (!(await useLink(unit, id))) throw await deadLink(unit, "invitation", token);
    if (userId !== null && (await roleOf(unit, organizationId, userId)) !== null) return lockAccount(unit, userId);
    const added = await addUser(unit, { organizationId, email, role: link.role ?? "guest", ...given });
    // The account was made meanwhile, with another password: nobody has proved to know that.
    if (userId === null && added.hadAccount) throw signInFirst();
    unit.actAs({ userId: added.userId, keyId: null, client: null });
    return lockAccount(unit, added.userId);
  });
}

/** @param attempt a form that was sent with faults: what was typed, and what is wrong */
async function sendInvitation(
  parts: WebParts,
  ctx: Context,
  { link, userId }: Invitation,
  attempt?: { name: string; faults: Record<string, BilingualText> },
): Promise<void> {
  if (attempt) ctx.status = 422;
  const language = languageOf(ctx);
  const person = await signedIn(parts, ctx);
  const token = formToken(parts.config, ctx);
  sendCard(ctx, {
    title: `${texts.invitedTo[language]} ${link.organizationName}`,
    children: (
      <InvitationForms
        {...{ language, link, userId, person, token }}
        path={ctx.path}
        name=""
        faults={{}}
        {...attempt}
      />
    ),
  });
}
