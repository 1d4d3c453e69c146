import type Router from "@koa/router";
import {
  endSessions,
  lockAccount,
  recordInAllOrganizations,
  renameAccount,
  renewPassword,
} from "../../../accounts/account.js";
import { hasSecondFactor } from "../../../accounts/factors/has-factor.js";
import { passkeySite } from "../../../accounts/factors/passkey-answers.js";
import { passkeysOf } from "../../../accounts/factors/passkeys.js";
import { passwordFault } from "../../../accounts/passwords/new-password.js";
import { verifyPassword } from "../../../accounts/passwords/password.js";
import { conflict } from "../../../domain/errors.js";
import { isId } from "../../../domain/ids.js";
import type { WebParts } from "../../parts.js";
import { seeOther } from "../../redirect.js";
import { endSession, startSession } from "../../sign-in/session.js";
import type { PageRequest } from "../page-request.js";
import { accountProvedBy } from "../password-again.js";
import { signedInHandler } from "../signed-in-handler.js";
import { AccountPage, type SessionRow } from "./page.js";
import { passkeyRoutes } from "./passkeys.js";
import { secondFactorRoutes } from "./second-factor.js";
import type { FactorState } from "./second-factor-pages.js";
import { accountTexts as texts } from "./texts.js";

const path = "/settings/account";

/** The person's own name, password and sessions. */
export function accountRoutes(parts: WebParts, router: Router): void {
  const handler = (handle: (request: PageRequest) => Promise<void>) =>
    signedInHandler(parts, { subject: "person" }, handle);
  router.get(path, handler(show));
  router.post(`${path}/name`, handler(changeName));
  router.post(`${path}/password`, handler(changePassword));
  secondFactorRoutes(parts, router, show);
  passkeyRoutes(parts, router);
  router.post(`${path}/end-session`, handler(endOtherSession));
  router.post(`${path}/sign-out-everywhere`, handler(signOutEverywhere));
}

async function show(request: PageRequest): Promise<void> {
  const sessions = await request.query<SessionRow>(
    `select id, browser, created_at as "createdAt", last_seen_at as "lastSeenAt" from web_session
     where user_id = $1 and expires_at > now() order by last_seen_at desc, id`,
    [request.person.userId],
  );
  const [factor = { hasApp: false, codesLeft: 0 }] = await request.query<FactorState>(
    `select exists (select from second_factor where user_id = $1) as "hasApp",
       (select count(*)::int from recovery_code where user_id = $1) as "codesLeft"`,
    [request.person.userId],
  );
  const passkeys =
    passkeySite(request.parts.config) && (await passkeysOf(request.parts.database, request.person.userId));
  request.sendPage(texts.title, <AccountPage {...{ request, sessions, factor, passkeys }} />);
}

async function changeName(request: PageRequest): Promise<void> {
  const name = request.field("name");
  if (name === "") return show(request.withFaults({ name: texts.noName }));
  await request.change("change_name", (unit) => renameAccount(unit, request.person.userId, name));
  request.redirectWithNotice(path, "name");
}

async function changePassword(request: PageRequest): Promise<void> {
  const { parts, ctx, form, person } = request;
  const wanted = form.get("new-password") ?? "";
  const fault = await passwordFault(wanted, person);
  if (fault) return show(request.withFaults({ "new-password": fault }));
  // This session had the factor then; one that is turned on from now on ends it.
  const gaveFactor = await hasSecondFactor(parts.database, person.userId);
  const known = await accountProvedBy(request, form.get("old-password") ?? "");
  if (!known) return show(request.withFaults({ "old-password": texts.wrongPassword }));
  const account = await request.change("change_password", async (unit) => {
    const locked = await lockAccount(unit, person.userId);
    if (locked.passwordHash !== known.passwordHash) {
      // The form was sent twice, and its first click has done it.
      if (await verifyPassword(locked.passwordHash, wanted)) return locked;
      throw changedMeanwhile();
    }
    return renewPassword(unit, locked, wanted, request.requestId);
  });
  await startSession(parts, ctx, { ...account, gaveFactor }, person.current?.organizationId);
  request.redirectWithNotice(path, "password");
}

const changedMeanwhile = () =>
  conflict(
    "The password was changed somewhere else at this moment: sign in with the new one.",
    "In questo momento la password è stata cambiata altrove: accedi con quella nuova.",
  );

async function endOtherSession(request: PageRequest): Promise<void> {
  const id = request.field("session");
  if (isId(id))
    await request.query("delete from web_session where user_id = $1 and id = $2", [request.person.userId, id]);
  request.redirectWithNotice(path, "session");
}

async function signOutEverywhere(request: PageRequest): Promise<void> {
  const { userId } = request.person;
  await request.change("sign_out_everywhere", async (unit) => {
    await recordInAllOrganizations(unit, userId);
    const ended = await endSessions(unit, userId);
    unit.note({ record: "user_account", id: userId, op: "update", after: { endedSessions: ended } });
  });
  await endSession(request.parts, request.ctx);
  seeOther(request.ctx, "/sign-in?done=signed-out");
}
