import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, it } from "@jest/globals";
import pino from "pino";
import { setChannel } from "../../../src/accounts/channels.js";
import { takeTwilio } from "../../../src/channels/incoming/take-twilio.js";
import { lookForMissedSms } from "../../../src/channels/reader/missed-sms.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { startProvider } from "../../support/provider.js";
import { signedIn } from "../../support/visitor.js";

const number = "+390212345678";
const list = "/2010-04-01/Accounts/AC1/Messages.json";
let kept: object[] = [];
let refusal: { status: number; body: object; headers?: Record<string, string> } | null = null;
let answers: Promise<void> | null = null;
const provider = forAllTests(() =>
  startProvider(async ({ path }) => {
    await answers;
    const { pathname, searchParams } = new URL(path, "http://twilio");
    if (refusal) return refusal;
    if (pathname.endsWith("/MMgone/Media.json")) return { status: 404, body: { code: 20404, message: "not found" } };
    if (pathname.endsWith("/Media.json")) {
      const uri = `${pathname.replace("/Media.json", "/Media/ME1.json")}`;
      return { status: 200, body: { media_list: [{ uri, content_type: "image/jpeg" }] } };
    }
    const page = Number(searchParams.get("Page") ?? 0);
    const messages = kept.slice(page * 2, page * 2 + 2);
    const next = kept.length > page * 2 + 2 ? `${list}?Page=${page + 1}` : null;
    return { status: 200, body: { messages, next_page_uri: next } };
  }),
);
const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));

beforeEach(async () => {
  [kept, refusal, answers] = [[], null, null];
  await api.pool.query("delete from mail_channel");
  await set(number);
  provider.calls.length = 0;
});

const set = (from: string) => {
  const { app } = api;
  const given = { provider: "twilio", accountSid: "AC1", authToken: "T", from, baseUrl: provider.url };
  return transact(app.database, null, (unit) =>
    setChannel(unit, app.config, { organizationId: org.organizationId, channel: "sms", given }),
  );
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const sms = (sid: string, body: string, minutes: number, more: object = {}) => ({
  sid,
  body,
  from: "+393331234567",
  to: number,
  direction: "inbound",
  status: "received",
  date_sent: minutesAgo(minutes).toUTCString(),
  num_media: "0",
  messaging_service_sid: null,
  ...more,
});

const logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(line) });
const look = (signal = new AbortController().signal): Promise<void> => {
  const { database, config } = api.app;
  return lookForMissedSms({ database, config, log }, "this", signal);
};
const reading = async () =>
  (await api.pool.query("select * from mailbox_reading where organization_id = $1", [org.organizationId])).rows[0];
const readBefore = (minutes: number) =>
  api.pool.query("update mailbox_reading set read_at = $2, taken_since = $3 where organization_id = $1", [
    org.organizationId,
    minutesAgo(minutes),
    minutesAgo(minutes + 60),
  ]);
const came = async () =>
  (
    await api.pool.query(
      "select body from message where organization_id = $1 and direction = 'incoming' order by created_at",
      [org.organizationId],
    )
  ).rows.map(({ body }) => body);

it("takes what came since the last look and wasn't posted, each once, in its order", async () => {
  kept = [sms("SM0", "Prima di tutto", 2)];
  await look();
  await api.pool.query("update mailbox_reading set read_at = $1", [minutesAgo(3)]);
  await look();
  expect(await came()).toEqual([]);
  await readBefore(30);
  const posted = new URLSearchParams({ MessageSid: "SM2", From: "+393331234567", To: number, Body: "Arrivato" });
  await takeTwilio(api.app.database, org.organizationId, posted, null, minutesAgo(20));
  kept = [
    sms("SM5", "In arrivo", 0),
    sms("SM4", "Seconda", 8),
    sms("SM3", "Di un altro numero", 9, { to: "+390287654321" }),
    sms("SMx", "Nostro", 9, { direction: "outbound-api", to: "+393331234567", from: number }),
    sms("SM2", "Arrivato", 20),
    sms("SM1", "Persa", 25),
    sms("SMold", "Troppo vecchia", 60),
  ];
  await look();
  expect(await came()).toEqual(["Persa", "Arrivato", "Seconda"]);
  const asked = new URL(provider.calls[2]?.path ?? "", "http://twilio").searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    To: number,
    "DateSent>": expect.stringMatching(/^[\d-]+T[\d:]+Z$/),
  });
  await readBefore(30);
  await look();
  expect(await came()).toHaveLength(3);
  const { items } = await org.ok("list_threads", { channel: "sms" });
  expect(items).toMatchObject([{ status: "needs_reply", unread: 3 }]);
});

it("takes what came to a messaging service, with its files", async () => {
  const service = `MG${"0".repeat(32)}`;
  await set(service);
  await look();
  await readBefore(30);
  kept = [
    sms("SM7", "A un altro servizio", 5, { messaging_service_sid: `MG${"1".repeat(32)}` }),
    sms("MM6", "Ecco la foto", 5, { messaging_service_sid: service, num_media: "1" }),
  ];
  await look();
  const [row] = await api.app.database.query<{ body: string; files: { place: string }[] }>(
    "select body, awaited_files as files from message where organization_id = $1",
    [org.organizationId],
  );
  expect(row?.body).toMatch(/^Ecco la foto/);
  const place = `${provider.url}/2010-04-01/Accounts/AC1/Messages/MM6/Media/ME1`;
  expect(row?.files).toMatchObject([{ place }]);
});

it("takes the others where one's files can't be asked for, and says so", async () => {
  await look();
  await readBefore(30);
  kept = [sms("SM10", "Dopo", 4), sms("MMgone", "Con foto", 5, { num_media: "1" }), sms("SM9", "Prima", 6)];
  await look();
  expect(await came()).toEqual(["Prima", "Dopo"]);
  expect((await reading()).error).toBe("Twilio answered 404: 20404 not found");
});

it("leaves alone what came before another number or account was set, also where the first look fails", async () => {
  await look();
  await readBefore(3 * 24 * 60);
  const other = "+390687654321";
  await set(other);
  kept = [sms("SM11", "Di prima", 120, { to: other })];
  refusal = { status: 503, body: {} };
  await look();
  await api.pool.query("update mailbox_reading set taken_since = $1, retry_at = null", [minutesAgo(30)]);
  refusal = null;
  kept.unshift(sms("SM12", "Di poi", 20, { to: other }));
  await look();
  expect(await came()).toEqual(["Di poi"]);
});

it("takes what came before its first look, once the number was set", async () => {
  await api.pool.query("update mail_channel set updated_at = $1", [minutesAgo(4)]);
  kept = [sms("SM15", "Prova", 3), sms("SM14", "Di prima", 5)];
  await look();
  expect(await came()).toEqual(["Prova"]);
});

it("leaves alone what came long before its first look, as of a number that the release before only sent by", async () => {
  await api.pool.query("update mail_channel set updated_at = $1", [minutesAgo(60 * 24 * 90)]);
  kept = [sms("SM17", "Adesso", 3), sms("SM16", "Ieri", 60 * 24)];
  await look();
  expect(await came()).toEqual(["Adesso"]);
});

it.each(["taken_since", "read_at", "retry_at"])(
  "takes what came though %s was noted while the clock was ahead",
  async (column) => {
    await look();
    await readBefore(30);
    const ahead = "now() + interval '400 days'";
    await api.pool.query(`update mailbox_reading set failed_at = ${ahead}, ${column} = ${ahead}`);
    if (column === "taken_since") await api.pool.query(`update mail_channel set updated_at = ${ahead}`);
    kept = [sms("SM18", "Intanto", 5)];
    await look();
    expect(await came()).toEqual(["Intanto"]);
  },
);

it("ends at once where the worker stops, and notes no failure", async () => {
  const stopping = new AbortController();
  let answer = () => {};
  answers = new Promise((resolve) => {
    answer = resolve;
  });
  const looking = look(stopping.signal);
  while (provider.calls.length === 0) await wait(5);
  stopping.abort();
  await looking;
  expect(await reading()).toMatchObject({ error: null, read_at: null, held_by: null });
  answer();
});

it("says that there are more messages than it asks for", async () => {
  await look();
  await readBefore(30);
  kept = Array.from({ length: 41 }, (_, n) => sms(`SM2${n}`, "Ad altri", 5, { to: "+390287654321" }));
  logged.length = 0;
  await look();
  expect(logged.join()).toContain("older SMS are left out");
});

it("knows its number without the plus", async () => {
  await set("39 02 12345678");
  await look();
  await readBefore(30);
  kept = [sms("SM13", "Al numero", 5)];
  await look();
  expect(await came()).toEqual(["Al numero"]);
});

it("waits longer each time where it was never answered, and as long as Twilio asks", async () => {
  refusal = { status: 401, body: { code: 20003, message: "Authenticate" } };
  await look();
  const waitMinutes = async () => Math.round(((await reading()).retry_at.getTime() - Date.now()) / 60_000);
  expect(await waitMinutes()).toBe(5);
  await api.pool.query("update mailbox_reading set taken_since = $1, retry_at = null", [minutesAgo(20)]);
  await look();
  expect(await waitMinutes()).toBe(20);
  Object.assign(refusal, { status: 429, headers: { "retry-after": "2400" } });
  await api.pool.query("update mailbox_reading set retry_at = null");
  await look();
  expect(await waitMinutes()).toBe(40);
});

it("asks nothing of a name, which nobody can answer, nor while another worker asks or has just asked", async () => {
  await look();
  await look();
  expect(provider.calls).toHaveLength(1);
  await readBefore(30);
  await api.pool.query("update mailbox_reading set held_by = 'another', held_until = now() + interval '1 minute'");
  await look();
  await set("StudioRossi");
  await api.pool.query("update mailbox_reading set held_by = null");
  await look();
  expect(provider.calls).toHaveLength(1);
});

it("shows that Twilio refuses it, waits longer and longer, and takes what came meanwhile", async () => {
  await look();
  await readBefore(30);
  refusal = { status: 401, body: { code: 20003, message: "Authenticate" } };
  await look();
  const { error, retry_at } = await reading();
  expect(error).toBe("Twilio answered 401: 20003 Authenticate");
  expect(Math.round((retry_at.getTime() - Date.now()) / 60_000)).toBe(30);
  const me = await signedIn(api, await org.member("owner"));
  expect((await me.visit("/settings/channels")).text).toContain("Twilio answered 401: 20003 Authenticate");
  refusal = null;
  kept = [sms("SM8", "Intanto", 20)];
  await look();
  expect(provider.calls).toHaveLength(2);
  await set(number);
  await look();
  expect(await came()).toEqual(["Intanto"]);
  expect(await reading()).toMatchObject({ error: null, refusals: 0 });
});
