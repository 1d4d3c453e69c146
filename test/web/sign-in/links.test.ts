import { describe, expect, it } from "@jest/globals";
import { deleteOldLinks } from "../../../src/accounts/account-links.js";
import { passwordKey } from "../../../src/accounts/limits/limits.js";
import { createUser } from "../../../src/admin/provision.js";
import type { LinkKind } from "../../../src/contracts/send-account-mail.js";
import { linkPath } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { factoryPassword, signedIn, tokenOf, visitor } from "../../support/visitor.js";
import { sentWhileHeld } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api, "Studio Bianchi"));
const owner = forEachTest(() => org.member("owner"));

/** The path that the mail would carry. */
async function pathFor(kind: LinkKind, email: string): Promise<string> {
  const { rows } = await api.pool.query(
    "select id from account_link where kind = $1 and email = $2 and used_at is null",
    [kind, email],
  );
  expect(rows).toHaveLength(1);
  return linkPath(api, rows[0].id);
}

async function invite(email: string, role = "member"): Promise<string> {
  const me = await signedIn(api, owner);
  await me.visit("/settings/members");
  await me.submit("/settings/members/invite", { email, role });
  return pathFor("invitation", email);
}
const roleOf = async (email: string): Promise<string | undefined> =>
  (
    await api.pool.query(
      "select m.role from membership m join user_account u on u.id = m.user_id where u.email = $1 and m.organization_id = $2",
      [email, org.organizationId],
    )
  ).rows[0]?.role;
let last = 0;
const newAddress = () => `nuova.${++last}@altrove.test`;

describe("an invitation", () => {
  it("signs nobody in to an account that was made while it was accepted", async () => {
    const email = newAddress();
    const browser = visitor(api);
    const path = await invite(email);
    await browser.visit(path);
    const holder = await api.pool.connect();
    await holder.query("begin");
    await holder.query("select from organization where id = $1 for update", [org.organizationId]);
    const accepting = browser.submit(path, { name: "Nuova", "new-password": factoryPassword });
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%organization%'";
    await eventually(async () => (await api.pool.query(waiting)).rowCount);
    const { organizationId } = await organization(api);
    const other = { email, name: "Nuova", password: "un'altra frase lunga e diversa", role: "member" };
    const { userId } = await createUser(api.app.database, { organizationId, ...other });
    await holder.query("commit");
    holder.release();
    expect((await accepting).status).toBe(403);
    expect((await api.pool.query("select from web_session where user_id = $1", [userId])).rowCount).toBe(0);
    expect(await roleOf(email)).toBeUndefined();
    expect((await browser.visit(path)).text).toContain("Sign in with this address");
  });

  it("says to who is signed in as somebody else that accepting makes another account", async () => {
    const me = await signedIn(api, await org.member("owner"));
    const path = await invite(newAddress());
    expect((await me.visit(path)).text).toMatch(
      /signed in as somebody else: persona.*ask to be invited at its address/,
    );
    expect((await visitor(api).visit(path)).text).not.toContain("somebody else");
  });

  it("makes an account for a new address, and signs it in", async () => {
    const email = newAddress();
    const path = await invite(email);
    const me = visitor(api);
    await me.visit(path);
    expect(me.page.text).toContain(`Join Studio Bianchi You are invited as Member: ${email}`);
    await me.submit(path, { name: "Nuova Persona", "new-password": "la mia password" });
    expect([me.page.address, me.page.text]).toEqual([
      "/settings/account?done=joined",
      expect.stringContaining("Nuova Persona · Studio Bianchi"),
    ]);
    expect(await roleOf(email)).toBe("member");
    const { rows } = await api.pool.query(
      "select * from audit_event where organization_id = $1 order by id desc limit 1",
      [org.organizationId],
    );
    expect(rows[0]).toMatchObject({ action: "accept_invitation", via: "page", record_type: "user_account" });
    expect(rows[0].user_id).toBe(rows[0].record_id);
  });

  it("works once; its form sent twice and its link opened again lead on to the account", async () => {
    const path = await invite(newAddress());
    const me = visitor(api);
    const form_token = tokenOf(await me.visit(path));
    const accept = () => me.post(path, { form_token, name: "A", "new-password": "la mia password" });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const again of [...answers.filter(({ status }) => status === 409), await visitor(api).visit(path)])
      expect([again.status, again.text, again.html]).toEqual([
        409,
        expect.stringContaining("Invitation already accepted This invitation was accepted already. Sign in"),
        expect.stringContaining('href="/settings/account"'),
      ]);
  });

  it("replaces the one before it for its address and organization, and no other", async () => {
    const email = newAddress();
    const [elsewhere, of] = [await organization(api), "select from account_link where email = $1"];
    const stranger = await signedIn(api, await elsewhere.member("owner"));
    const [other, first, second] = [await invite(newAddress()), await invite(email), await invite(email)];
    await stranger.visit("/settings/members");
    await stranger.submit("/settings/members/invite", { email, role: "member" });
    const statuses = [];
    for (const path of [other, first, second]) statuses.push((await visitor(api).visit(path)).status);
    expect(statuses).toEqual([200, 404, 200]);
    expect((await api.pool.query(of, [email])).rowCount).toBe(2);
  });

  it("asks who has an account to sign in with it, and nobody else can use it", async () => {
    const other = await organization(api, "Altro Studio");
    const [known, stranger] = [await other.member("owner"), await other.member("owner")];
    const path = await invite(known.email, "viewer");
    const me = await signedIn(api, stranger);
    await me.visit(path);
    expect(me.page.text).toContain("You are signed in as somebody else");
    expect((await me.post(path, { form_token: tokenOf(me.page) })).status).toBe(403);
    await me.visit(path);
    await me.submit("/sign-in", { email: known.email, password: factoryPassword }, "next");
    expect(me.page.address).toBe(path);
    await me.submit(path);
    expect(await roleOf(known.email)).toBe("viewer");
    expect(me.page.text).toContain("Studio Bianchi");
  });

  it("changes nothing for somebody who became a member meanwhile", async () => {
    const known = await (await organization(api, "Altro Studio")).member("owner");
    const path = await invite(known.email, "viewer");
    await api.pool.query("insert into membership values ($1, $2, 'admin', now())", [org.organizationId, known.userId]);
    const me = await signedIn(api, known);
    await me.visit(path);
    await me.submit(path);
    expect(await roleOf(known.email)).toBe("admin");
  });

  it("is dead after seven days, and when it is withdrawn", async () => {
    const path = await invite(newAddress());
    await api.pool.query("update account_link set expires_at = expires_at - interval '7 days'");
    const dead = await visitor(api, "it").visit(path);
    expect([dead.status, dead.text]).toEqual([
      404,
      expect.stringContaining("Link non più valido Questo link non è più"),
    ]);
    const email = newAddress();
    const withdrawn = await invite(email);
    await api.pool.query("delete from account_link where email = $1", [email]);
    expect((await visitor(api).visit(withdrawn)).status).toBe(404);
  });
});

it("links leave no address behind a month after their end, but invitations that wait", async () => {
  const [accepted, waiting, recent] = [newAddress(), newAddress(), newAddress()];
  for (const email of [accepted, waiting, recent]) await invite(email);
  await api.pool.query("update account_link set used_at = now() where email in ($1, $2)", [accepted, recent]);
  await api.pool.query(
    `insert into account_link (id, organization_id, kind, email, user_id, created_at, expires_at)
     select gen_random_uuid(), $1, kind, kind, $2, now(), now() - interval '1 second' from unnest(array['password_reset', 'key_made']) kind`,
    [org.organizationId, owner.userId],
  );
  const kept = async () => {
    await deleteOldLinks(api.app.database);
    const wanted = [accepted, waiting, recent, "password_reset", "key_made"];
    const { rows } = await api.pool.query("select email from account_link where email = any($1)", [wanted]);
    return wanted.filter((email) => rows.some((row) => row.email === email));
  };
  expect(await kept()).toEqual([accepted, waiting, recent, "password_reset"]);
  await api.pool.query("update account_link set expires_at = now() - interval '31 days' where email <> $1", [recent]);
  expect(await kept()).toEqual([waiting, recent]);
});

describe("a forgotten password", () => {
  const ask = async (email: string, language = "en") => {
    const me = visitor(api, language);
    await me.visit("/forgot-password");
    return me.submit("/forgot-password", { email });
  };

  it("is answered the same for known and unknown addresses", async () => {
    const [known, unknown] = [await ask(owner.email), await ask("nobody@studio.test")];
    expect(known.text).toContain("If this address belongs to an account");
    expect(unknown.text).toBe(known.text);
    expect((await api.pool.query("select from account_link where email = 'nobody@studio.test'")).rowCount).toBe(0);
  });

  it("gets a new one by a link that works once and ends all sessions", async () => {
    const elsewhere = await signedIn(api, owner);
    await ask(` ${owner.email.toUpperCase()}`);
    const path = await pathFor("password_reset", owner.email);
    const me = visitor(api);
    await me.visit(path);
    expect((await me.submit(path, { "new-password": "corta" })).status).toBe(422);
    const form_token = tokenOf(me.page);
    const choose = () => me.post(path, { form_token, "new-password": "password nuovissima" });
    const [once, twice] = (await Promise.all([choose(), choose()])).sort((a, b) => a.status - b.status);
    expect(once?.text).toContain("Your password is changed.");
    expect([twice?.status, twice?.text]).toEqual([409, expect.stringContaining("Sign in with that password.")]);
    expect((await elsewhere.visit("/settings/account")).address).toMatch(/^\/sign-in/);
    expect((await visitor(api).signIn(owner)).status).toBe(401);
    expect((await visitor(api).signIn(owner, "password nuovissima")).status).toBe(200);
    const again = await visitor(api).visit(path);
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('href="/sign-in"')]);
  });

  it("lets somebody in again who had tried too many passwords", async () => {
    await api.app.limits.passwords.penalty(passwordKey(owner.email, "127.0.0.1"), 1_000);
    expect((await visitor(api).signIn(owner)).status).toBe(429);
    await ask(owner.email);
    const path = await pathFor("password_reset", owner.email);
    const me = visitor(api);
    await me.visit(path);
    await me.submit(path, { "new-password": "password nuovissima" });
    expect((await visitor(api).signIn(owner, "password nuovissima")).status).toBe(200);
  });

  it("has a link that neither somebody else's nor their new password ends", async () => {
    const member = await org.member("member");
    await ask(member.email);
    const path = await pathFor("password_reset", member.email);
    await ask(owner.email);
    const own = await pathFor("password_reset", owner.email);
    const me = visitor(api);
    await me.visit(own);
    await me.submit(own, { "new-password": "password nuovissima" });
    expect(me.page.text).toContain("Your password is changed.");
    expect((await visitor(api).visit(path)).status).toBe(200);
  });

  it("has a link for one hour, and only the last one counts", async () => {
    await ask(owner.email);
    const first = await pathFor("password_reset", owner.email);
    await ask(owner.email);
    const second = await pathFor("password_reset", owner.email);
    expect((await visitor(api).visit(first)).status).toBe(404);
    expect((await visitor(api).visit(second)).status).toBe(200);
    await api.pool.query("update account_link set expires_at = expires_at - interval '1 hour'");
    expect((await visitor(api).visit(second)).status).toBe(404);
  });

  it("has one link, also where it is asked for twice at once", async () => {
    const account: [string, string[]] = ["select from user_account where id = $1 for update", [owner.userId]];
    await sentWhileHeld(api.pool, account, () => [ask(owner.email), ask(owner.email)]);
    await pathFor("password_reset", owner.email);
  });

  it("fills nobody's mailbox", async () => {
    for (const _ of [1, 2, 3, 4, 5]) await ask(owner.email);
    const { rows } = await api.pool.query(
      "select from outbox where workflow_type = 'sendAccountMail' and organization_id = $1",
      [org.organizationId],
    );
    expect(rows).toHaveLength(3);
  });

  it("is not opened by the token of an invitation", async () => {
    const path = await invite(newAddress());
    expect((await visitor(api).visit(path.replace("invitation", "reset-password"))).status).toBe(404);
  });
});
