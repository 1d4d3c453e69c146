import type Router from "@koa/router";
import { endSessions, rename, setPassword, toldWherever } from "../../db/people.js";
import { isId } from "../../domain/ids.js";
import type { App } from "../app.js";
import { revokeConnectionsOf } from "../oauth/connections.js";
import type { Text } from "../pages/language.js";
import { seeOther } from "../pages/redirect.js";
import { checkPassword } from "../sign-in/check-password.js";
import { passwordFault } from "../sign-in/password-fault.js";
import { endSession } from "../sign-in/sessions.js";
import { AccountPage, type SessionRow } from "./account-page.js";
import { accountDone, accountTexts as texts } from "./account-texts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/account";

/** The person's own name, password and sessions. */
export function accountRoutes(app: App, router: Router): void {
  router.get(
    here,
    visited(app, null, (visit) => show(visit)),
  );

  router.post(
    `${here}/name`,
    visited(app, null, async (visit) => {
      const name = visit.field("name");
      if (name === "") return show(visit, { name: texts.noName });
      await visit.change("change_name", (change) => rename(change, visit.person.userId, name));
      visit.done(here, "name");
    }),
  );

  router.post(`${here}/password`, visited(app, null, changePassword));

  router.post(
    `${here}/end-session`,
    visited(app, null, async (visit) => {
      const id = visit.field("session");
      if (isId(id))
        await visit.rows("delete from web_session where user_id = $1 and id = $2", [visit.person.userId, id]);
      visit.done(here, "session");
    }),
  );

  router.post(
    `${here}/sign-out-everywhere`,
    visited(app, null, async (visit) => {
      const { userId } = visit.person;
      await visit.change("sign_out_everywhere", async (change) => {
        await toldWherever(change, userId);
        const ended = await endSessions(change, userId, null);
        change.note({ record: "user_account", id: userId, op: "update", after: { endedSessions: ended } });
      });
      await endSession(app, visit.ctx);
      seeOther(visit.ctx, "/sign-in?done=signed-out");
    }),
  );
}

async function changePassword(visit: Visit): Promise<void> {
  const { app, ctx, form, person } = visit;
  const wanted = form.get("new-password") ?? "";
  const fault = passwordFault(wanted);
  if (fault) return show(visit, { "new-password": fault });
  const known = await checkPassword(app, ctx, person.email, form.get("old-password") ?? "");
  if (known !== person.userId) return show(visit, { "old-password": texts.wrongPassword });
  // Before the new password counts: a crash in between leaves apps to be connected again, never one that goes on.
  await revokeConnectionsOf(app.dataSource, person.userId, visit.requestId);
  await visit.change("change_password", (change) => setPassword(change, person.userId, wanted, person.sessionId));
  visit.done(here, "password");
}

async function show(visit: Visit, errors: Record<string, Text> = {}): Promise<void> {
  if (Object.keys(errors).length > 0) visit.ctx.status = 422;
  const sessions = await visit.rows<SessionRow>(
    `select id, browser, created_at as "createdAt", last_seen_at as "lastSeenAt" from web_session
     where user_id = $1 and expires_at > now() order by last_seen_at desc, id`,
    [visit.person.userId],
  );
  visit.send(texts.title, <AccountPage {...{ visit, sessions, errors }} done={visit.notice(accountDone)} />);
}
