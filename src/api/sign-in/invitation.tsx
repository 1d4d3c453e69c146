import type Router from "@koa/router";
import type { Context } from "koa";
import { type Account, lockAccount } from "../../db/account.js";
import { type AccountLink, findLink, useLink } from "../../db/account-links.js";
import { poolOf } from "../../db/data-source.js";
import { inOneChange } from "../../db/one-change.js";
import { accountId, addUser, lockOrganization } from "../../db/people.js";
import { forbidden } from "../../domain/errors.js";
import type { App } from "../app.js";
import { languageOf, type Text } from "../pages/language.js";
import { seeOther } from "../pages/redirect.js";
import { sendPage } from "../pages/send-page.js";
import { gone } from "./forgot-password.js";
import { formToken, readForm } from "./form.js";
import { InvitationPage } from "./invitation-page.js";
import { linkTexts as texts } from "./link-texts.js";
import { passwordFault } from "./new-password.js";
import { showOrganization, signedIn, startSession } from "./sessions.js";

interface Guest {
  link: AccountLink;
  /** the account of the invited address; null: there is none yet */
  userId: string | null;
}

/** An invitation to an organization, by a link in a mail. */
export function invitationRoutes(app: App, router: Router): void {
  router.get("/invitation/:token", async (ctx) => show(app, ctx, await guestOf(app, ctx.params.token ?? "")));

  router.post("/invitation/:token", async (ctx) => {
    const form = await readForm(app, ctx);
    const guest = await guestOf(app, ctx.params.token ?? "");
    const person = await signedIn(app, ctx);
    if (guest.userId !== null && person?.userId !== guest.userId)
      throw forbidden(texts.signInFirst.en, texts.signInFirst.it);
    const [name, password] = [(form.get("name") ?? "").trim(), form.get("new-password") ?? ""];
    const errors = guest.userId === null ? faults(name, password) : {};
    if (Object.keys(errors).length > 0) {
      ctx.status = 422;
      return show(app, ctx, guest, errors, name);
    }
    const account = await accept(app, guest, name, password, ctx.state.requestId);
    const { organizationId } = guest.link;
    if (guest.userId === null) await startSession(app, ctx, account, organizationId);
    else if (person) await showOrganization(app, person.sessionId, organizationId);
    seeOther(ctx, "/settings/account?done=joined");
  });
}

/** @throws not_found for an invitation that can't be used any more */
async function guestOf(app: App, token: string): Promise<Guest> {
  const pool = poolOf(app.dataSource);
  const link = await findLink(pool, "invitation", token);
  if (!link) throw gone();
  const change = {
    query: async <T extends object>(sql: string, values: unknown[]) => (await pool.query(sql, values)).rows as T[],
  };
  return { link, userId: await accountId(change, link.email) };
}

function faults(name: string, password: string): Record<string, Text> {
  const fault = passwordFault(password);
  return { ...(name === "" ? { name: texts.noName } : {}), ...(fault ? { "new-password": fault } : {}) };
}

/** Makes the guest a member; somebody who became one meanwhile keeps the role. */
function accept(
  app: App,
  { link, userId }: Guest,
  name: string,
  password: string,
  requestId: string,
): Promise<Account> {
  const { organizationId, email, id } = link;
  const actor = { organizationId, userId, keyId: null, via: "page" as const, client: null };
  return inOneChange(
    poolOf(app.dataSource),
    "accept_invitation",
    actor,
    async (change) => {
      // Before the link, which the end of the inviter's membership takes away in this order too.
      await lockOrganization(change, organizationId);
      if (!(await useLink(change, id))) throw gone();
      const members = await change.query("select from membership where organization_id = $1 and user_id = $2", [
        organizationId,
        userId,
      ]);
      if (userId !== null && members.length > 0) return lockAccount(change, userId);
      const added = await addUser(change, {
        organizationId,
        email,
        role: link.role ?? "guest",
        name: name.slice(0, 200),
        password,
      });
      change.actor.userId = added.userId;
      return lockAccount(change, added.userId);
    },
    requestId,
  );
}

async function show(app: App, ctx: Context, guest: Guest, errors: Record<string, Text> = {}, name = ""): Promise<void> {
  const language = languageOf(ctx);
  const person = await signedIn(app, ctx);
  const props = { language, ...guest, person, token: formToken(app, ctx), path: ctx.path, errors, name };
  sendPage(ctx, {
    title: `${texts.invitedTo[language]} ${guest.link.organizationName}`,
    narrow: true,
    children: <InvitationPage {...props} />,
  });
}
