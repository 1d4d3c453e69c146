import { expect, it, jest } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { noteLoginRefusal, waitForLogin } from "../../../src/activities/messages/login-refusals.js";
import { loginRestMs } from "../../../src/db/channels/login-rest.js";
import type { Message } from "../../../src/db/entities/message.js";
import { transact } from "../../../src/db/transact.js";
import { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { dayMs } from "../../../src/domain/calendar/durations.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);

it("of one firm's PEC hold up no other's, nor its e-mail, and each firm's owners are told of their own", async () => {
  const { database, config, log } = api.app;
  const mailbox = async (channel: "email" | "pec", organizationId: string) => {
    const given = { smtpUrl: "smtps://studio%40pec.test:segreto@smtp.pec.test", from: "studio@pec.test" };
    await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel, given }));
    return { organizationId, channel, from: "studio@pec.test" } as Message;
  };
  const [one, other] = [await organization(api), await organization(api, "Altro Studio")];
  const owners = [await one.member("owner"), await other.member("owner")].map(({ email }) => email);
  const pec = await mailbox("pec", one.organizationId);
  const rest = [await mailbox("email", one.organizationId), await mailbox("pec", other.organizationId)] as const;
  const waits = (messages: readonly Message[]) =>
    Promise.all(messages.map((message) => waitForLogin(new UnitOfWork(database), message)));
  const told = async () =>
    (await api.pool.query("select to_address from message where notice like 'login refused%' order by id")).rows.map(
      (row) => row.to_address,
    );
  const deps = { database, config, log };
  await noteLoginRefusal(deps, pec, "535 5.7.8 password errata", new Date());
  expect((await waits([pec]))[0]).toBeGreaterThan(3_000_000);
  expect(await waits(rest)).toEqual([0, 0]);
  expect(await told()).toEqual([owners[0]]);
  for (const message of [pec, rest[1]]) await noteLoginRefusal(deps, message, "535 5.7.8 password errata", new Date());
  expect(await told()).toEqual(owners);
});

it("of settings that have been replaced meanwhile hold nothing up, and nobody is told of them", async () => {
  const { database, config, log } = api.app;
  const { organizationId, member } = await organization(api);
  await member("owner");
  const tried = new Date();
  await new Promise((resolve) => setTimeout(resolve, 2));
  const given = { provider: "twilio", accountSid: "AC1", authToken: "nuovo", from: "+39021234567" };
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "sms", given }));
  const message = { organizationId, channel: "sms" } as Message;
  await noteLoginRefusal({ database, config, log }, message, "Twilio answered 401: 20003 Authenticate", tried);
  expect(await waitForLogin(new UnitOfWork(database), message)).toBe(0);
  const notices = await api.pool.query("select from message where organization_id = $1", [organizationId]);
  expect(notices.rowCount).toBe(0);
});

it.each([
  ["sms", "the provider refused the token, and a day has passed"],
  ["pec", "the mailbox's provider refused the login, and a day has passed"],
])("of a day's length leave a message by %s that doesn't say that it is tried again", async (channel, words) => {
  const { database, config } = api.app;
  const org = await organization(api);
  const { organizationId } = org;
  const given =
    channel === "sms"
      ? { provider: "twilio", accountSid: "AC1", authToken: "vecchio", from: "+39021234567" }
      : { smtpUrl: "smtps://studio%40pec.test:segreto@smtp.pec.test", from: "studio@pec.test" };
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel, given }));
  await api.pool.query("update mail_channel set login_refused_at = now() where organization_id = $1", [organizationId]);
  const to = channel === "sms" ? "333 1234567" : "comune@pec.test";
  const { message } = await org.ok("send_message", { channel, to, body: "Domani" });
  const activities = activitiesOver(database, config);
  const input = { organizationId, messageId: message.id };
  expect((await attempt(activities.handOverMessage, input).result).outcome).toBe("deferred");
  await attempt(activities.giveUpMessage, input).result;
  const { rows } = await api.pool.query("select status, error from message where id = $1", [message.id]);
  expect(rows).toEqual([{ status: "failed", error: words }]);
});

it("of a clock that was set back since holds nothing up", async () => {
  const { organizationId } = await organization(api);
  const given = { smtpUrl: "smtps://studio%40pec.test:segreto@smtp.pec.test", from: "studio@pec.test" };
  const { database, config } = api.app;
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "pec", given }));
  const refused = (at: string) =>
    api.pool.query(`update mail_channel set login_refused_at = ${at} where organization_id = $1`, [organizationId]);
  await refused("now()");
  expect(await loginRestMs(database, organizationId, "pec")).toBeGreaterThan(0);
  await refused("now() + interval '1 day'");
  expect(await loginRestMs(database, organizationId, "pec")).toBe(0);
});

/** An SMS channel whose token is refused. @returns how many have been told, after one more refusal */
async function refusedChannel() {
  const { database, config, log } = api.app;
  const { organizationId, member } = await organization(api);
  await member("owner");
  const given = { provider: "twilio", accountSid: "AC1", authToken: "vecchio", from: "+39021234567" };
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "sms", given }));
  const message = { organizationId, channel: "sms" } as Message;
  const refuse = async () => {
    await noteLoginRefusal({ database, config, log }, message, "Twilio answered 401: 20003 Authenticate", new Date());
    const told = "select from message m join outbox o on o.record_id = m.id where m.organization_id = $1";
    return (await api.pool.query(told, [organizationId])).rowCount;
  };
  return { organizationId, refuse };
}

it("are told of once a day, whatever the clock said when they were told before", async () => {
  const { organizationId, refuse } = await refusedChannel();
  const toldBefore = (interval: string) =>
    api.pool.query(
      `update mail_channel set login_told_at = now() - interval '${interval}' where organization_id = $1`,
      [organizationId],
    );
  expect(await refuse()).toBe(1);
  for (const [interval, told] of [
    ["23 hours", 1],
    ["25 hours", 2],
    ["-1 day", 3],
  ] as const) {
    await toldBefore(interval);
    expect([interval, await refuse()]).toEqual([interval, told]);
  }
});

it("are told of once a day, though the worker's clock is days behind the database's", async () => {
  // Not ahead, since ids never go back.
  const real = ["nextTick", "performance", "queueMicrotask", "setImmediate", "setInterval", "setTimeout"] as const;
  jest.useFakeTimers({ now: Date.now() - 3 * dayMs, doNotFake: [...real] });
  try {
    const { refuse } = await refusedChannel();
    expect([await refuse(), await refuse()]).toEqual([1, 1]);
  } finally {
    jest.useRealTimers();
  }
});
