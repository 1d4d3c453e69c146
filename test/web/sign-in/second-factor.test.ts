import { describe, expect, it } from "@jest/globals";
import {
  dropUnusedCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from "../../../src/accounts/factors/recovery-codes.js";
import { deleteOldSecondSteps } from "../../../src/accounts/factors/second-step.js";
import { resetSecondFactor, updateOrganization } from "../../../src/admin/provision.js";
import { transact } from "../../../src/db/transact.js";
import { pageOf } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { answerOf, oauthClient, signInToApprove, submitHere } from "../../support/oauth.js";
import { codeOf, recoveryCodesOn, secretOn, withSecondFactor } from "../../support/second-factor.js";
import { copyOf, factoryPassword, signedIn, tokenOf, type Visitor, visitor } from "../../support/visitor.js";
import { untilWaiting } from "../../support/waiting.js";

const api = forAllTests(() => startApi({ atOwnAddress: true, settings: { AUTH_FAILURES_PER_MINUTE: "1000" } }));
const org = forEachTest(() => organization(api));
const owner = forEachTest(() => org.member("owner"));

const hasSession = (me: Visitor): boolean => [...me.cookies.keys()].some((name) => name.includes("session"));
/** The next step's code: that of the current one was used when the factor was turned on. */
const nextCode = (secret: string): string => codeOf(secret, 30);

/** A passkey, of the owner's unless another person is named, without a browser. */
const insertPasskey = (userId = owner.userId) =>
  api.pool.query(
    `insert into passkey (credential_id, user_id, public_key, counter, transports, name, created_at)
     values ($1::uuid::text, $1, '', 0, '{}', 'Telefono', now())`,
    [userId],
  );

describe("a second factor", () => {
  it("is asked for after the password, and a code works once", async () => {
    const { secret, recoveryCodes } = await withSecondFactor(api, owner);
    expect(recoveryCodes).toHaveLength(10);
    const me = visitor(api);
    const asked = await me.signIn(owner);
    expect([asked.status, asked.text, hasSession(me)]).toEqual([200, expect.stringContaining("Your code"), false]);
    const code = nextCode(secret);
    expect((await me.submit("/sign-in", { code })).address).toBe("/");
    expect(hasSession(me)).toBe(true);
    const again = visitor(api);
    await again.signIn(owner);
    const refused = await again.submit("/sign-in", { code });
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining("was used already")]);
    expect(hasSession(again)).toBe(false);
  });

  it("leads on where its form is sent twice, and tells another browser that the sign-in is over", async () => {
    const { secret } = await withSecondFactor(api, owner);
    const me = visitor(api);
    const asked = await me.signIn(owner);
    const other = copyOf(api, me);
    const code = nextCode(secret);
    await me.submit("/sign-in", { code });
    me.page = asked;
    expect(await me.submit("/sign-in", { code })).toMatchObject({ status: 200, address: "/" });
    const refused = await other.submit("/sign-in", { code });
    expect([refused.status, refused.text, hasSession(other)]).toEqual([
      401,
      expect.stringContaining("This sign-in is over"),
      false,
    ]);
  });

  it("shows its recovery codes again where its form is sent twice, and none for another code", async () => {
    const me = await signedIn(api, owner);
    await me.visit("/settings/account");
    const form = await me.submit("/settings/account/second-factor");
    const secret = secretOn(form);
    const send = async (code: string) => {
      me.page = form;
      return recoveryCodesOn(await me.submit("/settings/account/second-factor-on", { code }));
    };
    const code = codeOf(secret);
    const [first, second] = [await send(code), await send(code)];
    expect([first.length, second]).toEqual([10, first]);
    const works = (shown = "") => takeRecoveryCode(api.app.database, owner.userId, shown);
    expect(await works(second[0])).toBe(true);
    expect(await send(nextCode(secret))).toEqual([]);
    await insertPasskey();
    expect([await send(code), await works(second[0]), await works(second[1])]).toEqual([[], false, true]);
  });

  it("ends the person's sessions that were begun without one", async () => {
    const colleague = await signedIn(api, await org.member("member"));
    const [elsewhere, here] = [await signedIn(api, owner), await signedIn(api, owner)];
    await withSecondFactor(api, owner, here);
    const shown = [];
    for (const me of [here, elsewhere, colleague]) shown.push((await me.visit("/settings/account")).address);
    expect(shown).toEqual(["/settings/account", expect.stringMatching(/^\/sign-in/), "/settings/account"]);
  });

  it.each([
    ["gave the password alone", 401, async () => visitor(api), (other: Visitor) => other.signIn(owner)],
    [
      "changes the password in a session without it",
      200,
      () => signedIn(api, owner),
      async (other: Visitor) => {
        const wanted = { "old-password": factoryPassword, "new-password": "un'altra frase lunga" };
        return other.submit("/settings/account/password", wanted);
      },
    ],
  ])("signs in nobody who %s while it was turned on", async (_, status, arrive, enter) => {
    const here = await signedIn(api, owner);
    await here.visit("/settings/account");
    await here.submit("/settings/account/second-factor");
    const secret = secretOn(here.page);
    const other = await arrive();
    await other.visit("/settings/account");
    const client = await api.pool.connect();
    try {
      await client.query("begin");
      await client.query("select from user_account where id = $1 for no key update", [owner.userId]);
      const turnedOn = here.submit("/settings/account/second-factor-on", { code: codeOf(secret) });
      await untilWaiting(api.pool, 1);
      const entering = enter(other);
      await untilWaiting(api.pool, 2);
      await client.query("commit");
      expect((await turnedOn).text).toContain("Your recovery codes");
      expect((await entering).status).toBe(status);
    } finally {
      client.release();
    }
    expect((await other.visit("/settings/account")).address).toMatch(/^\/sign-in/);
  });

  it("is stored encrypted, and its recovery codes as hashes that work once", async () => {
    const { secret, recoveryCodes } = await withSecondFactor(api, owner);
    const { rows } = await api.pool.query("select secret from second_factor where user_id = $1", [owner.userId]);
    expect(rows[0].secret.toString("latin1")).not.toContain(secret);
    const [code = ""] = recoveryCodes;
    const statuses = [];
    for (const typed of [code.toUpperCase(), code]) {
      const me = visitor(api);
      await me.signIn(owner);
      statuses.push((await me.submit("/sign-in", { code: typed })).status);
    }
    expect(statuses).toEqual([200, 401]);
  });

  it("leaves its recovery codes to their person alone, until no factor is left", async () => {
    const { database } = api.app;
    const { userId: others } = await org.member("member");
    const replaceFor = (userId: string) => transact(database, null, (unit) => replaceRecoveryCodes(unit, userId));
    const [[code = ""]] = [await replaceFor(owner.userId), await replaceFor(others)];
    const left = async (userId: string) =>
      (await api.pool.query("select from recovery_code where user_id = $1", [userId])).rowCount;
    const leftAfterDropping = async () => {
      await transact(database, null, (unit) => dropUnusedCodes(unit, owner.userId));
      return [await left(owner.userId), await left(others)];
    };
    expect(await takeRecoveryCode(database, others, code)).toBe(false);
    expect(await takeRecoveryCode(database, owner.userId, code)).toBe(true);

    await insertPasskey();
    expect(await leftAfterDropping()).toEqual([9, 10]);
    for (const userId of [owner.userId, others])
      await api.pool.query("insert into second_factor values ($1, '', 0, now())", [userId]);
    await api.pool.query("delete from passkey where user_id = $1", [owner.userId]);
    expect(await leftAfterDropping()).toEqual([9, 10]);
    await api.pool.query("delete from second_factor where user_id = $1", [owner.userId]);
    await insertPasskey(others);
    expect(await leftAfterDropping()).toEqual([0, 10]);
  });

  it("takes one recovery code of several that are sent at once, and one of several that are the same", async () => {
    const { recoveryCodes } = await withSecondFactor(api, owner);
    const [first = "", second = "", third = "", same = ""] = recoveryCodes;
    const codesLeft = async () =>
      (await api.pool.query("select from recovery_code where user_id = $1", [owner.userId])).rowCount;
    const sendAtOnce = async (codes: string[]) => {
      const me = visitor(api);
      await me.signIn(owner);
      const browsers = codes.map(() => copyOf(api, me));
      await Promise.all(browsers.map((browser, n) => browser.submit("/sign-in", { code: codes[n] ?? "" })));
      return browsers.filter(hasSession).length;
    };
    expect([await sendAtOnce([first, second, third]), await codesLeft()]).toEqual([1, 9]);
    expect([await sendAtOnce([same, same, same]), await codesLeft()]).toEqual([1, 8]);
  });

  it("takes five attempts for one password, and twenty an hour from browsers that are not known", async () => {
    await signedIn(api, owner);
    const { secret } = await withSecondFactor(api, owner);
    const me = visitor(api);
    await me.signIn(owner);
    for (let n = 0; n < 5; n++) expect((await me.submit("/sign-in", { code: "000000" })).text).toContain("Your code");
    const over = await me.submit("/sign-in", { code: nextCode(secret) });
    expect([over.status, over.html]).toEqual([401, expect.stringContaining('name="password"')]);
    expect(over.text).toContain("This sign-in is over");
    await api.app.limits.codes.penalty(`${owner.userId} elsewhere`, 20);
    // Nor does a cookie that was never given out make a browser known.
    me.cookies.set([...me.cookies.keys()].join().replace("form", "device"), "A".repeat(43));
    await me.signIn(owner);
    expect((await me.submit("/sign-in", { code: nextCode(secret) })).status).toBe(429);
  });

  it("is waited for during ten minutes", async () => {
    const { secret } = await withSecondFactor(api, owner);
    const [late, me] = [visitor(api), visitor(api)];
    await late.signIn(owner);
    await api.pool.query("update second_step set expires_at = expires_at - interval '10 minutes'");
    await me.signIn(owner);
    expect((await late.submit("/sign-in", { code: nextCode(secret) })).status).toBe(401);
    await deleteOldSecondSteps(api.app.database);
    const waiting = "select from second_step where user_id = $1";
    expect((await api.pool.query(waiting, [owner.userId])).rowCount).toBe(1);
    expect((await me.submit("/sign-in", { code: nextCode(secret) })).status).toBe(200);
  });

  it("is asked for after a new password by mail too, which ends a sign-in that was half done", async () => {
    const { secret } = await withSecondFactor(api, owner);
    const halfDone = visitor(api);
    await halfDone.signIn(owner);
    const me = visitor(api);
    const path = await pageOf("password_reset", org, owner);
    await me.visit(path);
    const saved = await me.submit(path, { "new-password": "la nuova password" });
    expect([saved.address, saved.text]).toEqual([
      "/sign-in?done=password",
      expect.stringContaining("password is saved"),
    ]);
    expect(hasSession(me)).toBe(false);
    expect((await halfDone.submit("/sign-in", { code: nextCode(secret) })).status).toBe(401);
    expect((await me.signIn(owner, "la nuova password")).text).toContain("Your code");
    expect((await me.submit("/sign-in", { code: nextCode(secret) })).status).toBe(200);
    expect(hasSession(me)).toBe(true);
  });

  it("is asked for where an app is approved, and set up first where the organization requires it", async () => {
    const { secret } = await withSecondFactor(api, owner);
    const [me, client] = [visitor(api), await oauthClient(api)];
    await me.visit(client.authorizeUrl());
    expect((await signInToApprove(me, owner)).text).toContain("Your code");
    expect(hasSession(me)).toBe(false);
    expect((await submitHere(me, { code: "000000" }, "code")).status).toBe(401);
    const asked = me.page;
    for (const _ of ["once", "twice"]) {
      me.page = asked;
      expect((await submitHere(me, { code: nextCode(secret) }, "code")).text).toContain("Studio Tecnico Prova");
    }
    const sent = await submitHere(
      me,
      { step: "approve", organization: org.organizationId, mode: "read" },
      "organization",
    );
    expect(answerOf(sent).get("code")).toBeTruthy();

    await updateOrganization(api.app.database, org.organizationId, { requireSecondFactor: "all" });
    const member = await org.member("member");
    const other = visitor(api);
    await other.visit(client.authorizeUrl());
    expect((await signInToApprove(other, member)).text).toContain("A second factor first");
    const address = other.page.address;
    const approval = { step: "approve", organization: org.organizationId, mode: "read" };
    const fields = { ...approval, form_token: tokenOf(other.page) };
    expect((await other.post(address, fields)).text).toContain("A second factor first");
    expect((await api.pool.query("select from connection where user_id = $1", [member.userId])).rowCount).toBe(0);
  });

  it("is told of once it is on, and not when the code was wrong", async () => {
    const me = await signedIn(api, owner);
    await me.visit("/settings/account");
    await me.submit("/settings/account/second-factor");
    await me.submit("/settings/account/second-factor-on", { code: "000000" });
    await api.app.security.flush();
    const told = "select from security_event where user_id = $1 and action = 'turn_on_second_factor'";
    expect((await api.pool.query(told, [owner.userId])).rowCount).toBe(0);
    await withSecondFactor(api, owner);
    await api.app.security.flush();
    expect((await api.pool.query(told, [owner.userId])).rowCount).toBe(1);
  });

  it("is turned off with a code, by the administrator without one, and never replaced", async () => {
    const first = await withSecondFactor(api, owner);
    const me = visitor(api);
    await me.signIn(owner);
    await me.submit("/sign-in", { code: nextCode(first.secret) });
    await me.visit("/settings/account");
    const off = "/settings/account/second-factor-off";
    expect((await me.submit(off, { code: "000000" })).status).toBe(422);
    expect((await me.submit(off, { code: first.recoveryCodes[0] ?? "" })).text).toContain("The second factor is off.");
    expect((await visitor(api).signIn(owner)).address).toBe("/");
    await withSecondFactor(api, owner);
    expect(await resetSecondFactor(api.app.database, owner.email)).toEqual({ userId: owner.userId });
    expect((await visitor(api).signIn(owner)).address).toBe("/");
    await expect(resetSecondFactor(api.app.database, owner.email)).rejects.toMatchObject({ code: "conflict" });
    await insertPasskey();
    expect((await visitor(api).signIn(owner)).text).toContain("Your code");
    expect(await resetSecondFactor(api.app.database, owner.email)).toEqual({ userId: owner.userId });
    expect((await visitor(api).signIn(owner)).address).toBe("/");
    const { rows } = await api.pool.query(
      "select action, changes from audit_event where organization_id = $1 and action like '%second_factor' order by id",
      [org.organizationId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "turn_on_second_factor",
      "turn_off_second_factor",
      "turn_on_second_factor",
      "reset_second_factor",
      "reset_second_factor",
    ]);
    expect(JSON.stringify(rows)).not.toContain(first.secret);
  });

  it("is asked for before a passkey goes, where there is another one", async () => {
    const remove = "/settings/account/passkey-remove";
    const passkeys = async () =>
      (await api.pool.query("select from passkey where user_id = $1", [owner.userId])).rows.length;
    const me = await signedIn(api, owner);
    await insertPasskey();
    await me.visit("/settings/account");
    const post = (fields: Record<string, string> = {}) =>
      me.post(remove, { id: owner.userId, form_token: tokenOf(me.page), ...fields });
    expect((await post()).text).toContain("The passkey is removed.");

    const { secret } = await withSecondFactor(api, owner, me);
    await insertPasskey();
    await me.visit("/settings/account");
    const asked = await post();
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("Confirm that it is you")]);
    const refused = await post({ code: "000000" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("This code is wrong")]);
    expect(await passkeys()).toBe(1);
    expect((await post({ code: nextCode(secret) })).text).toContain("The passkey is removed.");
    expect(await passkeys()).toBe(0);
    // They still stand in for the app.
    const left = await api.pool.query("select from recovery_code where user_id = $1", [owner.userId]);
    expect(left.rowCount).toBe(10);
  });

  it("is asked for before another is added, which a session that was taken over can't do", async () => {
    const me = await signedIn(api, owner);
    const { recoveryCodes } = await withSecondFactor(api, owner, me);
    await me.visit("/settings/account");
    const form_token = tokenOf(me.page);
    const post = (form: string, fields: Record<string, string> = {}) =>
      me.post(`/settings/account/${form}`, { form_token, ...fields });
    const asks = expect.stringContaining("Confirm that it is you");
    expect((await post("passkey")).text).toEqual(asks);
    expect((await post("passkey-add", { name: "Mio", passkey: "{}" })).text).toEqual(asks);

    await api.pool.query("delete from second_factor where user_id = $1", [owner.userId]);
    const secret = "A".repeat(32);
    expect((await post("second-factor")).text).toEqual(asks);
    expect((await post("second-factor-on", { secret, code: codeOf(secret) })).text).toEqual(asks);
    await post("second-factor", { code: recoveryCodes[0] ?? "" });
    const own = secretOn(me.page);
    expect((await me.submit("/settings/account/second-factor-on", { code: "000000" })).status).toBe(422);
    const on = await me.submit("/settings/account/second-factor-on", { code: codeOf(own) });
    expect(on.text).toContain("The second factor is on.");
  });

  it("gets new recovery codes for a code, which end the old ones and are told by mail and in the logs", async () => {
    const { secret, recoveryCodes } = await withSecondFactor(api, owner);
    const me = visitor(api);
    await me.signIn(owner);
    await me.submit("/sign-in", { code: nextCode(secret) });
    await me.visit("/settings/account");
    const renew = (code: string) => me.post("/settings/account/recovery-codes", { code, form_token: tokenOf(me.page) });
    const wrong = await renew("000000");
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("This code is wrong")]);
    const shown = recoveryCodesOn(await renew(recoveryCodes[0] ?? ""));
    expect(new Set(shown).size).toBe(10);
    const statuses = [];
    for (const code of [recoveryCodes[1] ?? "", shown[0] ?? ""]) {
      const other = visitor(api);
      await other.signIn(owner);
      statuses.push((await other.submit("/sign-in", { code })).status);
    }
    expect(statuses).toEqual([401, 200]);
    const mails = "select from account_link where user_id = $1 and kind = 'recovery_codes_renewed'";
    expect((await api.pool.query(mails, [owner.userId])).rowCount).toBe(1);
    await api.app.security.flush();
    const events = "select from security_event where user_id = $1 and action = 'renew_recovery_codes'";
    expect((await api.pool.query(events, [owner.userId])).rowCount).toBe(1);
  });

  it("that the organization requires is set up before any other page opens", async () => {
    const member = await org.member("admin");
    await updateOrganization(api.app.database, org.organizationId, { requireSecondFactor: "owners" });
    const me = await signedIn(api, owner);
    expect((await me.visit("/settings/members")).address).toBe("/settings/account");
    // Before all else, since the person asked for another page.
    expect(me.page.text).toMatch(/Your account Second factor .* Your organization requires a second factor\./);
    const other = await signedIn(api, member, "it");
    expect((await other.visit("/settings/members")).status).toBe(200);
    await updateOrganization(api.app.database, org.organizationId, { requireSecondFactor: "all" });
    expect((await other.visit("/settings/members")).text).toContain("Il tuo studio richiede un secondo fattore.");
    await insertPasskey();
    expect((await me.visit("/settings/members")).status).toBe(200);
    await api.pool.query("delete from passkey where user_id = $1", [owner.userId]);
    await withSecondFactor(api, owner);
    expect((await me.visit("/settings/members")).status).toBe(200);
    await expect(
      updateOrganization(api.app.database, org.organizationId, { requireSecondFactor: "some" }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });
});
