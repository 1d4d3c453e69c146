import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { transact } from "../../src/db/transact.js";
import { eventually } from "../support/eventually.js";
import type { TestRecord } from "../support/factories.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forAllTests } from "../support/for-tests.js";
import { startProvider } from "../support/provider.js";

const hour = 1 / 24;
const provider = forAllTests(() =>
  startProvider(({ headers }) => {
    if (headers.authorization !== `Basic ${Buffer.from(`AC1:${valid}`).toString("base64")}`)
      return { status: 401, body: { code: 20003, message: "Authenticate" } };
    if (isBusy)
      return { status: 429, body: { code: 20429, message: "Too many requests" }, headers: { "retry-after": "1800" } };
    return { status: 201, body: { sid: randomUUID() } };
  }),
);
const time = forAllTests(() => startFlyingTime({ SECRET_KEY: randomBytes(32).toString("hex") }));
/** the token that Twilio takes */
let valid = "giusto";
let isBusy = false;

beforeAll(async () => {
  await setToken("giusto");
});

const setToken = (authToken: string) => {
  const given = { provider: "twilio", accountSid: "AC1", authToken, from: "+39021234567", baseUrl: provider.url };
  const { database, config } = time.api.app;
  return transact(database, null, (unit) =>
    setChannel(unit, config, { organizationId: time.org.organizationId, channel: "sms", given }),
  );
};
const send = async (to: string): Promise<TestRecord> =>
  (await time.org.ok("send_message", { channel: "sms", to, body: "Domani alle 9" })).message;
const messageOf = ({ id }: TestRecord) => time.one("select status, error from message where id = $1", id);
const withError = (message: TestRecord) => eventually(async () => (await messageOf(message)).error ?? undefined);
const handedOver = (message: TestRecord) =>
  eventually(async () => (await messageOf(message)).status !== "queued" || undefined);

it("has messages wait for a new token, tries once an hour, tells the owners once, and sends them at once with a new token", async () => {
  valid = "nuovo";
  const first = await send("333 1000001");
  expect(await withError(first)).toBe("Twilio answered 401: 20003 Authenticate");
  const second = await send("333 1000002");
  expect(await withError(second)).toBe("the provider refused the token before; it is tried again once an hour");
  await time.smtp.waitFor(1);
  expect(time.mails()).toEqual([`${time.owner.email}: Accesso rifiutato al canale SMS`]);
  await time.pass(hour / 2);
  expect(provider.calls).toHaveLength(1);
  await setToken("nuovo");
  for (const message of [first, second]) await handedOver(message);
  expect(await messageOf(first)).toMatchObject({ error: null });
  expect(provider.calls).toHaveLength(3);
  expect(time.mails()).toHaveLength(1);
});

it("gives up after a day without a new token", async () => {
  valid = "altro";
  const message = await send("333 1000003");
  await withError(message);
  await time.pass(1.05);
  await eventually(async () => (await messageOf(message)).status === "failed" || undefined);
});

it("leaves a provider alone for as long as it asks", async () => {
  await setToken(valid);
  isBusy = true;
  const before = provider.calls.length;
  const message = await send("333 1000004");
  expect(await withError(message)).toContain("20429");
  await time.pass(hour / 3);
  expect(provider.calls).toHaveLength(before + 1);
  isBusy = false;
  await time.pass(hour / 3);
  await handedOver(message);
  expect(provider.calls).toHaveLength(before + 2);
});
