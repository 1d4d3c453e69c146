import { describe, expect, it } from "@jest/globals";
import { addSession, deleteOldSessions } from "../../../src/accounts/sessions.js";
import { localPath } from "../../../src/web/redirect.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { copyOf, factoryPassword, signedIn, tokenOf, visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));

const wrong = "Email or password is wrong";
const sessionsOf = async (userId: string): Promise<number> =>
  (await api.pool.query("select from web_session where user_id = $1", [userId])).rowCount ?? 0;

describe("signing in", () => {
  it("asks for e-mail and password in the reader's language", async () => {
    expect((await visitor(api).visit("/sign-in")).html).toMatch(
      /<label for="email">Email<\/label>[\s\S]*Password[\s\S]*Sign in<\/button>/,
    );
    expect((await visitor(api, "it").visit("/sign-in")).html).toMatch(
      /<label for="email">Email<\/label>[\s\S]*Accedi<\/button>/,
    );
  });

  it("takes the address in any case, and leads to the page that was wanted", async () => {
    const me = visitor(api);
    await me.visit("/sign-in?next=/sign-in%3Fa%3Db");
    const page = await me.submit("/sign-in", { email: ` ${owner.email.toUpperCase()} `, password: factoryPassword });
    expect(page.address).toBe("/sign-in?a=b");
    expect(page.text).toContain(`You are signed in as ${owner.email}`);
  });

  it("tells a wrong password and an unknown address the same, and keeps what was typed", async () => {
    const me = visitor(api);
    const known = await me.signIn(owner, "not the password");
    const unknown = await me.signIn({ email: "nobody@studio.test" });
    for (const [page, email] of [
      [known, owner.email],
      [unknown, "nobody@studio.test"],
    ] as const) {
      expect(page.status).toBe(401);
      expect(page.text).toContain(wrong);
      expect(page.html).toContain(`value="${email}"`);
      expect(page.html).not.toContain("not the password");
    }
    expect(known.html.replaceAll(owner.email, "")).toHaveLength(
      unknown.html.replaceAll("nobody@studio.test", "").length,
    );
  });

  it("keeps of a session only the hash of its cookie, which scripts can't read", async () => {
    const me = await signedIn(api, owner);
    const [[name, secret]] = [...me.cookies].filter(([key]) => key.includes("session")) as [[string, string]];
    expect(name).toBe("pratica-session-3000");
    const { rows } = await api.pool.query(
      "select encode(id_sha256, 'base64') as hash, to_jsonb(s)::text as row from web_session s",
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
    const answer = await fetch(`${api.url}/sign-out`, { method: "POST", headers: { cookie: `${name}=${secret}` } });
    expect(answer.status).toBe(415);
  });

  it("gives a new session each time, whatever the browser brought", async () => {
    const me = visitor(api);
    me.cookies.set("pratica-session-3000", "A".repeat(43));
    await me.signIn(owner);
    const first = me.cookies.get("pratica-session-3000");
    expect(first).not.toBe("A".repeat(43));
    const before = await sessionsOf(owner.userId);
    await me.signIn(owner);
    expect(me.cookies.get("pratica-session-3000")).not.toBe(first);
    expect(await sessionsOf(owner.userId)).toBe(before);
  });

  it("begins no session with a password that was changed meanwhile", async () => {
    const { userId } = await org.member("member");
    const begin = (passwordHash: string) =>
      addSession(api.app.database, { account: { userId, passwordHash }, userAgent: "", organizationId: null });
    const { rows } = await api.pool.query("select password_hash from user_account where id = $1", [userId]);
    expect(await begin("$argon2id$before")).toBeNull();
    expect(await sessionsOf(userId)).toBe(0);
    expect(await begin(rows[0].password_hash)).toEqual(expect.any(String));
  });

  it("lets a second person sign in on the same browser", async () => {
    const other = await org.member("viewer");
    const me = await signedIn(api, owner);
    await me.signIn(other);
    expect((await me.visit("/sign-in")).text).toContain(`You are signed in as ${other.email}`);
  });

  it("ends on the server too", async () => {
    const me = await signedIn(api, owner);
    const thief = copyOf(api, me);
    await me.visit("/sign-in");
    expect((await me.submit("/sign-out")).text).toContain("You are signed out.");
    expect((await thief.visit("/sign-in")).text).not.toContain("signed in as");
  });

  it.each([
    ["a week without a visit", "last_seen_at = now() - interval '8 days'"],
    ["thirty days, however often it was used", "expires_at = expires_at - interval '30 days'"],
  ])("is over after %s", async (_after, change) => {
    const [me, other] = [visitor(api), visitor(api)];
    const member = await org.member("viewer");
    await me.signIn(member);
    await other.signIn(owner);
    await api.pool.query(`update web_session set ${change} where user_id = $1`, [member.userId]);
    expect((await me.visit("/sign-in")).text).not.toContain("signed in as");
    await deleteOldSessions(api.app.database);
    expect((await api.pool.query("select from web_session where user_id = $1", [member.userId])).rowCount).toBe(0);
    expect((await other.visit("/sign-in")).text).toContain("signed in as");
  });
});

describe("a form", () => {
  const fields = () => ({ email: owner.email, password: factoryPassword });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["another origin, of a browser that says no more", { "sec-fetch-site": "", origin: "https://evil.example" }],
    ["nowhere", { "sec-fetch-site": "", origin: "null" }],
  ])("from %s is refused", async (_, headers) => {
    const me = visitor(api);
    await me.visit("/sign-in");
    const token = tokenOf(me.page);
    const page = await me.post("/sign-in", { ...fields(), form_token: token }, headers);
    expect(page.status).toBe(403);
    expect(page.text).toContain("This form was sent from another site");
  });

  it("is taken from a page under the address that the browser used", async () => {
    const me = visitor(api);
    await me.visit("/sign-in");
    const token = tokenOf(me.page);
    const headers = { "sec-fetch-site": "", origin: api.url };
    expect((await me.post("/sign-in", { ...fields(), form_token: token }, headers)).status).toBe(200);
  });

  it("without its token, or with that of another browser, is refused with what to do", async () => {
    const [me, other] = [visitor(api, "it"), visitor(api)];
    await other.visit("/sign-in");
    await me.visit("/sign-in");
    const token = tokenOf(other.page);
    for (const form_token of ["", token]) {
      const referer = `${api.url}/sign-in?next=/settings/members`;
      const page = await me.post("/sign-in", { ...fields(), form_token }, { referer });
      expect(page.status).toBe(403);
      expect(page.text).toContain("Questa pagina non è più attuale");
      expect(page.html).toContain('href="/sign-in?next=/settings/members"');
    }
  });

  it("that was open while another tab signed in still counts", async () => {
    const me = visitor(api);
    const before = await me.visit("/sign-in");
    await me.signIn(owner);
    me.page = before;
    expect((await me.submit("/sign-in", fields())).status).toBe(200);
  });

  it.each(["/sign-in", "/forgot-password"])("of %s may hold any character", async (path) => {
    const me = visitor(api);
    await me.visit(path);
    const page = await me.submit(path, { email: "anna\0@studio.test'\u{1f600}\u200b", password: "\0" });
    expect([path, page.status]).toEqual([path, path === "/sign-in" ? 401 : 200]);
  });

  it("is limited in size", async () => {
    const me = visitor(api);
    await me.visit("/sign-in");
    expect((await me.submit("/sign-in", { ...fields(), extra: "x".repeat(70_000) })).status).toBe(413);
  });

  it("runs no script, may not be framed, and is kept by no cache", async () => {
    const { headers, html } = await visitor(api).visit("/sign-in");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBeTruthy();
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(html).not.toMatch(/<script|<style|\sstyle=/);
  });
});

describe("the way back after signing in", () => {
  it.each([
    ["/settings/api-keys?page=2", "/settings/api-keys?page=2"],
    ["", "/"],
    ["settings", "/"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/..//evil.example", "/"],
    ["/%2e%2e//evil.example", "/"],
    ["javascript:alert(1)", "/"],
  ])("of %j is %s", (wanted, path) => expect(localPath(wanted)).toBe(path));
});
