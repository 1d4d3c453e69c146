import { expect, it } from "@jest/globals";
import { addPasskey, removePasskey } from "../../../src/accounts/factors/passkeys.js";
import { renewRecoveryCodes } from "../../../src/accounts/factors/recovery-codes.js";
import { turnOff } from "../../../src/accounts/factors/second-factor.js";
import { newId } from "../../../src/db/new-id.js";
import { transact } from "../../../src/db/transact.js";
import type { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaiting } from "../../support/waiting.js";

const api = forAllTests(startApi);
const change = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => transact(api.app.database, null, work);

const addTo = (userId: string, id: string) => (unit: UnitOfWork) =>
  addPasskey(unit, userId, {
    name: id,
    credential: { id, publicKey: new Uint8Array(1), counter: 0 },
    sessionId: newId(),
  });

/** A person with an app, a passkey and recovery codes. */
async function personWithFactors() {
  const { userId } = await (await organization(api)).member("member");
  await api.pool.query(
    "insert into second_factor (user_id, secret, last_step, confirmed_at) values ($1, '', 0, now())",
    [userId],
  );
  await change(addTo(userId, `chiave di ${userId}`));
  return { userId, passkey: `chiave di ${userId}` };
}

/** Lets the second change go as far as it can before the first one's commit. */
async function atOnce<T>(first: (unit: UnitOfWork) => Promise<unknown>, second: (unit: UnitOfWork) => Promise<T>) {
  let later: Promise<T> | undefined;
  await change(async (unit) => {
    await first(unit);
    later = change(second);
    await Promise.race([later, untilWaiting(api.pool, 1)]);
  });
  return (await later) as T;
}

const codesOf = async (userId: string) =>
  (await api.pool.query("select from recovery_code where user_id = $1", [userId])).rowCount;

it("a factor that is added while the last one goes has recovery codes", async () => {
  const { userId, passkey } = await personWithFactors();
  await change((unit) => turnOff(unit, userId));
  const shown = await atOnce((unit) => removePasskey(unit, userId, passkey), addTo(userId, "nuova"));
  expect([shown.length, await codesOf(userId)]).toEqual([10, 10]);
});

it("no recovery codes stay where the last two factors go at the same moment", async () => {
  const { userId, passkey } = await personWithFactors();
  await atOnce(
    (unit) => turnOff(unit, userId),
    (unit) => removePasskey(unit, userId, passkey),
  );
  expect(await codesOf(userId)).toBe(0);
});

it("no recovery codes are made anew where the last factor goes at the same moment", async () => {
  const { userId, passkey } = await personWithFactors();
  await change((unit) => turnOff(unit, userId));
  const renewed = atOnce(
    (unit) => removePasskey(unit, userId, passkey),
    (unit) => renewRecoveryCodes(unit, userId),
  );
  await expect(renewed).rejects.toMatchObject({ code: "conflict" });
  expect(await codesOf(userId)).toBe(0);
});

it("recovery codes that are renewed twice at the same moment are the last ones alone", async () => {
  const { userId } = await personWithFactors();
  const renew = (unit: UnitOfWork) => renewRecoveryCodes(unit, userId);
  await atOnce(renew, renew);
  expect(await codesOf(userId)).toBe(10);
});
