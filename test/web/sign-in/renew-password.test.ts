import { describe, expect, it } from "@jest/globals";
import { hashPassword } from "../../../src/accounts/passwords/password.js";
import { linkPath } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { oauthClient, signInToApprove, submitHere } from "../../support/oauth.js";
import { copyOf, factoryPassword, signedIn, type VisitedPage, type Visitor, visitor } from "../../support/visitor.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api));
const member = forEachTest(() => org.member("member"));

const newPassword = "la nuova password";

async function openAccount(): Promise<Visitor> {
  const me = await signedIn(api, member);
  await me.visit("/settings/account");
  return me;
}
const change = (me: Visitor): Promise<VisitedPage> =>
  me.submit("/settings/account/password", { "old-password": factoryPassword, "new-password": newPassword });

async function resetPath(): Promise<string> {
  const me = visitor(api);
  await me.visit("/forgot-password");
  await me.submit("/forgot-password", { email: member.email });
  const { rows } = await api.pool.query("select id from account_link where user_id = $1 and kind = 'password_reset'", [
    member.userId,
  ]);
  return linkPath(api, rows[0]?.id);
}
const liveRows = async (): Promise<{ sessions: number; connections: number }> =>
  (
    await api.pool.query(
      `select (select count(*)::int from web_session where user_id = $1) as sessions,
         (select count(*)::int from connection where user_id = $1 and revoked_at is null) as connections`,
      [member.userId],
    )
  ).rows[0];

/** What somebody does while a change of the password is under way, which ends once that waits for it. */
async function during(request: () => Promise<VisitedPage>): Promise<VisitedPage> {
  const client = await api.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from user_account where id = $1 for no key update", [member.userId]);
    await client.query("delete from web_session where user_id = $1", [member.userId]);
    const page = request();
    await untilWaitedFor(api.pool, client);
    const hash = await hashPassword("quella di un altro");
    await client.query("update user_account set password_hash = $2 where id = $1", [member.userId, hash]);
    await client.query("commit");
    return await page;
  } finally {
    client.release();
  }
}

describe("a new password", () => {
  it("gives this browser another session, and the cookie that it had opens nothing", async () => {
    const me = await openAccount();
    const thief = copyOf(api, me);
    expect((await change(me)).text).toContain("Your password is changed.");
    expect((await me.visit("/settings/account")).address).toBe("/settings/account");
    expect((await thief.visit("/settings/account")).address).toMatch(/^\/sign-in/);
  });

  it("takes away a link for another one", async () => {
    const path = await resetPath();
    expect((await visitor(api).visit(path)).status).toBe(200);
    await change(await openAccount());
    const dead = await visitor(api).visit(path);
    expect([dead.status, dead.html]).toEqual([404, expect.stringContaining('href="/forgot-password"')]);
  });

  it("disconnects apps too when it came by a link", async () => {
    await connectedApp(api, org, member, "Claude");
    const me = visitor(api);
    const path = await resetPath();
    await me.visit(path);
    await me.submit(path, { "new-password": newPassword });
    expect(me.page.text).toContain("Your password is changed.");
    expect(await liveRows()).toEqual({ sessions: 1, connections: 0 });
  });

  it("lets nobody in who is signing in with the old one at that moment", async () => {
    const page = await during(() => visitor(api).signIn(member));
    expect([page.status, page.text]).toEqual([401, expect.stringContaining("Email or password is wrong")]);
    expect((await liveRows()).sessions).toBe(0);
  });

  it("lets no app in that is approved at that moment", async () => {
    const [me, client] = [visitor(api), await oauthClient(api)];
    await me.visit(client.authorizeUrl());
    await signInToApprove(me, member);
    const page = await during(() =>
      submitHere(me, { step: "approve", organization: org.organizationId, mode: "change" }, "organization"),
    );
    expect(page.html).toMatch(/name="password"/);
    expect((await liveRows()).connections).toBe(0);
  });

  it("is not replaced by somebody who knew but the one before it", async () => {
    const me = await openAccount();
    const page = await during(() => change(me));
    expect([page.status, page.text]).toEqual([409, expect.stringContaining("sign in with the new one")]);
    expect((await visitor(api).signIn(member, "quella di un altro")).status).toBe(200);
  });
});
