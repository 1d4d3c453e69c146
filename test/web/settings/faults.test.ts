import { describe, expect, it } from "@jest/globals";
import { pageOf } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { factoryPassword, signedIn, type VisitedPage, visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Bianchi"));
const owner = forAllTests(() => org.member("owner"));
const other = forAllTests(() => org.member("viewer"));
type Fields = Record<string, string | string[]>;
type Texts = [field: string, english: string, italian: string];

/** What stands beside a field, as a screen reader reads it with the field. */
function faultOf({ html }: VisitedPage, field: string): string | undefined {
  const [, described = ""] = new RegExp(`id="${field}"[^>]*aria-describedby="([^"]*)"`).exec(html) ?? [];
  const id = described.split(" ").find((one) => one.endsWith("-error"));
  return id && new RegExp(`<p class="field-error" id="${id}">([^<]*)</p>`).exec(html)?.[1];
}
const noName: Texts = ["name", "Enter your name.", "Scrivi il tuo nome."];
const short: Texts = [
  "new-password",
  "A password has at least 12 characters.",
  "La password deve avere almeno 12 caratteri.",
];
const long: Texts = [
  "new-password",
  "A password has at most 1,000 characters.",
  "La password può avere al massimo 1.000 caratteri.",
];
const wrong: Texts = ["old-password", "This is not your current password.", "Non è la tua password attuale."];
const noEmail: Texts = ["email", "Enter one e-mail address.", "Scrivi un indirizzo email."];
const already: Texts = ["email", "This person is a member already.", "Questa persona è già membro."];
const noKeyName: Texts = ["name", "Give the key a name.", "Dai un nome alla chiave."];
const past: Texts = ["until", "Choose a day that is still to come.", "Scegli un giorno futuro."];

describe("a form of the settings that has faults comes back with them", () => {
  it.each<[string, () => Fields, Texts[], string[]]>([
    ["account/name", () => ({ name: " \t " }), [noName], []],
    ["account/password", () => ({ "old-password": factoryPassword, "new-password": "corta" }), [short], []],
    ["account/password", () => ({ "old-password": factoryPassword, "new-password": "x".repeat(1_001) }), [long], []],
    ["account/password", () => ({ "old-password": "un'altra cosa", "new-password": "la nuova password" }), [wrong], []],
    ["account/password", () => ({}), [short], []],
    [
      "members/invite",
      () => ({ email: "nessuno", role: "viewer" }),
      [noEmail],
      ['value="nessuno"', '<option value="viewer" selected'],
    ],
    [
      "members/invite",
      () => ({ email: 'a"<b@x', role: "admin" }),
      [noEmail],
      ['value="a&quot;&lt;b@x"', '<option value="admin" selected'],
    ],
    [
      "members/invite",
      () => ({ email: ` ${other.email.toUpperCase()} `, role: "guest" }),
      [already],
      ['<option value="guest" selected'],
    ],
    ["api-keys/create", () => ({ name: " ", until: "2020-01-31" }), [noKeyName, past], ['value="2020-01-31"']],
    [
      "api-keys/create",
      () => ({ name: "Export", until: "ieri", scope: "chosen", holder: "organization", permission: ["tasks:edit"] }),
      [past],
      [
        'value="Export"',
        'value="ieri"',
        'value="chosen" checked',
        'value="organization" checked',
        'value="tasks:edit" checked',
      ],
    ],
  ])("%s", async (action, fields, faults, kept) => {
    const [page] = action.split("/");
    for (const language of ["en", "it"] as const) {
      const me = await signedIn(api, owner, language);
      await me.visit(`/settings/${page}`);
      await me.submit(`/settings/${action}`, fields());
      expect(me.page.status).toBe(422);
      for (const [field, english, italian] of faults)
        expect(faultOf(me.page, field)).toBe(language === "en" ? english : italian);
      expect(me.page.html.match(/class="field-error"/g)).toHaveLength(faults.length);
      for (const text of kept) expect(me.page.html).toContain(text);
      for (const [name, value] of Object.entries(fields()))
        if (name.endsWith("password")) expect(me.page.html).not.toContain(`value="${value}"`);
    }
  });

  it("says beside the permissions that one must be chosen, in both languages", async () => {
    for (const [language, text] of [
      ["en", "Choose at least one permission."],
      ["it", "Scegli almeno un permesso."],
    ] as const) {
      const me = await signedIn(api, owner, language);
      await me.visit("/settings/api-keys");
      const page = await me.submit("/settings/api-keys/create", { name: "A", scope: "chosen", permission: "x:y" });
      expect([page.status, page.html]).toEqual([
        422,
        expect.stringMatching(
          new RegExp(`<fieldset class="permissions"[^>]* aria-describedby="permission-error">[\\s\\S]*${text}`),
        ),
      ]);
    }
  });

  it("and can be sent again from there", async () => {
    const me = await signedIn(api, owner);
    await me.visit("/settings/account");
    await me.submit("/settings/account/name", { name: "" });
    expect((await me.submit("/settings/account/name", { name: owner.name })).address).toBe(
      "/settings/account?done=name",
    );
  });

  it("keeps a name within its length", async () => {
    const me = await signedIn(api, owner);
    await me.visit("/settings/api-keys");
    const page = await me.submit("/settings/api-keys/create", { name: "n".repeat(300) });
    expect(page.text.match(/n{100,}/)?.[0]).toHaveLength(100);
  });
});

describe("a form behind a link of a mail that has faults comes back with them", () => {
  it.each<["invitation" | "password_reset", Fields, Texts[], string[]]>([
    ["invitation", { name: " ", "new-password": "corta" }, [noName, short], []],
    [
      "invitation",
      { name: "Nuova <Persona>", "new-password": "x".repeat(1_001) },
      [long],
      ['value="Nuova &lt;Persona>"'],
    ],
    ["password_reset", { "new-password": "corta" }, [short], []],
    ["password_reset", {}, [short], []],
  ])("%s with %j", async (kind, fields, faults, kept) => {
    for (const language of ["en", "it"] as const) {
      const path = await pageOf(kind, org, owner);
      const me = visitor(api, language);
      await me.visit(path);
      await me.submit(path, fields);
      expect(me.page.status).toBe(422);
      for (const [field, english, italian] of faults)
        expect(faultOf(me.page, field)).toBe(language === "en" ? english : italian);
      expect(me.page.html.match(/class="field-error"/g)).toHaveLength(faults.length);
      for (const text of kept) expect(me.page.html).toContain(text);
      expect((await visitor(api).visit(path)).status).toBe(200);
    }
  });
});

describe("a refused sign-in", () => {
  it.each([
    ["en", "Email or password is wrong. Check both and try again."],
    ["it", "Email o password non corrette. Controllale e riprova."],
  ])(
    "says so to a reader of %s, with the address that was typed and the way on that was wanted",
    async (language, text) => {
      const me = visitor(api, language);
      await me.visit("/sign-in?next=/settings/members");
      await me.submit("/sign-in", { email: 'a"b@studio.test', password: "non è questa" });
      expect([me.page.status, me.page.text]).toEqual([401, expect.stringContaining(text)]);
      expect(me.page.html).toMatch(/<p class="failure" id="refused" role="alert">/);
      expect(me.page.html).toContain('value="a&quot;b@studio.test"');
      await me.submit("/sign-in", { email: owner.email, password: factoryPassword });
      expect(me.page.address).toBe("/settings/members");
    },
  );

  it("or a successful one leads to no other site", async () => {
    const [me, next] = [visitor(api), "//evil.example"];
    await me.visit(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(me.page.html).toContain('name="next" value="/"');
    await me.submit("/sign-in", { email: owner.email, password: factoryPassword, next });
    expect(me.page.address).toBe("/");
  });
});
