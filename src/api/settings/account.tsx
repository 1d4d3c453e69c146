import type Router from "@koa/router";
import { endSessions, lockAccount, rename, toldWherever } from "../../db/account.js";
import { conflict } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import type { App } from "../app.js";
import type { Text } from "../pages/language.js";
import { seeOther } from "../pages/redirect.js";
import { checkPassword } from "../sign-in/check-password.js";
import { passwordFault } from "../sign-in/new-password.js";
import { renewPassword } from "../sign-in/renew-password.js";
import { endSession, startSession } from "../sign-in/sessions.js";
import { AccountPage, type SessionRow } from "./account-page.js";
import { accountDone, accountTexts as texts } from "./account-texts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/account";

/** The person's own name, password and sessions. */
export function accountRoutes(app: App, router: Router): void {
  const route = (path: string, answer: (visit: Visit) => Promise<void>) =>
    router.post(`${here}/${path}`, visited(app, null, answer, "person"));

  router.get(
    here,
    visited(app, null, (visit) => show(visit), "person"),
  );
  route("name", async (visit) => {
    const name = visit.field("name");
    if (name === "") return show(visit, { name: texts.noName });
    await visit.change("change_name", (change) => rename(change, visit.person.userId, name));
    visit.done(here, "name");
  });
  route("password", changePassword);
  route("end-session", async (visit) => {
    const id = visit.field("session");
    if (isId(id)) await visit.rows("delete from web_session where user_id = $1 and id = $2", [visit.person.userId, id]);
    visit.done(here, "session");
  });
  route("sign-out-everywhere", async (visit) => {
    const { userId } = visit.person;
    await visit.change("sign_out_everywhere", async (change) => {
      await toldWherever(change, userId);
      const ended = await endSessions(change, userId);
      change.note({ record: "user_account", id: userId, op: "update", after: { endedSessions: ended } });
    });
    await endSession(app, visit.ctx);
    seeOther(visit.ctx, "/sign-in?done=signed-out");
  });
}

async function changePassword(visit: Visit): Promise<void> {
  const { app, ctx, form, person } = visit;
  const wanted = form.get("new-password") ?? "";
  const fault = passwordFault(wanted);
  if (fault) return show(visit, { "new-password": fault });
  const known = await checkPassword(app, ctx, person.email, form.get("old-password") ?? "");
  if (known?.userId !== person.userId) return show(visit, { "old-password": texts.wrongPassword });
  const account = await visit.change("change_password", async (change) => {
    const locked = await lockAccount(change, person.userId);
    if (locked.passwordHash !== known.passwordHash) throw changedMeanwhile();
    return renewPassword(change, locked, wanted, visit.requestId);
  });
  await startSession(app, ctx, account, person.current?.organizationId);
  visit.done(here, "password");
}

const changedMeanwhile = () =>
  conflict(
    "The password was changed somewhere else at this moment: sign in with the new one.",
    "In questo momento la password è stata cambiata altrove: accedi con quella nuova.",
  );

async function show(visit: Visit, errors: Record<string, Text> = {}): Promise<void> {
  if (Object.keys(errors).length > 0) visit.ctx.status = 422;
  const sessions = await visit.rows<SessionRow>(
    `select id, browser, created_at as "createdAt", last_seen_at as "lastSeenAt" from web_session
     where user_id = $1 and expires_at > now() order by last_seen_at desc, id`,
    [visit.person.userId],
  );
  visit.send(texts.title, <AccountPage {...{ visit, sessions, errors }} done={visit.notice(accountDone)} />);
}
