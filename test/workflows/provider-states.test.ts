import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { takeTwilio } from "../../src/channels/incoming/take-twilio.js";
import { transact } from "../../src/db/transact.js";
import { eventually } from "../support/eventually.js";
import type { TestRecord } from "../support/factories.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forAllTests } from "../support/for-tests.js";
import { startProvider } from "../support/provider.js";

const hour = 1 / 24;
const provider = forAllTests(() => startProvider(() => "silence"));
const time = forAllTests(() => startFlyingTime({ SECRET_KEY: randomBytes(32).toString("hex") }));

beforeAll(async () => {
  const { url: baseUrl } = provider;
  await set("sms", { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+39021234567", baseUrl });
  await set("email", { smtpUrl: time.smtp.url, from: "studio@studio.test" });
});
beforeEach(() => {
  time.smtp.messages.length = 0;
});

const set = (channel: string, given: Record<string, string>) =>
  transact(time.api.app.database, null, (unit) =>
    setChannel(unit, time.api.app.config, { organizationId: time.org.organizationId, channel, given }),
  );
const statusOf = async ({ id, threadId }: TestRecord): Promise<string> => {
  const { messages } = await time.org.ok<TestRecord>("get_thread", { threadId });
  return messages.find((message: TestRecord) => message.id === id).status;
};
/** An SMS that Twilio takes without an answer. */
async function cutOff(to: string): Promise<TestRecord> {
  const { message } = await time.org.ok<TestRecord>("send_message", { channel: "sms", to, body: "A domani" });
  await eventually(async () => (await statusOf(message)) === "uncertain");
  return message;
}

/** The hand-over, then the look at what became of it. */
const lookedAt = ({ id }: TestRecord) =>
  eventually(async () => {
    const { events } = await time.environment.client.workflow.getHandle(`send-message:${id}`).fetchHistory();
    const done = events?.filter((event) => event.activityTaskCompletedEventAttributes) ?? [];
    return done.length >= 2;
  });

it("doesn't tell of an SMS without an answer whose state comes a little later", async () => {
  const message = await cutOff("333 1234567");
  await lookedAt(message);
  const fields = new URLSearchParams({ MessageSid: "SM1", MessageStatus: "delivered" });
  await takeTwilio(time.api.app.database, time.org.organizationId, fields, message.id);
  expect(await statusOf(message)).toBe("delivered");
  await time.pass(hour);
  expect(time.mails()).toEqual([]);
});

it("tells of an SMS without an answer whose state doesn't come either", async () => {
  await cutOff("333 7654321");
  await time.pass(hour);
  await time.smtp.waitFor(1);
  expect(time.mails()[0]).toMatch(/Consegna incerta: messaggio SMS/);
  expect(provider.calls).toHaveLength(2);
});
