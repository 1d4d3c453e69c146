import { expect, it } from "@jest/globals";
import { addKey } from "../../../src/accounts/keys/keys.js";
import { removeMember } from "../../../src/accounts/members/member-changes.js";
import { transact } from "../../../src/db/transact.js";
import type { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaiting } from "../../support/waiting.js";

const api = forAllTests(startApi);

it("a key that a member makes while being removed ends with the membership", async () => {
  const org = await organization(api);
  const { organizationId } = org;
  const [owner, leaving] = [await org.member("owner"), await org.member("member")];
  const change = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => transact(api.app.database, null, work);
  const { userId } = leaving;
  let removal = Promise.resolve();
  await change(async (unit) => {
    await addKey(unit, { organizationId, userId, name: "ultima" });
    removal = change((other) => removeMember(other, { organizationId, userId, actorId: owner.userId }));
    await Promise.race([removal, untilWaiting(api.pool, 1)]);
  });
  await removal;
  const { rows } = await api.pool.query("select name from api_key where user_id = $1 and revoked_at is null", [userId]);
  expect(rows).toEqual([]);
});
