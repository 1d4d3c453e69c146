import { beforeAll, expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { transact } from "../../../src/db/transact.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { ordersFor, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startProvider } from "../../support/provider.js";

const tenMinutes = 600_000;
const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const activities = forAllTests(() => activitiesOver(api.app.database, api.app.config));
const provider = forAllTests(() =>
  startProvider(() =>
    isTokenRefused
      ? { status: 401, body: { code: 20003, message: "Authenticate", error: { code: 190, message: "Expired" } } }
      : { status: 200, body: { sid: `SM${++sent}`, messages: [{ id: `wamid.${sent}` }] } },
  ),
);
let sent = 0;
let isTokenRefused = false;
let channels: Record<string, Record<string, string>>;

beforeAll(async () => {
  const baseUrl = provider.url;
  channels = {
    sms: { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+39021234567", baseUrl },
    whatsapp: {
      phoneNumberId: "555",
      accessToken: "g",
      appSecret: "f",
      verifyToken: "p",
      templateName: "saluto",
      baseUrl,
    },
    email: { smtpUrl: "smtp://127.0.0.1:9", from: "studio@studio.test" },
  };
  await setChannels();
});
async function setChannels() {
  const { database, config } = api.app;
  for (const [channel, given] of Object.entries(channels))
    await transact(database, null, (unit) =>
      setChannel(unit, config, { organizationId: org.organizationId, channel, given }),
    );
}

let numbers = 0;
/** Two messages of one thread, the earlier one first. */
async function two(channel: string): Promise<[TestRecord, TestRecord]> {
  const to = channel === "email" ? "maria@cliente.test" : `333 20000${10 + ++numbers}`;
  const { message: first } = await org.ok<TestRecord>("send_message", { channel, to, body: "Ecco il file" });
  const { threadId } = first;
  const { message } = await org.ok<TestRecord>("send_message", { threadId, body: "È quella definitiva" });
  return [first, message];
}
const handOver = ({ id: messageId }: TestRecord, waitedMs?: number) =>
  attempt(activities.handOverMessage, {
    organizationId: org.organizationId,
    messageId,
    ...(waitedMs === undefined ? {} : { waitedMs }),
  }).result;
const isWoken = async ({ id }: TestRecord): Promise<boolean> =>
  (await ordersFor(api, `send-message:${id}`)).some(({ signal }) => signal === "sendAgain");
const behind = (waitMs: number) => ({ outcome: "deferred", isBehind: true, waitMs });

it.each(["sms", "whatsapp"])(
  "a message by %s waits for an earlier one of its thread, whose outcome wakes it",
  async (channel) => {
    const [first, second] = await two(channel);
    expect(await handOver(second, 0)).toEqual(behind(60_000));
    expect(await isWoken(second)).toBe(false);
    expect(await handOver(first, 0)).toMatchObject({ outcome: "sent" });
    expect(await isWoken(second)).toBe(true);
    expect(await handOver(second, 0)).toMatchObject({ outcome: "sent" });
  },
);

it.each(["sms", "whatsapp"])("messages by %s that waited for a new token keep their order", async (channel) => {
  const [first, second] = await two(channel);
  isTokenRefused = true;
  expect(await handOver(first, 0)).toMatchObject({ outcome: "deferred" });
  expect(await handOver(second, 0)).toMatchObject({ outcome: "deferred" });
  isTokenRefused = false;
  await api.pool.query("delete from outbox");
  await setChannels();
  expect([await isWoken(first), await isWoken(second)]).toEqual([true, false]);
  expect(await handOver(first)).toMatchObject({ outcome: "sent" });
  expect(await isWoken(second)).toBe(true);
  expect(await handOver(second)).toMatchObject({ outcome: "sent" });
});

it("waits for ten minutes at most, and not at all in a workflow that knows no turn", async () => {
  const [, second] = await two("sms");
  expect(await handOver(second, tenMinutes - 1)).toEqual(behind(1));
  expect(await handOver(second, tenMinutes)).toMatchObject({ outcome: "sent" });
  const [, other] = await two("sms");
  expect(await handOver(other)).toMatchObject({ outcome: "sent" });
});

it("waits for an attempt that a killed worker left, until that is uncertain", async () => {
  const [first, second] = await two("sms");
  await api.pool.query("update message set attempted_at = now() where id = $1", [first.id]);
  expect(await handOver(second, 0)).toEqual(behind(60_000));
  expect(await handOver(first, 0)).toMatchObject({ outcome: "uncertain" });
  expect(await isWoken(second)).toBe(true);
  expect(await handOver(second, 0)).toMatchObject({ outcome: "sent" });
});

it("doesn't wait for its turn again after an attempt of its own", async () => {
  const [, second] = await two("sms");
  await api.pool.query("update message set error = 'Twilio answered 503' where id = $1", [second.id]);
  expect(await handOver(second, 0)).toMatchObject({ outcome: "sent" });
});

it("a mail waits for no other", async () => {
  const [, second] = await two("email");
  expect(await handOver(second, 0)).toEqual({ outcome: "deferred" });
});
