import { beforeEach, describe, expect, it } from "@jest/globals";
import { deleteOldSecurityEvents } from "../../../src/accounts/security/security-events.js";
import { createUser } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { connect } from "../../support/oauth.js";
import { signedIn, type Visitor, visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forEachTest(() => organization(api));
const owner = forEachTest(() => org.member("owner"));
const member = forEachTest(() => org.member("member"));
let me: Visitor;
beforeEach(async () => {
  me = await signedIn(api, owner);
});

/** What the owner reads, newest first: one text for each row. */
async function shown(query = ""): Promise<string[]> {
  await api.app.security.flush();
  const { html } = await me.visit(`/settings/security${query}`);
  return [...html.matchAll(/<tr>(?:(?!<th)[\s\S])*?<\/tr>/g)]
    .map(([row]) => row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "))
    .filter((row) => !row.includes("When"));
}

const stored = async (organizationId = org.organizationId) => {
  await api.app.security.flush();
  const { rows } = await api.pool.query(
    "select action, times, user_id, key_id, address from security_event where organization_id = $1 order by id",
    [organizationId],
  );
  return rows;
};

describe("the page of security events", () => {
  it("tells an owner who signed in, was refused and made keys, with the address, newest first", async () => {
    const other = visitor(api);
    await other.signIn(member, "wrong wrong wrong");
    await other.signIn(member);
    await other.visit("/settings/api-keys");
    await other.submit("/settings/api-keys/create", { name: "Esportazione" });
    await other.visit("/settings/members");
    const rows = await shown();
    expect(rows).toEqual([
      expect.stringContaining("Refused: permission missing /settings/members · from 127.0.0.1"),
      expect.stringMatching(new RegExp(`${member.name}.*Create an API key.*from 127.0.0.1`)),
      expect.stringMatching(new RegExp(`${member.name}.*Signed in.*from 127.0.0.1`)),
      expect.stringMatching(new RegExp(`${member.name}.*Sign-in refused.*wrong password · from 127.0.0.1`)),
      expect.stringMatching(new RegExp(`${owner.name}.*Signed in`)),
    ]);
    expect(await shown("?kind=key")).toEqual([expect.stringContaining("Create an API key")]);
    expect(await shown("?kind=refusal")).toHaveLength(2);
    expect(await shown("?kind=nonsense&before=nonsense")).toHaveLength(5);
  });

  it("names channels in the reader's words", async () => {
    await me.visit("/settings/channels");
    const chosen = { "email-smtpServer": "smtp.example.it", "email-user": "a", "email-password": "b" };
    await me.submit("/settings/channels/set", { channel: "email", ...chosen });
    const [row] = await shown("?kind=channel");
    expect(row).toMatch(/E-mail · from 127\.0\.0\.1/);
  });

  it("names keys and apps, and tells of tokens", async () => {
    await connect(api, member, org);
    const reader = await org.keyWith("projects:view");
    await org.call("delete_project", { projectId: "x" }, reader);
    const rows = await shown();
    expect(rows[0]).toMatch(/The organization Key: projects:view Refused: permission missing/);
    expect(rows[1]).toMatch(new RegExp(`${member.name} App: .* Gave an app a new token`));
    expect(rows[2]).toMatch(new RegExp(`${member.name} App: .* Connect an app`));
  });

  it("says whom and what it concerns", async () => {
    await me.visit("/settings/members");
    await me.submit("/settings/members/invite", { email: "nuova@studio.test", role: "viewer" });
    const [{ id }] = (await api.pool.query("select id from account_link where email = 'nuova@studio.test'")).rows;
    await me.visit("/settings/members");
    await me.submit("/settings/members/withdraw", { invitation: id });
    await me.visit("/settings/members");
    await me.submit("/settings/members/role", { member: member.userId, role: "viewer" });
    await me.visit("/settings/members");
    await me.submit("/settings/members/remove", { member: member.userId });
    await me.visit("/settings/api-keys");
    await me.submit("/settings/api-keys/create", { name: "Esportazione" });
    const rows = await shown();
    expect(rows.slice(0, 5)).toEqual([
      expect.stringContaining("Create an API key Esportazione · from"),
      expect.stringContaining(`Remove a member ${member.email} · from`),
      expect.stringContaining(`Change a member's role ${member.email} · from`),
      expect.stringContaining("Withdraw an invitation nuova@studio.test · from"),
      expect.stringContaining("Invite a member nuova@studio.test · from"),
    ]);
  });

  it("tells that a revoked key is still tried, by whoever has its secret alone", async () => {
    const key = await org.keyWith("projects:view");
    await api.pool.query("update api_key set revoked_at = now() where organization_id = $1", [org.organizationId]);
    await org.call("list_projects", {}, key);
    await org.call("list_projects", {}, `${key.slice(0, -2)}xy`);
    const rows = await shown("?kind=refusal");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/The organization Key: projects:view Key or token refused \/api\/rest/);
    expect(rows[0]).not.toContain("times");
  });

  it("is in Italian too, and goes on where a page ends", async () => {
    await api.pool.query(
      `insert into security_event (organization_id, id, at, times, action, user_id)
       select $1, ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 1, 'signed_in', $2 from generate_series(1, 60) n`,
      [org.organizationId, member.userId],
    );
    me = await signedIn(api, owner, "it");
    expect(await shown()).toHaveLength(50);
    expect(me.page.text).toContain("Accesso effettuato");
    const older = /rel="next" href="\/settings\/security([^"]+)"/.exec(me.page.html)?.[1] ?? "";
    // The owner's two sign-ins are two rows where a minute ends between them.
    expect([11, 12]).toContain((await shown(older.replace("&amp;", "&"))).length);
  });

  it("opens to those who may read the audit log alone", async () => {
    expect((await (await signedIn(api, await org.member("admin"))).visit("/settings/security")).status).toBe(200);
    expect((await (await signedIn(api, member)).visit("/settings/security")).status).toBe(403);
  });
});

describe("what is kept of security events", () => {
  it("concerns each organization of the person, and none that the person isn't in", async () => {
    const [second, foreign] = [await organization(api), await organization(api)];
    await createUser(api.app.database, { organizationId: second.organizationId, email: member.email, role: "member" });
    await signedIn(api, member);
    const seen = { action: "signed_in", user_id: member.userId, address: "127.0.0.1" };
    expect(await stored()).toContainEqual(expect.objectContaining(seen));
    expect(await stored(second.organizationId)).toMatchObject([seen]);
    expect(await stored(foreign.organizationId)).toEqual([]);
  });

  it("is one row a minute for what is refused again and again, and none for keys that nobody has", async () => {
    const key = await org.keyWith("projects:view");
    const before = (await api.pool.query("select count(*)::int as n from security_event")).rows[0].n;
    for (let n = 0; n < 3; n++) await org.call("delete_project", { projectId: "x" }, key);
    await api.app.security.flush();
    for (let n = 0; n < 3; n++) await org.call("delete_project", { projectId: "x" }, key);
    for (let n = 0; n < 3; n++) await org.call("list_projects", {}, "pra_wrong");
    const refused = (await stored()).filter(({ action }) => action === "permission_refused");
    // Two where a minute ends between them.
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(refused.reduce((sum, { times }) => sum + times, 0)).toBe(6);
    const after = (await api.pool.query("select count(*)::int as n from security_event")).rows[0].n;
    expect(after - before).toBeLessThanOrEqual(refused.length + 1);
  });

  it("keeps every address that a person signed in from, and shows what happened last first", async () => {
    const { security } = api.app;
    const { userId } = member;
    const note = (ip: string) => security.note("signed_in", { userId, ip });
    note("192.0.2.1");
    security.note("sign_in_refused", { userId, ip: "192.0.2.2", reason: "password" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const ip of ["198.51.100.7", "192.0.2.1"]) note(ip);
    const rows = await shown();
    const addresses = rows.flatMap((row) => /from (\d+\.\d+\.\d+\.\d+)/.exec(row)?.[1] ?? []);
    expect(addresses.filter((address) => address !== "127.0.0.1").sort()).toEqual(
      expect.arrayContaining(["192.0.2.1", "192.0.2.2", "198.51.100.7"]),
    );
    expect(addresses.indexOf("192.0.2.1")).toBeLessThan(addresses.indexOf("192.0.2.2"));
  });

  it("is at most thirty rows a minute for one key or person", async () => {
    const { security } = api.app;
    const { organizationId } = org;
    const { userId } = member;
    for (let n = 0; n < 500; n++) security.note("permission_refused", { organizationId, userId, route: `/${n}` });
    const rows = (await stored()).filter(({ action }) => action === "permission_refused");
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.length).toBeLessThanOrEqual(60);
  });

  it("tells the owners of every organization of a person who signs out everywhere", async () => {
    const other = await organization(api, "Altro Studio");
    await api.pool.query(
      "insert into membership (organization_id, user_id, role, created_at) values ($1, $2, 'viewer', now())",
      [other.organizationId, member.userId],
    );
    const one = await signedIn(api, member);
    await one.visit("/settings/account");
    await one.submit("/settings/account/sign-out-everywhere", {});
    for (const { organizationId } of [org, other])
      expect(await stored(organizationId)).toContainEqual(
        expect.objectContaining({ action: "sign_out_everywhere", user_id: member.userId }),
      );
  });

  it("is kept beside what somebody without an organization does", async () => {
    await api.pool.query("delete from membership where user_id = $1", [member.userId]);
    const left = await signedIn(api, member);
    await left.visit("/settings/account");
    await left.submit("/settings/account/sign-out-everywhere", {});
    await org.call("delete_project", { projectId: "x" }, await org.keyWith("projects:view"));
    expect(await stored()).toContainEqual(expect.objectContaining({ action: "permission_refused" }));
  });

  it("is all kept but what the database can't take", async () => {
    const { security } = api.app;
    const { userId } = member;
    security.note("sign_in_refused", { userId, reason: "\0" });
    security.note("sign_in_refused", { userId, reason: "password" });
    const refused = (await stored()).filter(({ action }) => action === "sign_in_refused");
    expect(refused).toMatchObject([{ user_id: userId, times: 1 }]);
  });

  it("is gone after ninety days", async () => {
    await stored();
    await api.pool.query(
      "update security_event set at = now() - interval '91 days' where organization_id = $1 and user_id = $2",
      [org.organizationId, owner.userId],
    );
    await signedIn(api, member);
    await api.app.security.flush();
    await deleteOldSecurityEvents(api.app.database);
    expect(await stored()).toMatchObject([{ action: "signed_in", user_id: member.userId }]);
  });

  it("is gone where so much of its kind came after it, and nothing else", async () => {
    const add = (action: string, events: number) =>
      api.pool.query(
        `insert into security_event (organization_id, id, at, times, action, about)
         select $1, lpad(n::text, 32, '0')::uuid, now(), 1, $2, n::text from generate_series($3::int, $4) n`,
        [org.organizationId, action, action.length * 100_000, action.length * 100_000 + events - 1],
      );
    await add("rate_limited", 20_002);
    await add("permission_refused", 20_000);
    await deleteOldSecurityEvents(api.app.database);
    const { rows } = await api.pool.query(
      `select action, count(*), min(about) as oldest from security_event where organization_id = $1 and about is not null
       group by action order by action`,
      [org.organizationId],
    );
    expect(rows).toEqual([
      { action: "permission_refused", count: 20_000, oldest: "1800000" },
      { action: "rate_limited", count: 20_000, oldest: "1200002" },
    ]);
  });
});
