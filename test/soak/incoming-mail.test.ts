import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { byAdmin } from "../../src/db/audit.js";
import { transact } from "../../src/db/transact.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization, type TestOrganization } from "../support/factories.js";
import { hostileMail } from "../support/hostile-mails.js";
import { type ImapForTests, startImap } from "../support/imap.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { Node } from "../support/nodes.js";
import { pause } from "../support/product.js";

const mails = 500;
const kills = 5;
const longestMs = 400_000;

let temporal: TestNamespace;
let api: TestApi;
let org: TestOrganization;
let imap: ImapForTests;
let workers: Node[] = [];

beforeAll(async () => {
  const SECRET_KEY = randomBytes(32).toString("hex");
  [temporal, imap, api] = await Promise.all([createNamespace(), startImap(), startApi({ settings: { SECRET_KEY } })]);
  org = await organization(api);
  const given = { smtpUrl: "smtp://127.0.0.1:9", imapUrl: imap.url, from: "studio@studio.test" };
  await transact(api.app.database, byAdmin(org.organizationId, "set_channel"), (unit) =>
    setChannel(unit, api.app.config, { organizationId: org.organizationId, channel: "email", given }),
  );
  const settings = {
    DATABASE_URL: api.app.config.DATABASE_URL as string,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    HOST: "127.0.0.1",
    SECRET_KEY,
  };
  workers = [1, 2].map(() => new Node("worker", settings));
}, 120_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await api?.close();
  await imap?.close();
  await temporal?.close();
}, 60_000);

const came = async (): Promise<string[]> =>
  (await api.pool.query("select content_sha256 as sha from message where direction = 'incoming'")).rows.map(
    ({ sha }) => sha,
  );

it("500 hostile mails, with workers killed between fetch and commit: none is lost, none comes twice, none stops the reader", async () => {
  const sent = new Set<string>();
  for (let n = 0; n < mails; n++) {
    const raw = hostileMail(n);
    sent.add(createHash("sha256").update(raw).digest("hex"));
    imap.append(raw);
  }
  const until = Date.now() + longestMs;
  for (let kill = 1; kill <= kills; kill++) {
    while ((await came()).length < (mails / (kills + 1)) * kill && Date.now() < until) await pause(5);
    for (const worker of workers) worker.kill();
  }
  while ((await came()).length < mails && Date.now() < until) await pause(200);
  await pause(2_000);
  const all = await came();
  const { rows } = await api.pool.query("select count(*)::int as n from message where body like '[Pratica non%'");
  process.stdout.write(`${all.length} mails came; ${rows[0].n} of them unread; ${kills} kills of both workers\n`);
  expect([...all].sort()).toEqual([...sent].sort());
  expect(imap.isTouched).toBe(false);
}, 600_000);
