import { expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { signedIn } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));

it.each([
  ["account", "update web_session set created_at = $1 where user_id = $2"],
  ["api-keys", "update api_key set created_at = $1 where user_id = $2"],
  ["members", "update membership set created_at = $1 where user_id = $2"],
])("stand on %s by the organization's clocks", async (page, madeThen) => {
  await api.pool.query("update organization set timezone = 'Pacific/Kiritimati' where id = $1", [org.organizationId]);
  const me = await signedIn(api, owner);
  await api.pool.query(madeThen, ["2026-03-01T12:00:00Z", owner.userId]);
  expect((await me.visit(`/settings/${page}`)).text).toContain("2 Mar 2026");
});
