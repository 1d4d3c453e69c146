import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization, type TestMember } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { copyOf, factoryPassword, signedIn, type Visitor } from "../../support/visitor.js";
import { sentWhileHeld } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const connect = (member: TestMember, clientName: string | null) => connectedApp(api, org, member, clientName);
async function openPage(member: TestMember): Promise<Visitor> {
  const me = await signedIn(api, member);
  await me.visit("/settings/connected-apps");
  return me;
}
const isRevoked = async (grantId: string): Promise<boolean> =>
  (await api.pool.query("select revoked_at is not null as revoked from connection where grant_id = $1", [grantId]))
    .rows[0].revoked;

describe("the connected apps", () => {
  it("are shown with what one must know to judge them, their names as text", async () => {
    const member = await org.member("member");
    await connect(member, "<b>Claude</b>");
    await connect(member, null);
    const me = await openPage(member);
    expect(me.page.html).toContain("&lt;b>Claude");
    expect(me.page.text).toMatch(
      new RegExp(
        `<b>Claude</b> unverified name Disconnect \\(<b>Claude</b>\\) Organization Studio Tecnico Prova Access Read only Acts as ${member.name} Sign-in returned to localhost Connected .* Last used never`,
      ),
    );
    expect(me.page.text).toContain("Unnamed app");
  });

  it("can't be approved for an organization of which one is no member", async () => {
    const elsewhere = await organization(api);
    await expect(connectedApp(api, elsewhere, await org.member("owner"), "Claude")).rejects.toThrow("not connected");
  });

  it("leave other organizations their connections to the database, where one is disconnected dozens of times at once", async () => {
    const [member, elsewhere] = [await org.member("member"), await organization(api)];
    const grantId = await connect(member, "Claude");
    const me = await openPage(member);
    const pages = await sentWhileHeld(
      api.pool,
      ["select from connection where grant_id = $1 for update", [grantId]],
      () =>
        Array.from({ length: 40 }, () =>
          copyOf(api, me).submit("/settings/connected-apps/disconnect", { connection: grantId }),
        ),
      () => elsewhere.ok("create_contact", { name: "Bruno Neri" }),
    );
    for (const page of pages) expect(page.text).toContain("The app is disconnected.");
  });

  it("are disconnected by their person alone", async () => {
    const [member, other] = [await org.member("member"), await org.member("owner")];
    const grantId = await connect(member, "Claude");
    const others = await connect(other, "Cursor");
    for (const grant of [grantId, others])
      await api.pool.query(
        `insert into oauth_artifact (model, id_sha256, payload, grant_id, expires_at)
         values ('AccessToken', sha256(convert_to($1, 'UTF8')), '{}', $1, now() + interval '1 hour')`,
        [grant],
      );
    const stranger = await openPage(other);
    expect(stranger.page.text).not.toContain("Claude");
    expect((await stranger.submit("/settings/connected-apps/disconnect", { connection: grantId })).status).toBe(404);
    expect(await isRevoked(grantId)).toBe(false);
    const me = await openPage(member);
    await me.submit("/settings/connected-apps/disconnect", { connection: grantId });
    expect(me.page.text).toContain("The app is disconnected.");
    expect(me.page.text).toContain("No connected apps");
    expect(await isRevoked(grantId)).toBe(true);
    const left = "select grant_id from oauth_artifact where grant_id = any($1)";
    expect((await api.pool.query(left, [[grantId, others]])).rows).toEqual([{ grant_id: others }]);
  });

  it("are disconnected by a new password", async () => {
    const member = await org.member("member");
    const grantId = await connect(member, "Claude");
    const me = await openPage(member);
    await me.visit("/settings/account");
    await me.submit("/settings/account/password", {
      "old-password": factoryPassword,
      "new-password": "la nuova password",
    });
    expect(await isRevoked(grantId)).toBe(true);
  });

  it("are disconnected once, however often it is asked", async () => {
    const member = await org.member("member");
    const grantId = await connect(member, "Claude");
    const me = await openPage(member);
    const { page } = me;
    for (const _ of [1, 2]) {
      me.page = page;
      await me.submit("/settings/connected-apps/disconnect", { connection: grantId });
      expect([me.page.status, me.page.text]).toEqual([200, expect.stringContaining("The app is disconnected.")]);
    }
    const { rowCount } = await api.pool.query("select from audit_event where record_id = $1 and action = $2", [
      grantId,
      "disconnect_app",
    ]);
    expect(rowCount).toBe(1);
  });

  it("are all reached, page by page", async () => {
    const member = await org.member("member");
    await api.pool.query(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       select 'many-' || n, $1, $2, 'read', 'c', 'App ' || n || '.', 'localhost', now() - n / 3 * interval '1 hour'
       from generate_series(1, 120) n`,
      [org.organizationId, member.userId],
    );
    const me = await openPage(member);
    const seen: string[] = [];
    for (let next: string | undefined = me.page.address; next; ) {
      await me.visit(next);
      seen.push(...(me.page.text.match(/App \d+\. unverified/g) ?? []));
      next = /rel="next" href="([^"]+)"/.exec(me.page.html)?.[1];
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });
});
