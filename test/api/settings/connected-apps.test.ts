import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization, type TestMember, type TestOrganization } from "../../support/factories.js";
import { factoryPassword, type Visitor, visitor } from "../../support/visitor.js";

let api: TestApi;
let firm: TestOrganization;
beforeAll(async () => {
  api = await startApi();
  firm = await organization(api);
});
afterAll(() => api?.close());

const connect = (member: TestMember, clientName: string | null) => connectedApp(api, firm, member, clientName);
async function signedIn(member: TestMember): Promise<Visitor> {
  const me = visitor(api);
  await me.signIn(member);
  await me.visit("/settings/connected-apps");
  return me;
}
const isRevoked = async (grantId: string): Promise<boolean> =>
  (await api.pool.query("select revoked_at is not null as revoked from connection where grant_id = $1", [grantId]))
    .rows[0].revoked;

describe("the connected apps", () => {
  it("are shown with what one must know to judge them, their names as text", async () => {
    const member = await firm.member("member");
    await connect(member, "<b>Claude</b>");
    await connect(member, null);
    const me = await signedIn(member);
    expect(me.page.html).toContain("&lt;b>Claude");
    expect(me.page.text).toMatch(
      new RegExp(
        `<b>Claude</b> unverified name Disconnect Organization Studio Tecnico Prova Access Read only Acts as ${member.name} Sign-in returned to localhost Connected .* Last used never`,
      ),
    );
    expect(me.page.text).toContain("Unnamed app");
  });

  it("are disconnected by their person alone", async () => {
    const [member, other] = [await firm.member("member"), await firm.member("owner")];
    const grantId = await connect(member, "Claude");
    await connect(other, "Cursor");
    const stranger = await signedIn(other);
    expect(stranger.page.text).not.toContain("Claude");
    expect((await stranger.submit("/settings/connected-apps/disconnect", { connection: grantId })).status).toBe(404);
    expect(await isRevoked(grantId)).toBe(false);
    const me = await signedIn(member);
    await me.submit("/settings/connected-apps/disconnect", { connection: grantId });
    expect(me.page.text).toContain("The app is disconnected.");
    expect(me.page.text).toContain("No connected apps");
    expect(await isRevoked(grantId)).toBe(true);
  });

  it("are disconnected by a new password", async () => {
    const member = await firm.member("member");
    const grantId = await connect(member, "Claude");
    const me = await signedIn(member);
    await me.visit("/settings/account");
    await me.submit("/settings/account/password", {
      "old-password": factoryPassword,
      "new-password": "la nuova password",
    });
    expect(await isRevoked(grantId)).toBe(true);
  });
});
