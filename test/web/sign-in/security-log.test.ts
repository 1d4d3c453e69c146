import { beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { connect } from "../../support/oauth.js";
import { factoryPassword, visitor } from "../../support/visitor.js";

let lines: string[] = [];
const api = forAllTests(() => startApi({ atOwnAddress: true, logged: { write: (line) => void lines.push(line) } }));
const org = forEachTest(() => organization(api));
const member = forEachTest(() => org.member("member"));
beforeEach(async () => {
  lines = [];
});

const events = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "security");

describe("the security log", () => {
  it("has one line for each sign-in, refusal and change of an account, with ids alone", async () => {
    const me = visitor(api);
    await me.signIn(member, "wrong wrong wrong");
    await me.signIn(member);
    await me.visit("/settings/api-keys");
    await me.submit("/settings/api-keys/create", { name: "Esportazione" });
    await me.visit("/settings/members");
    await me.post("/settings/api-keys/create", { name: "X", form_token: "x" });
    const { userId } = member;
    const { organizationId } = org;
    expect(events()).toMatchObject([
      { action: "sign_in_refused", reason: "password" },
      { action: "signed_in", userId },
      { action: "create_key", userId, organizationId },
      { action: "permission_refused", userId, organizationId, route: "/settings/members" },
      { action: "form_refused", userId, organizationId },
    ]);
    const logged = lines.join("");
    for (const personal of [member.email, member.name, factoryPassword, "wrong wrong", "Esportazione", "127.0.0.1"])
      expect(logged).not.toContain(personal);
  });

  it("has the wrong passwords that somebody enters who is signed in already", async () => {
    const me = visitor(api);
    await me.signIn(member);
    lines = [];
    await me.visit("/settings/account");
    const wanted = { "old-password": "wrong wrong wrong", "new-password": "un'altra frase lunga" };
    await me.submit("/settings/account/password", wanted);
    const { userId } = member;
    await api.pool.query("update web_session set created_at = now() - interval '1 hour' where user_id = $1", [userId]);
    await me.submit("/settings/account/second-factor");
    await me.submit("/settings/account/second-factor", { "proof-password": "wrong wrong wrong" });
    const refused = { action: "confirmation_refused", reason: "password", userId };
    expect(events()).toMatchObject([refused, refused]);
  });

  it("has refused keys and permissions of programs, and the tokens of apps", async () => {
    await org.call("list_projects", {}, "pra_wrong");
    await org.call("delete_project", { projectId: "x" }, member.key);
    expect(events()).toMatchObject([
      { action: "credentials_refused", route: "/api/rest/actions/:operation" },
      { action: "permission_refused", userId: member.userId, organizationId: org.organizationId },
    ]);
    lines = [];
    const { grantId, tokens } = await connect(api, member, org);
    expect(events()).toMatchObject([
      { action: "signed_in", userId: member.userId },
      { action: "connect_app", userId: member.userId, organizationId: org.organizationId },
      { action: "token_given", userId: member.userId, connectionId: grantId },
    ]);
    expect(lines.join("")).not.toContain(tokens.access_token);
  });
});
