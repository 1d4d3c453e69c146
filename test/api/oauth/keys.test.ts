import { describe, expect, it } from "@jest/globals";
import { deleteOldOAuthKeys, rotateOAuthKeys } from "../../../src/accounts/oauth-keys.js";
import { createOAuthServer } from "../../../src/api/oauth/server.js";
import { loadConfig } from "../../../src/config.js";
import { hourMs } from "../../../src/domain/calendar/durations.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forEachTest } from "../../support/for-tests.js";
import { answerOf, connect, oauthClient, signInToApprove, submitHere } from "../../support/oauth.js";
import { withClockSet } from "../../support/set-clock.js";
import { visitor } from "../../support/visitor.js";

const api = forEachTest(() => startApi({ atOwnAddress: true }));

const publishedKeys = async () => {
  const { keys } = (await (await fetch(`${api.url}/api/oauth/jwks`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

/** Another process of the product's, over the same database. */
const anotherServer = (secretKey = api.app.config.SECRET_KEY as string) =>
  createOAuthServer({
    ...api.app,
    config: { ...api.app.config, ...loadConfig({ SECRET_KEY: secretKey }), BASE_URL: api.url },
  });

describe("the keys for signing in", () => {
  it("are made once, however many ask for them first", async () => {
    await Promise.all([api.app.oauth.provider(), anotherServer().provider(), anotherServer().provider()]);
    const { rows } = await api.pool.query("select n from oauth_key");
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("are taken up when they were rotated, and leave approvals under way and connections as they are", async () => {
    const org = await organization(api);
    const owner = await org.member("owner");
    const { client, tokens } = await connect(api, owner, org);
    const before = await publishedKeys();
    const asking = await oauthClient(api);
    const browser = visitor(api);
    await browser.visit(asking.authorizeUrl());
    await signInToApprove(browser, owner);

    await rotateOAuthKeys(api.app.database, api.app.config);
    Object.assign(api.app, { oauth: anotherServer() });
    const after = await publishedKeys();
    expect(after).toHaveLength(2);
    expect(after).toEqual(expect.arrayContaining(before));
    const page = await submitHere(
      browser,
      { step: "approve", organization: org.organizationId, mode: "read" },
      "organization",
    );
    expect(answerOf(page).get("code")).toBeTruthy();
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it("are taken up within a minute also where the clock was set back an hour", async () => {
    const server = anotherServer();
    const before = await server.provider();
    await rotateOAuthKeys(api.app.database, api.app.config);
    expect(await withClockSet({ passedMs: 61_000, setMs: -hourMs }, () => server.provider())).not.toBe(before);
  });

  it("end a day after others took their place", async () => {
    const [old] = await publishedKeys();
    await rotateOAuthKeys(api.app.database, api.app.config);
    await deleteOldOAuthKeys(api.app.database);
    Object.assign(api.app, { oauth: anotherServer() });
    expect(await publishedKeys()).toHaveLength(2);
    await api.pool.query("update oauth_key set created_at = created_at - interval '25 hours'");
    await deleteOldOAuthKeys(api.app.database);
    Object.assign(api.app, { oauth: anotherServer() });
    const left = await publishedKeys();
    expect([left.length, left.includes(old as string)]).toEqual([1, false]);
  });

  it("are made anew under another SECRET_KEY, and connections stay", async () => {
    const org = await organization(api);
    const { client, tokens } = await connect(api, await org.member("owner"), org);
    Object.assign(api.app, { oauth: anotherServer("cd".repeat(32)) });
    expect(await publishedKeys()).toHaveLength(1);
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it("need a SECRET_KEY", async () => {
    const { SECRET_KEY: _, ...config } = api.app.config;
    await expect(createOAuthServer({ ...api.app, config }).provider()).rejects.toThrow("SECRET_KEY is not set");
  });
});
