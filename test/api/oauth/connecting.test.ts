import { describe, expect, it } from "@jest/globals";
import { authorize } from "../../../src/actions/dispatch/authorize.js";
import { actions } from "../../../src/actions/index.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createGuest, createProject, organization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { connectMcp } from "../../support/mcp.js";
import { postMcp, toolMessage } from "../../support/mcp-messages.js";
import { answerOf, approveAs, connect, oauthClient, signInToApprove, submitHere } from "../../support/oauth.js";
import { copyOf, signedIn, tokenOf, visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));

const callTool = (token: string, name: string, args: object = {}) => postMcp(api, token, toolMessage(name, args));

describe("an app that was approved for reading and changing", () => {
  it("works with the user's role, and every change names user, app and connection", async () => {
    const { tokens, grantId } = await connect(api, owner, { ...org, mode: "change", name: "Claude" });
    expect(tokens).toMatchObject({
      status: 200,
      token_type: "Bearer",
      expires_in: 3600,
      scope: "actions:read actions:write",
    });
    const mcp = closedAfterTest(await connectMcp(api.url, tokens.access_token));
    const { tools } = await mcp.tools();
    expect(tools.map(({ name }) => name)).toContain("delete_project");
    const answer = await mcp.call("create_contact", { name: "Impresa Verdi" });
    expect(answer.isError).toBeFalsy();
    const id = answer.structuredContent?.result.id;
    expect(await auditOf(api, id)).toMatchObject([
      {
        user_id: owner.userId,
        key_id: null,
        via: "mcp",
        client: "Claude",
        connection_id: grantId,
        action: "create_contact",
      },
    ]);
  });

  it("can do no more than a viewer, for a viewer", async () => {
    const viewer = await org.member("viewer");
    const { tokens } = await connect(api, viewer, { ...org, mode: "change" });
    const mcp = closedAfterTest(await connectMcp(api.url, tokens.access_token));
    const { tools } = await mcp.tools();
    expect(tools.map(({ name }) => name)).not.toContain("create_project");
    await expect(mcp.call("create_project", { name: "Villa" })).rejects.toThrow(
      "Not permitted: create_project needs projects:edit, which this key or role lacks.",
    );
  });

  it("reaches what is shared with a guest, and nothing else", async () => {
    const [shared, other] = [await createProject(org), await createProject(org)];
    const guest = await createGuest(org, shared.id, "viewer");
    const { tokens } = await connect(api, guest, { ...org, mode: "change" });
    const mcp = closedAfterTest(await connectMcp(api.url, tokens.access_token));
    const { structuredContent } = await mcp.call("list_projects");
    expect(structuredContent?.result).toMatchObject({ items: [{ id: shared.id }], nextCursor: null });
    expect((await mcp.call("get_project", { projectId: other.id })).isError).toBe(true);
  });
});

describe("an app that was approved for reading", () => {
  it("neither sees nor can call what changes anything, and is told to ask for more", async () => {
    const { tokens, client } = await connect(api, owner, { ...org, mode: "read" });
    expect(tokens.scope).toBe("actions:read");
    const mcp = await connectMcp(api.url, tokens.access_token);
    const { tools, ttlMs } = await mcp.tools();
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    // Once it was given more, it must not go on with the list of before.
    expect(ttlMs).toBe(0);
    expect(tools.map(({ name }) => name)).toContain("review_document");
    await mcp.close();

    const refused = await callTool(tokens.access_token, "create_project", { name: "Villa" });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="actions:read actions:write", resource_metadata="${api.url}/.well-known/oauth-protected-resource/api/mcp"`,
    );
    const refreshed = await client.refresh(tokens.refresh_token);
    expect([refreshed.status, refreshed.scope]).toEqual([200, "actions:read"]);
    expect((await callTool(refreshed.access_token, "create_project", { name: "Villa" })).status).toBe(403);
    expect((await callTool(refreshed.access_token, "list_projects")).status).toBe(200);
  });

  it("is kept from every change where actions are carried out, whatever led there", () => {
    const caller = { mode: "read", role: "owner", keyPermissions: null } as Caller;
    const allowed = actions.filter((action) => {
      try {
        return authorize(action, caller);
      } catch {
        return false;
      }
    });
    expect(allowed).toEqual(actions.filter(({ effect }) => effect === "read" || effect === "ask"));
    expect(allowed.length).toBeLessThan(actions.length);
  });

  it("may still ask for less by its token than it was approved for", async () => {
    const { tokens, client } = await connect(api, owner, { ...org, mode: "change" });
    const narrowed = await client.refresh(tokens.refresh_token, { scope: "actions:read" });
    expect(narrowed.scope).toBe("actions:read");
    expect((await callTool(narrowed.access_token, "create_project", { name: "Villa" })).status).toBe(403);
  });

  it("gets reading alone where it asked for no more", async () => {
    const client = await oauthClient(api);
    const page = await approveAs(visitor(api), owner, client.authorizeUrl({ scope: "actions:read" }), {
      ...org,
      mode: "change",
    });
    expect((await client.redeem(answerOf(page).get("code") ?? "")).scope).toBe("actions:read");
  });
});

describe("the page of an approval", () => {
  it("names the app as unverified, where it leads, the organization and both modes, reading preselected", async () => {
    const client = await oauthClient(api, { name: "Assistente <b>finto</b>" });
    const browser = visitor(api);
    await browser.visit(client.authorizeUrl());
    const page = await signInToApprove(browser, owner);
    expect(page.text).toContain("Assistente <b>finto</b> (unverified: the app chose this name itself)");
    expect(page.html).not.toContain("<b>");
    expect(page.text).toContain("127.0.0.1:33418");
    expect(page.text).toContain("Studio Tecnico Prova");
    expect(page.html).toMatch(/<input[^>]*value="read"[^>]*checked/);
    expect(page.html).not.toMatch(/<input[^>]*value="change"[^>]*checked/);
    const policy = page.headers.get("content-security-policy");
    // The app's address may send the browser on to yet another.
    expect([policy?.includes("default-src 'none'"), policy?.includes("form-action")]).toEqual([true, false]);
    expect(page.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
    expect(page.html).not.toContain("<script");
  });

  it("asks for the password each time, also in a browser that is signed in", async () => {
    const browser = await signedIn(api, owner);
    const client = await oauthClient(api);
    const first = await approveAs(browser, owner, client.authorizeUrl(), org);
    expect(answerOf(first).get("state")).toBe(client.state);
    const again = await browser.visit(client.authorizeUrl());
    expect(again.text).toContain("Sign in to connect an app");
    expect(again.html).toContain(`value="${owner.email}"`);
    expect((await signInToApprove(browser, owner, "something else entirely")).status).toBe(401);
  });

  it("lets two people approve one after the other in one browser", async () => {
    const browser = visitor(api);
    const other = await org.member("member");
    for (const person of [owner, other]) {
      const client = await oauthClient(api);
      const page = await approveAs(browser, person, client.authorizeUrl(), org);
      const tokens = await client.redeem(answerOf(page).get("code") ?? "");
      expect(tokens.status).toBe(200);
      const { rows } = await api.pool.query("select user_id from connection where client_id = $1", [client.clientId]);
      expect(rows).toEqual([{ user_id: person.userId }]);
    }
  });

  it("doesn't let somebody approve with what another signed in for", async () => {
    const browser = visitor(api);
    const other = await org.member("member");
    const client = await oauthClient(api);
    await browser.visit(client.authorizeUrl());
    const page = await signInToApprove(browser, owner);
    const shown = browser.page;
    await browser.signIn(other);
    browser.page = shown;
    await submitHere(browser, { step: "approve", organization: org.organizationId, mode: "change" }, "organization");
    expect(browser.page.status).toBe(403);
    expect((await browser.visit(page.address)).text).toContain("Sign in to connect an app");
  });

  it("returns what somebody cancels to the app, before and after the password", async () => {
    for (const signsIn of [false, true]) {
      const client = await oauthClient(api);
      const browser = visitor(api);
      await browser.visit(client.authorizeUrl());
      if (signsIn) await signInToApprove(browser, owner);
      const answer = answerOf(await submitHere(browser, { step: "cancel" }, "cancel"));
      expect([answer.get("error"), answer.get("state"), answer.get("iss"), answer.get("code")]).toEqual([
        "access_denied",
        client.state,
        api.url,
        null,
      ]);
    }
  });

  it("gives the app one code, whoever clicks several times", async () => {
    const member = await org.member("member");
    const client = await oauthClient(api);
    const me = visitor(api);
    await me.visit(client.authorizeUrl());
    await signInToApprove(me, member);
    const fields = { step: "approve", organization: org.organizationId, mode: "read" };
    const clicks = [0, 1, 2].map(() => submitHere(copyOf(api, me), fields, "organization"));
    const codes = (await Promise.all(clicks)).flatMap(({ address }) => /[?&]code=([^&]+)/.exec(address)?.[1] ?? []);
    expect(codes).toHaveLength(1);
    expect((await client.redeem(codes[0] ?? "")).status).toBe(200);
  });

  it("gives the app one code, whoever is led back to it several times", async () => {
    const client = await oauthClient(api);
    const me = visitor(api);
    await me.visit(client.authorizeUrl());
    await signInToApprove(me, await org.member("member"));
    const sent = {
      redirect: "manual",
      headers: { cookie: [...me.cookies].map((pair) => pair.join("=")).join("; ") },
    } as const;
    const fields = { form_token: tokenOf(me.page), step: "approve", organization: org.organizationId, mode: "read" };
    const page = new URL(me.page.address, api.url);
    const approved = await fetch(page, { ...sent, method: "POST", body: new URLSearchParams(fields) });
    const back = new URL(approved.headers.get("location") ?? "", api.url);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(back, sent)));
    const codes = answers.filter(({ headers }) => /[?&]code=/.test(headers.get("location") ?? ""));
    expect(codes).toHaveLength(1);
  });

  it("connects to the organization that was chosen, and to no other's", async () => {
    const second = await organization(api, "Geometri Riuniti");
    const stranger = await organization(api, "Studio Altrui");
    await api.pool.query("insert into membership values ($1, $2, 'member', now())", [
      second.organizationId,
      owner.userId,
    ]);
    const client = await oauthClient(api);
    const refused = await approveAs(visitor(api), owner, client.authorizeUrl(), stranger);
    expect(refused.status).toBe(400);
    for (const { organizationId } of [org, second]) {
      const page = await approveAs(visitor(api), owner, client.authorizeUrl(), { organizationId });
      expect(answerOf(page).get("code")).toBeTruthy();
    }
    const { rows } = await api.pool.query(
      "select organization_id from connection where client_id = $1 order by created_at",
      [client.clientId],
    );
    expect(rows.map((row) => row.organization_id)).toEqual([org.organizationId, second.organizationId]);
  });

  it("tells somebody without an organization what to do", async () => {
    const lonely = await org.member("guest");
    await api.pool.query("delete from membership where user_id = $1", [lonely.userId]);
    const client = await oauthClient(api);
    const browser = visitor(api);
    await browser.visit(client.authorizeUrl());
    expect((await signInToApprove(browser, lonely)).text).toContain("You belong to no organization");
  });
});
