import { describe, expect, it } from "@jest/globals";
import { createUser } from "../../src/admin/provision.js";
import { type Role, roles } from "../../src/domain/vocabulary.js";
import { startApi } from "../support/caller.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { signedIn, type Visitor, visitor } from "../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Bianchi"));

const places = ({ page }: Visitor): string[] =>
  [...(/<nav aria-label[\s\S]*?<\/nav>/.exec(page.html)?.[0] ?? "").matchAll(/href="\/settings\/([\w-]+)"/g)].map(
    ([, place]) => place as string,
  );
const everybodys = ["account", "connected-apps", "api-keys"];
const all = [...everybodys, "members", "channels", "audit-log", "security"];

describe("the head bar", () => {
  it.each<[Role, string[]]>([
    ["owner", all],
    ["admin", all],
    ["member", everybodys],
    ["viewer", everybodys],
    ["guest", everybodys],
  ])("shows an %s the places that open to the role, and no others open", async (role, open) => {
    const me = await signedIn(api, await org.member(role));
    await me.visit("/settings/account");
    expect(places(me)).toEqual(open);
    for (const place of all)
      expect([place, (await me.visit(`/settings/${place}`)).status]).toEqual([place, open.includes(place) ? 200 : 403]);
  });

  it("and the home page lead to the same places", async () => {
    for (const [role, open] of [
      ["owner", all],
      ["member", everybodys],
    ] as const) {
      const home = await (await signedIn(api, await org.member(role))).visit("/");
      const main = home.html.slice(home.html.indexOf("<main"));
      expect([...main.matchAll(/href="\/settings\/([\w-]+)"/g)].map(([, place]) => place)).toEqual(open);
    }
  });

  it("knows each role", () => {
    expect(new Set(roles)).toEqual(new Set(["owner", "admin", "member", "viewer", "guest"]));
  });

  it("marks the place that is shown, whatever follows in its address", async () => {
    const me = await signedIn(api, await org.member("owner"));
    await me.visit("/settings/api-keys?done=revoked");
    expect(me.page.html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(me.page.html).toMatch(/href="\/settings\/api-keys" aria-current="page"/);
  });

  it("speaks the reader's language", async () => {
    const me = await signedIn(api, await org.member("owner"), "it");
    expect((await me.visit("/settings/account")).text).toContain(
      "Pratica Account Applicazioni Chiavi API Membri Canali Registro Sicurezza",
    );
    expect(me.page.text).toContain("Il tuo account");
  });

  it("shows a stranger the way in, and no forms", async () => {
    const me = visitor(api);
    await me.visit("/");
    expect(places(me)).toEqual([]);
    expect(me.page.html).toContain('href="/sign-in"');
    expect(me.page.html).not.toContain('action="/sign-out"');
  });

  it("shows somebody without an organization what is the person's own", async () => {
    const member = await org.member("owner");
    const me = await signedIn(api, member);
    await api.pool.query("delete from membership where user_id = $1", [member.userId]);
    await me.visit("/settings/account");
    expect(places(me)).toEqual(everybodys);
    expect(me.page.html).toMatch(
      /<summary class="account-summary"><span class="visually-hidden">Account: <\/span><span class="account-name">[^<]*<\/span><\/summary>/,
    );
  });

  it("offers other organizations only to who has several, and comes back to the page that was open", async () => {
    const alone = await signedIn(api, await org.member("viewer"));
    await alone.visit("/settings/account");
    expect(alone.page.html).not.toContain('action="/settings/organization"');

    const member = await org.member("owner");
    const other = await organization(api, "Altro <Studio>");
    await createUser(api.app.database, { organizationId: other.organizationId, email: member.email, role: "owner" });
    const me = await signedIn(api, member);
    await me.visit("/settings/audit-log?record=Villa&via=rest");
    expect(me.page.html).toContain("Altro &lt;Studio>");
    await me.submit("/settings/organization", { organization: org.organizationId });
    expect(me.page.address).toBe("/settings/audit-log?record=Villa&via=rest");
    expect(me.page.text).toContain("· Studio Bianchi");
  });

  it("begins with the person's own organization, not with one where the person is a guest, whatever their names", async () => {
    const member = await org.member("owner");
    const host = await organization(api, "Altro studio");
    await createUser(api.app.database, { organizationId: host.organizationId, email: member.email, role: "guest" });
    const me = await signedIn(api, member);
    await me.visit("/settings/members");
    expect([me.page.status, me.page.text]).toEqual([200, expect.stringContaining("· Studio Bianchi")]);
    await me.submit("/settings/organization", { organization: host.organizationId });
    await me.visit("/settings/account");
    expect(me.page.text).toContain("· Altro studio");
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", ""])(
    "leads to no other site after another organization was chosen: %j",
    async (back) => {
      const member = await org.member("owner");
      const other = await organization(api);
      await createUser(api.app.database, { organizationId: other.organizationId, email: member.email, role: "owner" });
      const me = await signedIn(api, member);
      await me.visit("/settings/account");
      await me.submit("/settings/organization", { organization: org.organizationId, back });
      expect(me.page.address).toBe("/");
    },
  );
});
