import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../support/caller.js";
import { arrivals } from "../support/deliveries.js";
import { organization, type TestOrganization } from "../support/factories.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { Node } from "../support/nodes.js";
import { freePort } from "../support/ports.js";
import { pause } from "../support/product.js";
import { Random } from "../support/random.js";
import { type SmtpForTests, startSmtp } from "../support/smtp.js";
import { createClient } from "./client.js";
import { mailFaults, underWay } from "./truth.js";

const mails = 600;
const callers = 8;
const stormMs = 90_000;
const ports = [await freePort(), await freePort()];
/** So long no mail may leave: what a killed worker had under way is given out again after its timeout. */
const quietMs = 180_000;
/** Hand-overs that a worker has under way at a time: so many may stay unknown at each kill, and arrive twice. */
const handOvers = 4;

let temporal: TestNamespace;
let smtp: SmtpForTests;
/** Makes the organization, and looks into the database; the nodes are processes of their own. */
let api: TestApi;
let org: TestOrganization;
let nodes: Node[] = [];

beforeAll(async () => {
  const SECRET_KEY = randomBytes(32).toString("hex");
  [temporal, smtp, api] = await Promise.all([
    createNamespace(),
    startSmtp({ delayMs: 50 }),
    startApi({ settings: { SECRET_KEY } }),
  ]);
  org = await organization(api);
  const settings = {
    DATABASE_URL: api.app.config.DATABASE_URL as string,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SMTP_URL: smtp.url,
    RATE_LIMIT_PER_MINUTE: "100000",
    HOST: "127.0.0.1",
    SECRET_KEY,
  };
  nodes = [
    ...ports.map((port) => new Node("api", { ...settings, PORT: String(port) })),
    ...[1, 2].map(() => new Node("worker", settings)),
  ];
}, 60_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await api?.close();
  await smtp?.close();
  await temporal?.close();
}, 60_000);

async function untilQuiet(): Promise<Record<string, number>> {
  let known = "";
  for (let end = 0; ; await pause(500)) {
    const left = await underWay(api.pool);
    if (JSON.stringify(left) !== known) end = Date.now() + quietMs;
    known = JSON.stringify(left);
    if (Date.now() > end || Object.values(left).every((count) => count === 0)) return left;
  }
}

it("two APIs and two workers, killed at random, lose none of 600 mails that were acknowledged", async () => {
  const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`SOAK_SEED=${seed}\n`);
  const random = new Random(seed);
  let turn = 0;
  // Each attempt goes to the other API, as a proxy would have it.
  const where = () => ({ baseUrl: `http://127.0.0.1:${ports[turn++ % 2]}`, apiKey: org.key });
  const client = createClient(where);
  const acknowledged: string[] = [];
  let ordered = 0;
  const sending = Array.from({ length: callers }, async () => {
    while (ordered < mails) {
      const to = `cliente${++ordered}@example.test`;
      acknowledged.push((await client.ask("send_message", { to, body: "Buongiorno" })).message.id);
    }
  });
  let isSent = false;
  const sent = Promise.all(sending).finally(() => {
    isSent = true;
  });
  // While they are ordered, and until most of them are delivered.
  const endsAt = Date.now() + stormMs;
  for (let next: Node[] = []; Date.now() < endsAt && (!isSent || smtp.messages.length < mails * 0.8); ) {
    if (next.length === 0) next = random.shuffled(nodes);
    await pause(random.between(1_000, 4_000));
    next.shift()?.kill();
  }
  await sent;
  const left = await untilQuiet();
  await pause(3_000);

  const { faults, twice, withdrawn } = await mailFaults(api.pool, smtp.messages);
  const kills = (program: string) => nodes.filter((node) => node.program === program).map((node) => node.kills);
  process.stdout.write(
    `${acknowledged.length} mails acknowledged, ${smtp.messages.length} arrived, ${twice} of them twice; ` +
      `${client.retries} requests sent again; kills: APIs ${kills("api")}, workers ${kills("worker")}\n`,
  );
  expect(client.faults).toEqual([]);
  expect(left).toMatchObject({ orders: 0, messages: 0 });
  expect([...arrivals(smtp.messages).keys()].sort()).toEqual(acknowledged.map((id) => `<m.${id}@localhost>`).sort());
  expect(faults).toEqual([]);
  // Nobody withdraws any.
  expect(withdrawn).toBe(0);
  expect(twice).toBeLessThanOrEqual(handOvers * kills("worker").reduce((sum, count) => sum + count, 0));
  for (const { kills } of nodes) expect(kills).toBeGreaterThan(0);
}, 3_600_000);
