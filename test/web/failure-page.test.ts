import { afterAll, describe, expect, it } from "@jest/globals";
import { passwordKey } from "../../src/accounts/limits/limits.js";
import { startApi } from "../support/caller.js";
import { organization, type TestMember, unknownId } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { type Gateway, startGateway } from "../support/gateway.js";
import { type VisitedPage, type Visitor, visitor } from "../support/visitor.js";

const api = forAllTests(() =>
  startApi({
    settings: { AUTH_FAILURES_PER_MINUTE: "1000" },
    logged: { write: (line: string) => logged.push(line) },
    through: {
      database: async (url) => {
        postgres = await startGateway(Number(new URL(url).port));
        return url.replace(/:\d+\//, `:${postgres.port}/`);
      },
    },
  }),
);
let postgres: Gateway;
const org = forAllTests(() => organization(api, "Studio Bianchi"));
const owner = forAllTests(() => org.member("owner"));
const viewer = forAllTests(() => org.member("viewer"));
/** all that the API logged */
const logged: string[] = [];

afterAll(async () => {
  await postgres?.close();
});

const languages = ["en", "it"] as const;
type Failure = (me: Visitor) => Promise<VisitedPage>;

const signedIn = async (me: Visitor, member: TestMember, path: string) => {
  await me.signIn(member);
  return me.visit(path);
};
const nowhere: Failure = (me) => me.visit("/nowhere");
const noPermission: Failure = (me) => signedIn(me, viewer, "/settings/members");
const goneRecord: Failure = async (me) => {
  await signedIn(me, owner, "/settings/members");
  return me.submit("/settings/members/remove", { member: unknownId });
};
const unknownRole: Failure = async (me) => {
  await signedIn(me, owner, "/settings/members");
  return me.submit("/settings/members/invite", { email: "anna@altrove.test", role: "boss" });
};
const tooLarge: Failure = async (me) => {
  await me.visit("/sign-in");
  return me.submit("/sign-in", { email: "x".repeat(70_000) });
};
const noMoreInvitations: Failure = async (me) => {
  await api.pool.query("update organization set quota_invitations = 0");
  await signedIn(me, owner, "/settings/members");
  return me.submit("/settings/members/invite", { email: "anna@altrove.test", role: "viewer" });
};
const noForm: Failure = (me) => me.post("/sign-in", {}, { "content-type": "text/plain" });
const tooMany: Failure = async (me) => {
  await api.app.limits.passwords.penalty(passwordKey(viewer.email, "127.0.0.1"), 1_000);
  const page = await me.signIn(viewer);
  await api.app.limits.passwords.delete(passwordKey(viewer.email, "127.0.0.1"));
  return page;
};
const ownFault: Failure = async (me) => {
  await me.signIn(owner);
  const { query } = api.app.database;
  api.app.database.query = () => Promise.reject(new Error("a fault of ours"));
  try {
    return await me.visit("/settings/account");
  } finally {
    api.app.database.query = query;
  }
};
const noDatabase: Failure = async (me) => {
  await me.signIn(owner);
  postgres.cut();
  const page = await me.visit("/settings/account");
  postgres.restore();
  return page;
};

describe("what went wrong is a page for people", () => {
  it.each<[string, Failure, number, string, string]>([
    [
      "an address where nothing is",
      nowhere,
      404,
      "Page not found There is nothing at this address.",
      "Pagina non trovata A questo indirizzo non c'è nulla.",
    ],
    [
      "a role that doesn't open it",
      noPermission,
      403,
      "Not permitted Your role in Studio Bianchi doesn't open this page; it needs the permission “Manage members”.",
      "Non consentito Il tuo ruolo in Studio Bianchi non apre questa pagina: serve il permesso «Gestire i membri».",
    ],
    [
      "a form about what is gone",
      goneRecord,
      404,
      "No longer there What this form is about is no longer there.",
      "Non c'è più Ciò a cui si riferisce questo modulo non c'è più.",
    ],
    [
      "a value that no form offers",
      unknownRole,
      400,
      'This can\'t be done There is no role "boss"',
      "Non si può fare Il modulo contiene un valore non valido.",
    ],
    [
      "a form that is too large",
      tooLarge,
      413,
      "This can't be done A form has at most 64 kB.",
      "Non si può fare Il modulo è troppo grande.",
    ],
    [
      "a body that is no form",
      noForm,
      415,
      "This can't be done Send the form as",
      "Non si può fare Il modulo è stato inviato in un formato non previsto.",
    ],
    [
      "too many attempts",
      tooMany,
      429,
      "Too many attempts Too many refused passwords for this account; try again in",
      "Troppi tentativi Riprova tra",
    ],
    [
      "an invitation beyond the quota of the day",
      noMoreInvitations,
      429,
      "Today's limit is reached The organization has used up its 0 invitations of today; try again after midnight",
      "Limite di oggi raggiunto Lo studio ha raggiunto il limite di oggi: 0 inviti. Riprova dopo mezzanotte",
    ],
    [
      "a fault of ours",
      ownFault,
      500,
      "Something went wrong Something went wrong on the server; report it with the request id. Request",
      "Qualcosa è andato storto Si è verificato un errore sul server: segnala il numero della richiesta a chi amministra Pratica. Richiesta",
    ],
    [
      "a database out of reach",
      noDatabase,
      503,
      "Temporarily unavailable The database can't be reached right now; try again.",
      "Momentaneamente non disponibile Il database non è raggiungibile in questo momento; riprova.",
    ],
  ])("for %s, in both languages", async (_, fail, status, english, italian) => {
    for (const [language, text] of [
      ["en", english],
      ["it", italian],
    ] as const) {
      const page = await fail(visitor(api, language));
      expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)]);
      expect(page.html).toContain(`<html lang="${language}">`);
      expect(page.headers.get("content-language")).toBe(language);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page.html).toContain('<a href="/">');
    }
  });

  it.each(languages)("with the request's id for a fault of ours, which the log has too (%s)", async (language) => {
    const { html, text, headers } = await ownFault(visitor(api, language));
    const id = headers.get("x-request-id") as string;
    expect(html).toContain(`<code>${id}</code>`);
    expect(logged.some((line) => line.includes(id) && line.includes("a fault of ours"))).toBe(true);
    expect(text).not.toContain("a fault of ours");
  });

  it("with the time to wait in minutes where it is long", async () => {
    expect((await tooMany(visitor(api, "it"))).text).toMatch(/Riprova tra \d+ minuti\./);
  });

  it("with Retry-After where waiting helps", async () => {
    for (const fail of [tooMany, noDatabase])
      expect(Number((await fail(visitor(api))).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("names no id to a person, nor echoes one as markup", async () => {
    const me = visitor(api);
    expect((await goneRecord(me)).text).not.toContain(unknownId);
    await me.visit("/settings/api-keys");
    expect((await me.submit("/settings/api-keys/create", { name: "a" })).status).toBe(200);
    await me.visit("/settings/api-keys");
    const page = await me.submit("/settings/api-keys/revoke", { key: "<b>x</b>" });
    expect([page.status, page.html.includes("<b>x")]).toEqual([404, false]);
  });

  it("with the way back to the form that failed, unless another site sent it", async () => {
    const me = visitor(api, "it");
    await signedIn(me, owner, "/settings/members");
    const headers = { referer: `${api.url}/settings/members` };
    const back = '<a class="button" href="/settings/members">Torna alla pagina</a>';
    const tokenFor = (action: string) =>
      new RegExp(`action="${action}"[^>]*><input[^>]* name="form_token" value="([^"]+)"`).exec(me.page.html)?.[1] ?? "";
    const removal = { form_token: tokenFor("/settings/members/remove"), member: unknownId };
    const signIn = { form_token: tokenFor("/sign-out"), email: viewer.email, password: "x" };
    const remove = (more: Record<string, string>) =>
      me.post("/settings/members/remove", removal, { ...headers, ...more });
    expect((await remove({})).html).toContain(back);
    expect((await remove({ "sec-fetch-site": "cross-site" })).html).not.toContain(back);
    await api.app.limits.passwords.penalty(passwordKey(viewer.email, "127.0.0.1"), 1_000);
    const limited = await me.post("/sign-in", signIn, { referer: `${api.url}/sign-in?next=/settings/members` });
    await api.app.limits.passwords.delete(passwordKey(viewer.email, "127.0.0.1"));
    expect([limited.status, limited.html]).toEqual([
      429,
      expect.stringContaining('<a class="button" href="/sign-in?next=/settings/members">Torna alla pagina</a>'),
    ]);
    expect((await nowhere(me)).text).not.toContain("Torna alla pagina");
    const strange = { referer: "https://altrove.test/settings", "sec-fetch-site": "cross-site" };
    expect((await me.post("/nowhere", {}, strange)).text).not.toContain("Torna alla pagina");
  });

  it("with the way on for somebody who is signed in", async () => {
    const me = visitor(api);
    await noPermission(me);
    expect(me.page.html).toMatch(/<nav[\s\S]*href="\/settings\/account"/);
    expect(me.page.html).toContain('action="/sign-out"');
    expect((await nowhere(visitor(api))).html).not.toContain('action="/sign-out"');
  });
});

describe("what went wrong is a problem for programs", () => {
  it.each([
    ["/nowhere", "application/json"],
    ["/settings/nowhere", "*/*"],
    ["/api/rest/actions/nothing", "text/html"],
  ])("at %s with Accept: %s", async (path, accept) => {
    const response = await fetch(`${api.url}${path}`, { headers: { accept } });
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ status: response.status, requestId: expect.any(String) });
  });
});
