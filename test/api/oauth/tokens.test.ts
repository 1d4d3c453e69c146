import { describe, expect, it } from "@jest/globals";
import {
  addConnection,
  disconnect,
  endConnectionsOf,
  endUnusedConnections,
} from "../../../src/accounts/connections.js";
import { deleteOldArtifacts } from "../../../src/api/oauth/adapter.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { organization, type TestMember } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { postMcp, toolMessage } from "../../support/mcp-messages.js";
import { answerOf, approveAs, connect, oauthClient, type Tokens } from "../../support/oauth.js";
import { visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true, settings: { AUTH_FAILURES_PER_MINUTE: "1000" } }));
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));

const statusOf = async (token: string) => (await postMcp(api, token, toolMessage("list_projects"))).status;

const codeFor = async () => {
  const client = await oauthClient(api);
  const page = await approveAs(visitor(api), owner, client.authorizeUrl(), org);
  return { client, code: answerOf(page).get("code") ?? "" };
};

const endings = async (grantId: string) => {
  const { rows } = await api.pool.query<{ action: string; via: string; user_id: string; client: string }>(
    "select action, via, user_id, client from audit_event where connection_id = $1 order by id",
    [grantId],
  );
  return rows.map(({ action, via }) => `${action} via ${via}`);
};

describe("tokens", () => {
  it("are for MCP and files alone, in the header alone", async () => {
    const { tokens } = await connect(api, owner, org);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await api.call("list_projects", {}, tokens.access_token)).status).toBe(401);
    expect(
      (await fetch(`${api.url}/api/rest/files/x`, { headers: { authorization: `Bearer ${tokens.access_token}` } }))
        .status,
    ).toBe(404);
    const inQuery = await fetch(`${api.url}/api/mcp?access_token=${tokens.access_token}`, { method: "POST" });
    expect(inQuery.status).toBe(401);
    expect(await statusOf(tokens.refresh_token)).toBe(401);
  });

  it("are kept by no cache, and stored by their hash alone", async () => {
    const { client, code } = await codeFor();
    const tokens = await client.redeem(code);
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    const { rows } = await api.pool.query("select * from oauth_artifact");
    const stored = JSON.stringify(rows);
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(stored).not.toContain(secret);
    }
    expect(stored).not.toContain('"jti"');
  });

  it("need the verifier, the client and the address that the code was for", async () => {
    const { client, code } = await codeFor();
    const other = await oauthClient(api);
    const fields = {
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirectUri,
      code_verifier: client.verifier,
    };
    expect(await client.token({ ...fields, code_verifier: "x".repeat(43) })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    });
    const { code_verifier: _, ...without } = fields;
    expect((await client.token(without)).status).toBe(400);
    expect((await other.token(fields)).status).toBe(400);
    expect((await client.token({ ...fields, redirect_uri: "http://127.0.0.1:33418/other" })).status).toBe(400);
    expect((await client.redeem(code)).status).toBe(200);
  });

  it("are for no other resource than was approved", async () => {
    const { client, code } = await codeFor();
    const fields = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri };
    const wanted = { ...fields, code_verifier: client.verifier, resource: "https://other.test" };
    expect(await client.token(wanted)).toMatchObject({ status: 400, error: "invalid_target" });
  });

  it("end with their family when a code comes a second time", async () => {
    const { client, code } = await codeFor();
    const tokens = await client.redeem(code);
    expect(await client.redeem(code)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await client.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
  });

  it("end with their family when a code comes several times at once", async () => {
    for (let round = 0; round < 3; round++) {
      const { client, code } = await codeFor();
      const answers = await Promise.all([1, 2, 3, 4].map(() => client.redeem(code)));
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBeLessThanOrEqual(1);
      for (const { access_token, refresh_token } of served)
        expect([await statusOf(access_token), (await client.refresh(refresh_token)).status]).toEqual([401, 400]);
    }
  });

  it("end with their family when a refresh token comes a second time, which the audit log tells", async () => {
    const { client, tokens, grantId } = await connect(api, owner, org);
    const next = await client.refresh(tokens.refresh_token);
    expect(next.status).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    for (const token of [tokens, next]) expect(await statusOf(token.access_token)).toBe(401);
    expect((await client.refresh(next.refresh_token)).error).toBe("invalid_grant");
    expect(await endings(grantId)).toEqual(["connect_app via page", "end_reused_connection via mcp"]);
  });

  it("are refreshed for what was approved, though the client asks again for all that it wanted, and for less", async () => {
    const reading = await connect(api, owner, { ...org, mode: "read" });
    const next = await reading.client.refresh(reading.tokens.refresh_token, {
      scope: "actions:read actions:write offline_access openid",
    });
    expect([next.status, next.scope]).toEqual([200, "actions:read"]);
    expect(await statusOf(next.access_token)).toBe(200);
    expect(await reading.client.refresh(next.refresh_token, { scope: "actions:write openid" })).toMatchObject({
      status: 400,
      error: "invalid_scope",
    });
    const changing = await connect(api, owner, org);
    const less = await changing.client.refresh(changing.tokens.refresh_token, { scope: "actions:read" });
    expect([less.status, less.scope]).toEqual([200, "actions:read"]);
    const all = await changing.client.refresh(less.refresh_token);
    expect(all.scope.split(" ")).toContain("actions:write");
    const stranger = await reading.client.refresh("unknown", { scope: "actions:read" });
    expect(stranger).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  it("serve at most one of two refreshes at the same moment", async () => {
    const { client, tokens } = await connect(api, owner, org);
    const both = await Promise.all([client.refresh(tokens.refresh_token), client.refresh(tokens.refresh_token)]);
    const served = both.filter(({ status }) => status === 200);
    expect(served.length).toBeLessThanOrEqual(1);
    for (const { error } of both.filter(({ status }) => status !== 200)) expect(error).toBe("invalid_grant");
  });

  it.each(["refresh_token", "access_token"] as const)("can be given back by their client alone: %s", async (kind) => {
    const { client, tokens, grantId } = await connect(api, owner, org);
    const revoke = (clientId: string, token: string) =>
      fetch(`${api.url}/api/oauth/revoke`, {
        method: "POST",
        body: new URLSearchParams({ client_id: clientId, token }),
      });
    const colleagues = await approveAs(visitor(api), await org.member("member"), client.authorizeUrl(), org);
    const { access_token: beside } = await client.redeem(answerOf(colleagues).get("code") ?? "");
    const other = await oauthClient(api);
    expect((await revoke(other.clientId, tokens[kind])).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await revoke(client.clientId, tokens[kind])).status).toBe(200);
    expect([await statusOf(tokens.access_token), await statusOf(beside)]).toEqual([401, 200]);
    expect((await client.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
    expect(await endings(grantId)).toEqual(["connect_app via page", "disconnect_app via mcp"]);
  });

  it("end by their time", async () => {
    const { client, tokens } = await connect(api, owner, org);
    await api.pool.query("update oauth_artifact set expires_at = now() where model = 'AccessToken'");
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = await client.refresh(tokens.refresh_token);
    expect(await statusOf(next.access_token)).toBe(200);
  });
});

describe("a connection", () => {
  const refused = async ({
    client,
    tokens,
  }: {
    client: { refresh(token: string): Promise<Tokens> };
    tokens: Tokens;
  }) => {
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await client.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
  };

  it("is made by a browser session of its user's alone, and by none that has ended", async () => {
    const [person, other] = [await org.member("member"), await org.member("member")];
    await visitor(api).signIn(person);
    const { rows } = await api.pool.query("select id from web_session where user_id = $1", [person.userId]);
    const add = (grantId: string, { userId }: TestMember) => {
      const client = { clientId: "c", clientName: null, redirectHost: "localhost" };
      const connection = { grantId, organizationId: org.organizationId, userId, mode: "read" as const, ...client };
      return addConnection(api.app.database, connection, rows[0].id, "request");
    };
    expect([await add("one", person), await add("two", other)]).toEqual([true, false]);
    await api.pool.query("update web_session set expires_at = now() - interval '1 second' where user_id = $1", [
      person.userId,
    ]);
    expect(await add("three", person)).toBe(false);
  });

  it("is disconnected by its user at once, and by nobody else", async () => {
    const connected = await connect(api, owner, org);
    const other = await org.member("admin");
    expect(await disconnect(api.app.database, other.userId, connected.grantId)).toBe(false);
    expect(await statusOf(connected.tokens.access_token)).toBe(200);
    expect(await disconnect(api.app.database, owner.userId, connected.grantId)).toBe(true);
    await refused(connected);
    expect(await disconnect(api.app.database, owner.userId, connected.grantId)).toBe(true);
    expect(await endings(connected.grantId)).toEqual(["connect_app via page", "disconnect_app via page"]);
    const { rows } = await api.pool.query("select from oauth_artifact where grant_id = $1", [connected.grantId]);
    expect(rows).toHaveLength(0);
  });

  it("of the same client is one for each approval, disconnected on its own", async () => {
    const client = await oauthClient(api);
    const approvals = [];
    for (let n = 0; n < 2; n++) {
      const page = await approveAs(visitor(api), owner, client.authorizeUrl(), org);
      approvals.push(await client.redeem(answerOf(page).get("code") ?? ""));
    }
    const { rows } = await api.pool.query("select grant_id from connection where client_id = $1 order by created_at", [
      client.clientId,
    ]);
    expect(rows).toHaveLength(2);
    await disconnect(api.app.database, owner.userId, rows[0].grant_id);
    expect(await statusOf(approvals[0]?.access_token ?? "")).toBe(401);
    expect(await statusOf(approvals[1]?.access_token ?? "")).toBe(200);
  });

  it("follows the user's role, and ends with the membership, on the next call", async () => {
    const person = await org.member("member");
    const connected = await connect(api, person, { ...org, mode: "change" });
    const create = async () =>
      (await (await postMcp(api, connected.tokens.access_token, toolMessage("create_contact"))).text()).includes(
        "create_contact needs contacts:edit",
      );
    expect(await create()).toBe(false);
    await api.pool.query("update membership set role = 'viewer' where user_id = $1", [person.userId]);
    expect(await create()).toBe(true);
    await api.pool.query("delete from membership where user_id = $1", [person.userId]);
    await refused(connected);
  });

  it("ends with every other of the user's when all are revoked", async () => {
    const person = await org.member("member");
    const connected = [await connect(api, person, org), await connect(api, person, org)];
    const bystander = await connect(api, owner, org);
    const actor = { ...org, userId: person.userId, keyId: null, via: "page" as const, client: null };
    const trail = { action: "change_password", actor, requestId: null };
    const ended = await transact(api.app.database, trail, (unit) => endConnectionsOf(unit, person.userId, null));
    expect(ended).toBe(2);
    for (const one of connected) await refused(one);
    expect(await statusOf(bystander.tokens.access_token)).toBe(200);
  });

  it("says when it was last used, to the minute", async () => {
    const { tokens, grantId } = await connect(api, owner, org);
    const lastUsed = async () =>
      (await api.pool.query("select last_used_at from connection where grant_id = $1", [grantId])).rows[0].last_used_at;
    expect(await lastUsed()).toBeNull();
    await statusOf(tokens.access_token);
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
    await statusOf(tokens.access_token);
    expect(await lastUsed()).toEqual(first);
    await api.pool.query("update connection set last_used_at = now() - interval '61 seconds' where grant_id = $1", [
      grantId,
    ]);
    await statusOf(tokens.access_token);
    expect((await lastUsed()) >= first).toBe(true);
  });

  it("goes on for years as long as its app asks for new tokens", async () => {
    const { client, tokens, grantId } = await connect(api, owner, org);
    await api.pool.query(
      `update oauth_artifact set created_at = created_at - interval '3 years', expires_at = expires_at - interval '3 years',
         payload = jsonb_set(payload, '{exp}', to_jsonb((payload ->> 'exp')::int - 3 * 365 * 86400))
       where model = 'Grant' and grant_id = $1`,
      [grantId],
    );
    await deleteOldArtifacts(api.app.database);
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it("leaves no approval behind that became no connection", async () => {
    const { client, code } = await codeFor();
    await api.pool.query("delete from connection where client_id = $1", [client.clientId]);
    const approvals = async () =>
      (
        await api.pool.query("select from oauth_artifact where model = 'Grant' and payload ->> 'clientId' = $1", [
          client.clientId,
        ])
      ).rows;
    await deleteOldArtifacts(api.app.database);
    expect(await approvals()).toHaveLength(1);
    await api.pool.query("update oauth_artifact set created_at = now() - interval '25 hours' where model = 'Grant'");
    await deleteOldArtifacts(api.app.database);
    expect(await approvals()).toHaveLength(0);
    expect((await client.redeem(code)).status).toBe(400);
  });

  it("ends once no token of it could be used any more, which is tidied away with clients that nobody approved", async () => {
    const { client, grantId } = await connect(api, owner, org);
    const unapproved = await oauthClient(api);
    await api.pool.query("update oauth_artifact set expires_at = now() - interval '1 second' where grant_id = $1", [
      grantId,
    ]);
    await api.pool.query("update connection set created_at = now() - interval '31 days' where grant_id = $1", [
      grantId,
    ]);
    await api.pool.query("update oauth_artifact set created_at = now() - interval '25 hours' where model = 'Client'");
    expect(await endUnusedConnections(api.app.database)).toBe(1);
    await deleteOldArtifacts(api.app.database);
    expect(await endings(grantId)).toEqual(["connect_app via page", "end_unused_connection via workflow"]);
    const { rows } = await api.pool.query("select from oauth_artifact where grant_id = $1", [grantId]);
    expect(rows).toHaveLength(0);
    const ask = async (url: string) => (await fetch(url, { redirect: "manual" })).status;
    expect([await ask(client.authorizeUrl()), await ask(unapproved.authorizeUrl())]).toEqual([303, 400]);
  });
});

describe("limits", () => {
  it("count the requests of each connection, refused tokens and refused exchanges", async () => {
    const slow = closedAfterTest(
      await startApi({
        atOwnAddress: true,
        settings: { RATE_LIMIT_PER_MINUTE: "3", AUTH_FAILURES_PER_MINUTE: "4" },
      }),
    );
    const studio = await organization(slow);
    const person = await studio.member("member");
    const [one, two] = [await connect(slow, person, studio), await connect(slow, person, studio)];
    const call = (token: string) =>
      fetch(`${slow.url}/api/mcp`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await call(one.tokens.access_token)).status);
    expect(statuses).toEqual([415, 415, 415, 429]);
    expect((await call(two.tokens.access_token)).status).toBe(415);
    for (let n = 0; n < 3; n++) expect((await call("wrong")).status).toBe(401);
    expect((await two.client.redeem("wrong")).status).toBe(400);
    expect((await call("wrong")).status).toBe(429);
    const exchange = await two.client.redeem("wrong");
    expect([exchange.status, exchange.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(exchange.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call(two.tokens.access_token)).status).toBe(415);
  });
});
