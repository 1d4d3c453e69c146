import { afterEach, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { tokenOf, visitor } from "../../support/visitor.js";

let api: TestApi;
afterEach(() => api?.close());

describe("refused passwords", () => {
  it("are limited per address, together with refused keys", async () => {
    api = await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "4" } });
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
    api = await startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "2" } });
    const owner = await (await organization(api)).member("owner");
    for (const _ of [1, 2, 3, 4]) expect((await visitor(api).signIn(owner)).status).toBe(200);
  });

  it("are limited per account, wherever they come from, and leave other accounts alone", async () => {
    api = await startApi({ settings: { TRUST_PROXY: "1" } });
    const org = await organization(api);
    const [owner, member] = [await org.member("owner"), await org.member("member")];
    await api.app.limits.passwords.set(owner.email, 100, 3_600);
    const from = async (address: string, email: string) => {
      const me = visitor(api);
      await me.visit("/sign-in");
      const fields = { email, password: "una password lunga", form_token: tokenOf(me.page) };
      return (await me.post("/sign-in", fields, { "x-forwarded-for": address })).status;
    };
    expect(await from("203.0.113.1", owner.email.toUpperCase())).toBe(429);
    expect(await from("203.0.113.2", owner.email)).toBe(429);
    expect(await from("203.0.113.1", member.email)).toBe(200);
  });
});
