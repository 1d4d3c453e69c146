import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { byAdmin } from "../../src/db/audit.js";
import { transact } from "../../src/db/transact.js";
import { startApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { startImap } from "../support/imap.js";
import { createNamespace } from "../support/namespace.js";
import { Node } from "../support/nodes.js";

const mailboxes = 200;
const longestMs = 600_000;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const mail = (n: number) =>
  `From: m${n}@cliente.test\r\nTo: studio@studio.test\r\nSubject: Mail ${n}\r\nMessage-ID: <${n}@cliente.test>\r\n\r\nTesto ${n}\r\n`;
const megabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

// How much one worker takes with many firms' mailboxes: it prints the figures, and asserts only that all is read, once.
it(`one worker reads ${mailboxes} mailboxes, each over one connection`, async () => {
  const SECRET_KEY = randomBytes(32).toString("hex");
  const [temporal, api] = await Promise.all([createNamespace(), startApi({ settings: { SECRET_KEY } })]);
  closing.push(temporal.close, api.close);
  const imaps = await Promise.all(Array.from({ length: mailboxes }, () => startImap()));
  closing.push(() => Promise.all(imaps.map((imap) => imap.close())));
  const worker = new Node("worker", {
    DATABASE_URL: api.app.config.DATABASE_URL as string,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    HOST: "127.0.0.1",
    SECRET_KEY,
  });
  closing.push(() => worker.stop());
  const taskQueue = { namespace: temporal.namespace, taskQueue: { name: mainQueue }, taskQueueType: 1 };
  await eventually(async () => {
    const { pollers } = await temporal.client.workflowService.describeTaskQueue(taskQueue);
    return (pollers ?? []).length > 0;
  });
  const aloneMb = megabytes(worker.pid ?? 0);
  for (const [n, imap] of imaps.entries()) {
    const { organizationId } = await organization(api, `Studio ${n}`);
    const given = { smtpUrl: "smtp://127.0.0.1:9", imapUrl: imap.url, from: "studio@studio.test" };
    await transact(api.app.database, byAdmin(organizationId, "set_channel"), (unit) =>
      setChannel(unit, api.app.config, { organizationId, channel: "email", given }),
    );
  }
  const count = async (sql: string) =>
    (await api.pool.query<{ n: number }>(`select count(*)::int as n ${sql}`)).rows[0]?.n;
  const until = (sql: string) => eventually(async () => (await count(sql)) === mailboxes, longestMs);
  const beganAt = Date.now();
  await until("from mailbox_reading where read_at is not null");
  const readS = (Date.now() - beganAt) / 1000;
  for (const [n, imap] of imaps.entries()) imap.append(mail(n));
  const sentAt = Date.now();
  await until("from message where direction = 'incoming'");
  const cameS = (Date.now() - sentAt) / 1000;
  const connections = imaps.map((imap) => imap.connections);
  process.stdout.write(
    `${mailboxes} mailboxes in one worker: each read once after ${readS.toFixed(1)} s, one mail in each after ${cameS.toFixed(1)} s; ` +
      `${connections.reduce((sum, n) => sum + n, 0)} connections; ${aloneMb} MB without any, ${megabytes(worker.pid ?? 0)} MB with all\n`,
  );
  expect(connections).toEqual(imaps.map(() => 1));
  expect(await count("from (select distinct subject from message where direction = 'incoming') s")).toBe(mailboxes);
  expect(imaps.some((imap) => imap.isTouched)).toBe(false);
}, 1_800_000);
