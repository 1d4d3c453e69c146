import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import { setChannel } from "../../src/accounts/channels.js";
import { transact } from "../../src/db/transact.js";
import { eventually } from "../support/eventually.js";
import type { TestRecord } from "../support/factories.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forAllTests } from "../support/for-tests.js";
import { type ProviderCall, startProvider } from "../support/provider.js";
import { volume } from "../support/soak.js";
import { startWorkers } from "../support/worker.js";

type Reply = Awaited<ReturnType<Parameters<typeof startProvider>[0]>>;
const settings = { SECRET_KEY: randomBytes(32).toString("hex") };
const provider = forAllTests(() => startProvider((call) => answers.get(textOf(call))?.() ?? took()));
const time = forAllTests(() => startFlyingTime(settings));
const connection = forAllTests(() => NativeConnection.connect({ address: time.environment.address }));
/** The second ones. */
forAllTests(() => {
  const { namespace = "default" } = time.environment;
  return startWorkers(connection, namespace, time.api.app.database, time.smtp.url, settings);
});
/** how Twilio answers certain texts; others are taken at once */
const answers = new Map<string, () => Reply | Promise<Reply>>();
const took = (): Reply => ({ status: 201, body: { sid: randomUUID() } });

beforeAll(async () => {
  const given = { provider: "twilio", accountSid: "AC1", authToken: "s", from: "+39021234567", baseUrl: provider.url };
  await transact(time.api.app.database, null, (unit) =>
    setChannel(unit, time.api.app.config, { organizationId: time.org.organizationId, channel: "sms", given }),
  );
});
afterEach(() => answers.clear());

const textOf = ({ body }: ProviderCall): string => new URLSearchParams(body).get("Body") ?? "";
/** The texts that Twilio was asked to send, in the order in which it was. */
const asked = (about: string): string[] => provider.calls.map(textOf).filter((text) => text.startsWith(about));
const askedFor = (text: string) => eventually(async () => asked(text).length > 0 || undefined);
const texts = (about: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${about} ${n + 1}`);

/** Twilio answers this text when the test says so. */
function held(text: string): (reply: Reply) => void {
  let answer: (reply: Reply) => void = () => undefined;
  const answered = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  answers.set(text, () => answered);
  return answer;
}

/** Writes these in a thread of their own, one after another. */
async function written(to: string, bodies: string[]): Promise<TestRecord[]> {
  const messages: TestRecord[] = [];
  for (const body of bodies) {
    const threadId = messages[0]?.threadId;
    const where = threadId ? { threadId } : { channel: "sms", to };
    messages.push((await time.org.ok<TestRecord>("send_message", { ...where, body })).message);
  }
  return messages;
}
const activitiesOf = async ({ id }: TestRecord): Promise<number> => {
  const { events } = await time.environment.client.workflow.getHandle(`send-message:${id}`).fetchHistory();
  return events?.filter((event) => event.activityTaskCompletedEventAttributes).length ?? 0;
};
/** Waits until a message has found that it is not its turn. */
const looked = (message: TestRecord) =>
  eventually(async () => (await activitiesOf(message).catch(() => 0)) > 0 || undefined);

it("hands a chat's messages over in the order in which they were written, by two workers, and delays no other chat", async () => {
  const all = texts("Pianta", volume(30, 200));
  const answerFirst = held("Pianta 1");
  const messages = await written("333 1000001", all);
  await looked(messages.at(-1) as TestRecord);
  expect(asked("Pianta")).toEqual(["Pianta 1"]);
  await written("333 1000002", ["Altro"]);
  await askedFor("Altro");
  answerFirst(took());
  await askedFor(all.at(-1) as string);
  expect(asked("Pianta")).toEqual(all);
  // One look, the hand-over, and where a signal came early one more look; one more in each minute.
  expect(await activitiesOf(messages.at(-1) as TestRecord)).toBeLessThanOrEqual(volume(3, 12));
});

it.each<[string, Reply]>([
  ["was refused", { status: 400, body: { code: 21211, message: "Invalid 'To'" } }],
  ["is uncertain", "silence"],
  ["was deferred", { status: 503, body: { code: 20503, message: "Service unavailable" } }],
])("doesn't wait for a message that %s", async (what, reply) => {
  const [first, second] = texts(`Dopo: ${what}`, 2) as [string, string];
  const answer = held(first);
  const messages = await written("333 1000003", [first, second]);
  await looked(messages[1] as TestRecord);
  expect(asked(second)).toEqual([]);
  answer(reply);
  await askedFor(second);
});

it("goes on when the thread was deleted and restored meanwhile", async () => {
  const answerFirst = held("Tolto 1");
  const messages = await written("333 1000004", ["Tolto 1", "Tolto 2"]);
  const [, second] = messages as [TestRecord, TestRecord];
  await looked(second);
  await time.org.ok("delete_thread", { threadId: second.threadId });
  const [{ deletionId }] = (await time.org.ok("list_deleted", { kind: "thread" })).items;
  answerFirst(took());
  await time.org.ok("restore_record", { deletionId });
  await time.ordered();
  await time.pass(2 / 24 / 60);
  await askedFor("Tolto 2");
});

it("waits ten minutes at most for a message whose workflow never began", async () => {
  const [first] = (await written("333 1000005", ["Prima"])) as [TestRecord];
  const { threadId } = first;
  // Its outcome would wake the next one.
  await time.ordered();
  const { workflow } = time.environment.client;
  await eventually(async () => (await workflow.getHandle(`send-message:${first.id}`).describe()).closeTime);
  await time.api.pool.query(
    `insert into message (organization_id, id, created_at, updated_at, thread_id, direction, channel, to_address, body, attachments, status)
     values ($1, uuidv7(), now(), now(), $2, 'outgoing', 'sms', '+393331000005', 'Mai', '[]', 'queued')`,
    [time.org.organizationId, threadId],
  );
  const { message } = await time.org.ok<TestRecord>("send_message", { threadId, body: "Poi" });
  await looked(message);
  await time.pass(9 / 24 / 60);
  expect(asked("Poi")).toEqual([]);
  await time.pass(1.5 / 24 / 60);
  await askedFor("Poi");
  expect(await activitiesOf(message)).toBeLessThanOrEqual(12);
});
