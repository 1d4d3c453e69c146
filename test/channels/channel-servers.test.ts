import { expect, it } from "@jest/globals";
import { ChannelServers } from "../../src/channels/channel-servers.js";
import { HandOverError } from "../../src/channels/hand-over-error.js";
import { hourMs } from "../../src/domain/calendar/durations.js";
import { withClockSet } from "../support/set-clock.js";

/** Work that ends when the test says so. */
function held() {
  let end: (error?: Error) => void = () => undefined;
  const done = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve("250 ok"));
  });
  let begun = false;
  const work = () => {
    begun = true;
    return done;
  };
  return { work, end, isBegun: () => begun };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const patient = () => new ChannelServers(60_000, 60_000);
const silence = new HandOverError("deferred", "the mail server did not answer in time (ETIMEDOUT)");
const error = (promise: Promise<unknown>) => promise.then(() => undefined).catch((thrown: Error) => thrown);

it("hands a server four messages at a time, and the next ones in their order", async () => {
  const servers = patient();
  const mails = Array.from({ length: 6 }, held);
  const results = mails.map(({ work }) => servers.run("smtp://a", "a firm", work));
  await settled();
  const begun = () => mails.map(({ isBegun }) => isBegun());
  expect(begun()).toEqual([true, true, true, true, false, false]);
  mails[1]?.end();
  await settled();
  expect(begun()).toEqual([true, true, true, true, true, false]);
  for (const mail of mails) mail.end();
  expect(await Promise.all(results)).toEqual(mails.map(() => "250 ok"));
});

it("hands it four at a time also after all have ended at one moment", async () => {
  const servers = patient();
  const mails = Array.from({ length: 10 }, held);
  const run = ({ work }: (typeof mails)[number]) => servers.run("smtp://a", "a firm", work);
  const results = mails.slice(0, 5).map(run);
  await settled();
  for (const mail of mails.slice(0, 4)) mail.end();
  await settled();
  results.push(...mails.slice(5).map(run));
  await settled();
  expect(mails.slice(4).filter(({ isBegun }) => isBegun())).toHaveLength(4);
  for (const mail of mails) mail.end();
  await Promise.all(results);
});

it("leaves half of a host's slots to messages, however many accounts' files hang there", async () => {
  const servers = patient();
  const files = Array.from({ length: 40 }, held);
  const results = files.map(({ work }, n) => error(servers.run(`files://firm-${n}@meta.test/`, "a firm", work)));
  await settled();
  expect(files.filter(({ isBegun }) => isBegun())).toHaveLength(12);
  expect(await servers.run("https://another@meta.test/", "a firm", async () => "sent")).toBe("sent");
  for (const { end } of files) end();
  await Promise.all(results);
});

it("delays a server's message by no other server that hangs", async () => {
  const servers = patient();
  const hanging = Array.from({ length: 7 }, (_, n) => Array.from({ length: 5 }, held).map((mail) => ({ ...mail, n })));
  const results = hanging.flat().map(({ n, work }) => servers.run(`smtp://hangs-${n}`, "a firm", work));
  expect(await servers.run("smtp://healthy", "a firm", async () => "250 ok")).toBe("250 ok");
  for (const { end } of hanging.flat()) end();
  await Promise.all(results);
});

it("leaves half of all slots to others where many firms' one provider hangs, until it goes on", async () => {
  const servers = patient();
  const hanging = Array.from({ length: 50 }, held);
  const results = hanging.map(({ work }, n) =>
    error(servers.run(`smtp://firm-${n}:secret@provider.test`, `firm ${n}`, work)),
  );
  await settled();
  expect(hanging.filter(({ isBegun }) => isBegun())).toHaveLength(25);
  const next = () => error(servers.run("smtp://next:secret@provider.test", "next", async () => "250 ok"));
  expect(await next()).toMatchObject({ type: "mail_server_busy" });
  for (const { end } of hanging) end();
  await Promise.all(results);
  expect(await next()).toBeUndefined();
});

it("gives the slot back behind messages of a server that is silent, to try again soon", async () => {
  const servers = new ChannelServers(5, 60_000);
  const mails = Array.from({ length: 4 }, held);
  const results = mails.map(({ work }) => servers.run("smtp://a", "a firm", work));
  const next = held();
  expect(await error(servers.run("smtp://a", "a firm", next.work))).toMatchObject({
    type: "mail_server_busy",
    nonRetryable: false,
    nextRetryDelay: 2_000,
    category: "BENIGN",
  });
  expect(next.isBegun()).toBe(false);
  for (const mail of mails) mail.end();
  await Promise.all(results);
});

async function expectTwoAtOnce(servers: ChannelServers): Promise<void> {
  const both = [held(), held()];
  const results = both.map(({ work }) => servers.run("smtp://a", "a firm", work));
  await settled();
  expect(both.every(({ isBegun }) => isBegun())).toBe(true);
  for (const mail of both) mail.end();
  await Promise.all(results);
}

it("lets a single message try a server that didn't answer, until it does", async () => {
  const servers = new ChannelServers(60_000, 0);
  expect(await error(servers.run("smtp://a", "a firm", () => Promise.reject(silence)))).toBe(silence);
  const probe = held();
  const probing = servers.run("smtp://a", "a firm", probe.work);
  const other = held();
  expect(await error(servers.run("smtp://a", "a firm", other.work))).toMatchObject({ outcome: "deferred" });
  expect(other.isBegun()).toBe(false);
  probe.end();
  await probing;
  await expectTwoAtOnce(servers);
});

it("sends those away who wait when the server turns out to hang", async () => {
  const servers = new ChannelServers(60_000, 0);
  const mails = Array.from({ length: 5 }, held);
  const outcomes = mails.map(({ work }) => error(servers.run("smtp://a", "a firm", work)));
  mails[0]?.end(silence);
  expect(await outcomes[4]).toMatchObject({ outcome: "deferred" });
  for (const mail of mails) mail.end();
  await Promise.all(outcomes);
});

it("takes a quick refusal for an answer", async () => {
  const servers = patient();
  const refusals = ["refused", "deferred"] as const;
  for (const outcome of refusals)
    await error(servers.run("smtp://a", "a firm", () => Promise.reject(new HandOverError(outcome, "451 later"))));
  await expectTwoAtOnce(servers);
});

it("takes it for one also where the clock is set an hour ahead meanwhile", async () => {
  const servers = patient();
  const refused = error(servers.run("smtp://a", "a firm", () => settled().then(() => Promise.reject(silence))));
  await withClockSet({ setMs: hourMs }, () => refused);
  await expectTwoAtOnce(servers);
});

it("lets senders take turns, so that one's many messages delay no other's", async () => {
  const servers = patient();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const send = (sender: string) =>
    servers.run("smtp://a", sender, () => {
      order.push(sender);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const results = [..."aaaaaaaabcab"].map(send);
  for (let n = 0; n < results.length; n++) {
    await settled();
    ends[n]?.();
  }
  await Promise.all(results);
  expect(order.join("")).toBe("aaaabcabaaaa");
});
