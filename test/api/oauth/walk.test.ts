import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import { organization, type TestMember, type TestOrganization } from "../../support/factories.js";
import { answerOf, approveAs, oauthClient } from "../../support/oauth.js";
import { visitor } from "../../support/visitor.js";

let api: TestApi;
let firm: TestOrganization;
let owner: TestMember;
beforeAll(async () => {
  api = await startApi({ atOwnAddress: true });
  firm = await organization(api);
  owner = await firm.member("owner");
});
afterAll(() => api?.close());

describe("connecting an app", () => {
  it("ends with tokens", async () => {
    const client = await oauthClient(api);
    const page = await approveAs(visitor(api), owner, client.authorizeUrl(), firm);

    const tokens = await client.redeem(answerOf(page).get("code") ?? "");
    console.log(tokens);
    expect(tokens.status).toBe(200);
    const next = await client.refresh(tokens.refresh_token);
    expect(next.status).toBe(200);
  });
});
