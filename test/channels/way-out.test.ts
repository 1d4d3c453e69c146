import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { type WayOut, wayOut } from "../../src/channels/way-out.js";
import { loadConfig } from "../../src/config.js";
import { byChannel } from "../../src/db/audit.js";
import { Message } from "../../src/db/entities/message.js";
import { transact } from "../../src/db/transact.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import type { Channel } from "../../src/domain/vocabulary.js";
import { Files } from "../../src/files/files.js";
import { createTestDatabase } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";
import { createDelivery, insertOrganization } from "../support/organization-rows.js";
import { startSmtp } from "../support/smtp.js";

const database = forAllTests(createTestDatabase);
const org = forAllTests(() => insertOrganization(database.appUrl));
const mailbox = forAllTests(startSmtp);
let message: Message;

beforeAll(async () => {
  const { messageId } = await createDelivery(org, "comune@pec.test", 14);
  message = (await new UnitOfWork(org.database).find(Message, org.organizationId, messageId)) as Message;
});

const secretKey = randomBytes(32).toString("hex");
/** As npm start sets them where nobody has set SMTP_URL. */
const local = () =>
  loadConfig({ SMTP_URL: mailbox.url, MAILBOX_SMTP_PORT: new URL(mailbox.url).port, SECRET_KEY: secretKey });
const way = (channel: Channel, to = message.to, config = local()) =>
  wayOut(
    new UnitOfWork(org.database),
    { config, files: new Files(org.database, config) },
    Object.assign(new Message(), message, { channel, to }),
  );
const handOver = async (found: WayOut | { missing: string }) => (await (found as WayOut).compose())();

it("every channel goes to the local mailbox while nothing real is set; chats under their number", async () => {
  for (const [channel, to] of [
    ["pec", "comune@pec.test"],
    ["whatsapp", "+393331234567"],
    ["sms", "+393331234567"],
  ] as const) {
    const found = await way(channel, to);
    expect(found).toMatchObject({ isLocal: true, mayRepeat: true });
    expect(await handOver(found)).toMatchObject({ providerId: null });
  }
  expect(mailbox.messages.map(({ envelopeTo, headers }) => [envelopeTo[0], headers["x-pratica-channel"]])).toEqual([
    ["comune@pec.test", undefined],
    ["393331234567@whatsapp.localhost", "whatsapp"],
    ["393331234567@sms.localhost", "sms"],
  ]);
});

it("a channel that isn't set goes nowhere, whatever else is", async () => {
  const nowhere = { missing: "the channel pec isn't configured" };
  const settings = { SMTP_URL: "smtp://mail.studio.test", SECRET_KEY: secretKey };
  expect(await way("pec", "comune@pec.test", loadConfig(settings))).toEqual(nowhere);
  const { organizationId } = org;
  await transact(org.database, byChannel(organizationId, "test"), (unit) =>
    setChannel(unit, local(), { organizationId, channel: "email", given: { smtpUrl: mailbox.url } }),
  );
  expect(await way("pec")).toEqual(nowhere);
  expect(await way("email")).toMatchObject({ isLocal: false, server: mailbox.url });
});

it("a PEC beyond 30 MB is refused before anything is sent", async () => {
  const { organizationId } = org;
  await transact(org.database, byChannel(organizationId, "test"), (unit) =>
    setChannel(unit, local(), { organizationId, channel: "pec", given: { smtpUrl: mailbox.url, from: "a@pec.test" } }),
  );
  const id = "01a2042f-1997-71f8-b6ef-ca96e91a1a88";
  await org.database.pool.query(
    `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content)
     values ($1, $2, now(), now(), 'foto.zip', 'application/zip', 23000000, 'x', decode(repeat('00', 23000000), 'hex'))`,
    [organizationId, id],
  );
  const attachments = [{ id, name: "foto.zip", contentType: "application/zip", sizeBytes: 23_000_000 }];
  const large = Object.assign(new Message(), message, { channel: "pec", attachments });
  const found = (await wayOut(
    new UnitOfWork(org.database),
    { config: local(), files: new Files(org.database, local()) },
    large,
  )) as WayOut;
  expect(found.mayRepeat).toBe(false);
  await expect(found.compose()).rejects.toThrow(/refused: larger than the 30 MB/);
});
