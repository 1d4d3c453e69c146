import { describe, expect, it } from "@jest/globals";
import { deleteOldDevices, rememberDevice } from "../../../src/accounts/known-devices.js";
import { passwordKey } from "../../../src/accounts/limits/limits.js";
import { checkPassword } from "../../../src/accounts/passwords/check-password.js";
import { startApi, type TestApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { factoryPassword, tokenOf, visitor } from "../../support/visitor.js";

describe("refused passwords", () => {
  it("are limited per address, together with refused keys", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "4" } }));
    const org = await organization(api);
    const owner = await org.member("owner");
    const me = visitor(api, "it");
    expect((await org.call("list_projects", {}, "pra_wrong")).status).toBe(401);
    for (const _ of [1, 2, 3]) expect((await me.signIn(owner, "wrong wrong wrong")).status).toBe(401);
    const page = await me.signIn(owner);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(page.text).toMatch(/Troppi tentativi Riprova tra \d+ secondi/);
    expect((await org.call("list_projects", {}, "pra_wrong")).status).toBe(429);
  });

  it("don't count once the right one was given", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "2" } }));
    const owner = await (await organization(api)).member("owner");
    for (const _ of [1, 2, 3, 4]) expect((await visitor(api).signIn(owner)).status).toBe(200);
    await api.app.limits.passwords.penalty(passwordKey(owner.email, "127.0.0.1"), 99);
    for (const _ of [1, 2]) expect((await visitor(api).signIn(owner)).status).toBe(200);
  });

  it("of strangers never lock the person out: they count by account and address", async () => {
    const api = closedAfterTest(await startApi({ settings: { TRUST_PROXY: "1", AUTH_FAILURES_PER_MINUTE: "1000" } }));
    const org = await organization(api);
    const owner = await org.member("owner");
    const at = signingInFrom(api);
    const guesser = "203.0.113.1";
    await api.app.limits.passwords.penalty(passwordKey(owner.email, guesser), 100);
    await api.app.limits.guesses.penalty(owner.email, 100);
    expect(await at(guesser, owner.email.toUpperCase())).toBe(429);
    expect(await at("203.0.113.2", owner.email)).toBe(200);
    expect(await at(guesser, (await org.member("member")).email)).toBe(200);
  });

  it.each(["203.0.113.9:%d", "[2001:db8::9]:%d", "198.51.100.1, 203.0.113.9:%d"])(
    "are limited per address where the proxy gives the port too: %s",
    async (form) => {
      const api = closedAfterTest(await startApi({ settings: { TRUST_PROXY: "1", AUTH_FAILURES_PER_MINUTE: "2" } }));
      const owner = await (await organization(api)).member("owner");
      const attempts = [40_001, 40_002, 40_003].map(async (port) => {
        const me = visitor(api);
        await me.visit("/sign-in");
        const fields = { email: owner.email, password: "wrong wrong wrong", form_token: tokenOf(me.page) };
        return (await me.post("/sign-in", fields, { "x-forwarded-for": form.replace("%d", String(port)) })).status;
      });
      expect((await Promise.all(attempts)).sort()).toEqual([401, 401, 429]);
    },
  );

  it("of the same address leave a browser alone in which the person has signed in before", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "2" } }));
    const owner = await (await organization(api)).member("owner");
    const me = visitor(api);
    expect((await me.signIn(owner)).status).toBe(200);
    const stranger = visitor(api);
    for (const status of [401, 401, 429])
      expect((await stranger.signIn(owner, "wrong wrong wrong")).status).toBe(status);
    await api.app.limits.passwords.penalty(passwordKey(owner.email, "127.0.0.1"), 100);
    await me.submit("/sign-out");
    expect((await me.signIn(owner)).status).toBe(200);
    // A known browser has attempts of its own, and no more than others have.
    const { rows } = await api.pool.query("select encode(device_sha256, 'hex') as device from known_device");
    await api.app.limits.passwords.penalty(passwordKey(owner.email, rows[0].device), 100);
    expect((await me.signIn(owner)).status).toBe(429);
    await deleteOldDevices(api.app.database);
    expect((await api.pool.query("select from known_device")).rowCount).toBe(1);
    await api.pool.query("update known_device set seen_at = seen_at - interval '401 days'");
    await deleteOldDevices(api.app.database);
    expect((await api.pool.query("select from known_device")).rowCount).toBe(0);
  });

  it("of many strangers slow the next ones down, who are told of, and nobody in a browser that is known", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "1000" } }));
    const { database, limits } = api.app;
    const { email, userId } = await (await organization(api)).member("owner");
    const device = await rememberDevice(database, userId, null);
    const slowed: string[] = [];
    const guess = (name: string, from: string | null) =>
      checkPassword(database, limits, {
        ...{ email, password: "wrong wrong wrong", ip: "203.0.113.1", device: from },
        slowed: () => slowed.push(name),
      });
    await guess("first", null);
    await limits.guesses.penalty(email, 100);
    await guess("known", device);
    await guess("stranger", null);
    expect(slowed).toEqual(["stranger"]);
  });

  it("leave both in peace who sign in with the same browser", async () => {
    const api = closedAfterTest(await startApi());
    const { database } = api.app;
    const org = await organization(api);
    const [one, other] = [(await org.member("owner")).userId, (await org.member("member")).userId];
    const device = await rememberDevice(database, one, null);
    expect(await rememberDevice(database, other, device)).toBe(device);
    expect([await rememberDevice(database, one, device), await rememberDevice(database, other, device)]).toEqual([
      null,
      null,
    ]);
  });

  it("leave those in peace whose browser another has signed in with who has used many since", async () => {
    const api = closedAfterTest(await startApi());
    const { database } = api.app;
    const org = await organization(api);
    const [one, other] = [(await org.member("owner")).userId, (await org.member("member")).userId];
    const shared = await rememberDevice(database, one, null);
    await rememberDevice(database, other, shared);
    for (let n = 0; n < 50; n++) await rememberDevice(database, other, null);
    const { rows } = await api.pool.query(
      "select user_id, count(*)::int as devices from known_device group by user_id order by devices",
    );
    expect(rows).toEqual([
      { user_id: one, devices: 1 },
      { user_id: other, devices: 50 },
    ]);
    await rememberDevice(database, one, null);
    expect(await rememberDevice(database, one, shared)).toBeNull();
  });

  it("count as a stranger's in a browser in which somebody else has signed in", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "1" } }));
    const org = await organization(api);
    const [owner, other] = [await org.member("owner"), await org.member("member")];
    expect((await visitor(api).signIn(owner)).status).toBe(200);
    const theirs = visitor(api);
    await theirs.signIn(other);
    await theirs.submit("/sign-out");
    expect((await theirs.signIn(owner, "wrong wrong wrong")).status).toBe(401);
    expect((await theirs.signIn(owner)).status).toBe(429);
  });

  it("count as a stranger's where the browser's cookie was never given out", async () => {
    const api = closedAfterTest(await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "1" } }));
    const owner = await (await organization(api)).member("owner");
    expect((await visitor(api).signIn(owner)).status).toBe(200);
    const me = visitor(api);
    await me.visit("/sign-in");
    const name = [...me.cookies.keys()].join().replace("form", "device");
    me.cookies.set(name, "A".repeat(43));
    expect((await me.signIn(owner, "wrong wrong wrong")).status).toBe(401);
    expect((await me.signIn(owner)).status).toBe(429);
    await api.app.limits.refusals.delete("127.0.0.1");
    expect((await me.signIn(owner)).status).toBe(200);
    expect(me.cookies.get(name)).not.toBe("A".repeat(43));
  });
});

/** The status of a sign-in with the right password, from an address. */
const signingInFrom = (from: TestApi) => async (address: string, email: string) => {
  const me = visitor(from);
  await me.visit("/sign-in");
  const fields = { email, password: factoryPassword, form_token: tokenOf(me.page) };
  return (await me.post("/sign-in", fields, { "x-forwarded-for": address })).status;
};
