import type Router from "@koa/router";
import { endSessions, lockAccount, recordInAllOrganizations, rename } from "../../accounts/account.js";
import { checkPassword } from "../../accounts/check-password.js";
import { renewPassword } from "../../accounts/renew-password.js";
import { conflict } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import type { Text } from "../language.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { passwordFault } from "../sign-in/new-password.js";
import { endSession, startSession } from "../sign-in/session.js";
import { AccountPage, type SessionRow } from "./account-page.js";
import { accountDone, accountTexts as texts } from "./account-texts.js";
import { type Visit, visited } from "./visit.js";

const here = "/settings/account";

/** The person's own name, password and sessions. */
export function accountRoutes(parts: WebParts, router: Router): void {
  const route = (path: string, answer: (visit: Visit) => Promise<void>) =>
    router.post(`${here}/${path}`, visited(parts, null, answer, "person"));

  router.get(
    here,
    visited(parts, null, (visit) => show(visit), "person"),
  );
  route("name", async (visit) => {
    const name = visit.field("name");
    if (name === "") return show(visit, { name: texts.noName });
    await visit.change("change_name", (unit) => rename(unit, visit.person.userId, name));
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
    await visit.change("sign_out_everywhere", async (unit) => {
      await recordInAllOrganizations(unit, userId);
      const ended = await endSessions(unit, userId);
      unit.note({ record: "user_account", id: userId, op: "update", after: { endedSessions: ended } });
    });
    await endSession(parts, visit.ctx);
    seeOther(visit.ctx, "/sign-in?done=signed-out");
  });
}

async function changePassword(visit: Visit): Promise<void> {
  const { parts, ctx, form, person } = visit;
  const wanted = form.get("new-password") ?? "";
  const fault = passwordFault(wanted);
  if (fault) return show(visit, { "new-password": fault });
  const given = { email: person.email, password: form.get("old-password") ?? "", ip: ctx.ip };
  const known = await checkPassword(parts.database, parts.limits, given);
  if (known?.userId !== person.userId) return show(visit, { "old-password": texts.wrongPassword });
  const account = await visit.change("change_password", async (unit) => {
    const locked = await lockAccount(unit, person.userId);
    if (locked.passwordHash !== known.passwordHash) throw changedMeanwhile();
    return renewPassword(unit, locked, wanted, visit.requestId);
  });
  await startSession(parts, ctx, account, person.current?.organizationId);
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
