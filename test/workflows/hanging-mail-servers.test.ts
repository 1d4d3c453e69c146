import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import { loadConfig } from "../../src/config.js";
import { sendMessage } from "../../src/contracts/send-message.js";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { Database } from "../../src/db/database.js";
import { encryptSecret } from "../../src/db/secrets.js";
import { createTestDatabase } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { startSmtp } from "../support/smtp.js";
import { timeSkippingEnvironment } from "../support/temporal.js";
import { startWorkers } from "../support/worker.js";

const settings = { SECRET_KEY: randomBytes(32).toString("hex") };
const test = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(test.appUrl, 4));
const smtp = forAllTests(startSmtp);
const environment = forAllTests(timeSkippingEnvironment);
forAllTests(() => {
  const { nativeConnection, namespace = "default" } = environment;
  return startWorkers(nativeConnection, namespace, database, smtp.url, settings);
});
/** It takes connections, and never says a word. It is closed first: the workers end with what waits for it. */
const hanging = forAllTests(() => listening(createServer()));

/** A message of a firm of its own, on its way through the firm's mail server, or else through the installation's. */
async function sendFromFirm(smtpUrl?: string): Promise<void> {
  const [organizationId, messageId] = [uuidv7(), uuidv7()];
  await database.query(
    "insert into organization (id, name, created_at, updated_at) values ($1, 'Studio', now(), now())",
    [organizationId],
  );
  if (smtpUrl)
    await database.query(
      "insert into mail_channel (organization_id, channel, settings, updated_at) values ($1, 'email', $2, now())",
      [
        organizationId,
        encryptSecret(
          loadConfig(settings),
          JSON.stringify({ smtpUrl }),
          "mail_channel.settings",
          organizationId,
          "email",
        ),
      ],
    );
  await database.query(
    `insert into message (organization_id, id, created_at, updated_at, direction, channel, to_address, subject, body, attachments, status, message_id_header)
     values ($1, $2, now(), now(), 'outgoing', 'email', 'cliente@example.test', 'Prova', 'Buongiorno', '[]', 'queued', $3)`,
    [organizationId, messageId, `<m.${messageId}@studio.test>`],
  );
  await environment.client.workflow.start(sendMessage.type, {
    workflowId: sendMessage.workflowId({ messageId }),
    taskQueue: mainQueue,
    args: [{ organizationId, messageId }],
  });
}

it("seven firms whose mail servers hang delay the mail of no other", async () => {
  const { port, sockets } = hanging;
  for (let firm = 1; firm <= 7; firm++) await sendFromFirm(`smtp://firm-${firm}:secret@127.0.0.1:${port}`);
  // All at once: each holds a slot, and the next firm finds one all the same.
  await eventually(async () => sockets.size >= 7);
  await sendFromFirm();
  expect(await smtp.waitFor(1)).toHaveLength(1);
});
