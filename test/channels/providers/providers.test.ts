import { createServer } from "node:net";
import { beforeAll, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { isUnsent } from "../../../src/channels/providers/failed-fetch.js";
import { wayOut } from "../../../src/channels/way-out.js";
import { Message } from "../../../src/db/entities/message.js";
import { transact } from "../../../src/db/transact.js";
import { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { Files } from "../../../src/files/files.js";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import { createContact, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";
import { freePort } from "../../support/ports.js";
import { type ProviderCall, startProvider } from "../../support/provider.js";

const api = forAllTests(() => startApi({ settings: { BASE_URL: "https://pratica.studio.test" } }));
const provider = forAllTests(() => startProvider((call) => answer(call)));
const org = forAllTests(() => organization(api));
let answer: (call: ProviderCall) => { status: number; body: unknown } | "silence";

beforeAll(async () => {
  await set("sms", twilio);
  await set("whatsapp", whatsApp);
});

const twilio = { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+39 02 1234567" };
const whatsApp = { phoneNumberId: "555", accessToken: "gettone", appSecret: "firma", verifyToken: "parola" };
const set = (channel: string, given: Record<string, string>, providerUrl = provider.url) =>
  transact(api.app.database, null, (unit) =>
    setChannel(unit, api.app.config, {
      organizationId: org.organizationId,
      channel,
      given: { ...given, baseUrl: `${providerUrl}/v23.0` },
    }),
  );

const send = (fields: object) => org.ok<TestRecord>("send_message", { body: "Ciao **Anna**", ...fields });
const refusal = async (fields: object) => {
  const { status, detail } = await org.call("send_message", { body: "Ciao", channel: "whatsapp", ...fields });
  return [status, detail];
};
/** Hands a message over, without the workflow that would. */
async function handOver(messageId: string) {
  const { database, config } = api.app;
  const unit = new UnitOfWork(database);
  const message = (await unit.find(Message, org.organizationId, messageId)) as Message;
  const way = await wayOut(unit, { config, files: new Files(database, config) }, message);
  if ("missing" in way) throw new Error(way.missing);
  expect(way.mayRepeat).toBe(false);
  return (await way.compose())();
}
async function plan(sizeBytes = 8): Promise<TestRecord> {
  const form = new FormData();
  form.set("file", new Blob(["%PDF-1.7".padEnd(sizeBytes)], { type: "application/pdf" }), "Pianta.pdf");
  const response = await fetch(`${api.url}/api/rest/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${org.key}` },
    body: form,
  });
  return ((await response.json()) as { result: TestRecord }).result;
}
/** The other side wrote so long ago. */
const heard = (threadId: string, ago: string) =>
  api.pool.query("update thread set last_inbound_at = now() - $2::interval where id = $1", [threadId, ago]);

it("sends an SMS by Twilio, and tells in how many parts", async () => {
  answer = () => ({ status: 201, body: { sid: "SM1", status: "queued" } });
  const { message } = await send({ channel: "sms", to: "333 1234567" });
  expect(message).toMatchObject({ parts: 1, status: "queued" });
  expect(await handOver(message.id)).toEqual({ serverWords: "queued", providerId: "SM1" });
  const call = provider.calls.at(-1);
  expect(call?.path).toBe("/v23.0/2010-04-01/Accounts/AC1/Messages.json");
  expect(call?.headers.authorization).toBe(`Basic ${Buffer.from("AC1:segreto").toString("base64")}`);
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
    To: "+393331234567",
    From: "+39021234567",
    Body: "Ciao Anna",
    StatusCallback: `https://pratica.studio.test/webhooks/sms/${org.organizationId}?message=${message.id}`,
  });
  expect((await send({ channel: "sms", to: "333 1234567", body: "ú".repeat(71) })).message.parts).toBe(2);
  const long = await org.call("send_message", { channel: "sms", to: "333 1234567", body: "a".repeat(1_601) });
  expect([long.status, long.detail]).toEqual([422, expect.stringContaining("1600 characters")]);
});

it.each([
  [
    { status: 400, body: { code: 21211, message: "Invalid 'To' segreto" } },
    "refused",
    "Twilio answered 400: 21211 Invalid",
  ],
  [{ status: 429, body: { message: "Too many" } }, "deferred", "Too many"],
  [{ status: 400, body: { code: 21611, message: "Queue full" } }, "deferred", "21611"],
  [{ status: 503, body: "down" }, "deferred", "503"],
  [{ status: 500, body: { code: 20500, message: "Internal" } }, "deferred", "20500 Internal"],
  [{ status: 502, body: { code: 20502, message: "Carrier down" } }, "deferred", "20502 Carrier"],
  [{ status: 502, body: "<h1>Bad Gateway</h1>" }, "unknown", "502"],
  [{ status: 504, body: "" }, "unknown", "504"],
  [{ status: 302, body: "" }, "refused", "302"],
  [{ status: 200, body: "<h1>Accesso alla rete</h1>" }, "unknown", "can't be read"],
  ["silence" as const, "unknown", "no answer"],
])("tells refusals from what may be tried again: %j", async (said, outcome, words) => {
  answer = () => said;
  const { message } = await send({ channel: "sms", to: "333 1234567" });
  await expect(handOver(message.id)).rejects.toMatchObject({ outcome, serverWords: expect.stringContaining(words) });
});

it.each([
  [{ code: 130429, message: "Rate limit hit" }, "deferred"],
  [{ code: 131056, message: "Pair rate limit hit" }, "deferred"],
  [{ code: 4, message: "Too many calls" }, "deferred"],
  [{ code: 1, message: "Please retry", is_transient: true }, "deferred"],
  [{ code: 131026, message: "Undeliverable", is_transient: false }, "refused"],
  [{ code: 190, message: "Session has expired" }, "deferred"],
  [{ code: 0, message: "AuthException" }, "deferred"],
])(
  "goes by the code in WhatsApp's refusal, which has the status 400 whatever the reason: %j",
  async (error, outcome) => {
    const { thread } = await send({ channel: "sms", to: "333 4445555" });
    await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
    await heard(thread.id, "1 minute");
    const { message } = await send({ threadId: thread.id });
    answer = () => ({ status: 400, body: { error } });
    await expect(handOver(message.id)).rejects.toMatchObject({
      outcome,
      serverWords: `WhatsApp answered 400: ${error.code} ${error.message}`,
    });
  },
);

it("writes freely on WhatsApp for 24 hours after the other side did, then by a template alone", async () => {
  answer = () => ({ status: 200, body: { messages: [{ id: "wamid.1" }] } });
  expect(await refusal({ to: "333 7654321" })).toEqual([422, expect.stringMatching(/24 hours.*template/)]);
  const { thread } = await send({ channel: "sms", to: "333 7654321" });
  await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
  await heard(thread.id, "23 hours 59 minutes");
  const { message } = await send({ threadId: thread.id });
  expect(await handOver(message.id)).toMatchObject({ providerId: "wamid.1" });
  const call = provider.calls.at(-1);
  expect(call).toMatchObject({ path: "/v23.0/555/messages", headers: { authorization: "Bearer gettone" } });
  expect(JSON.parse(call?.body ?? "")).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "393337654321",
    biz_opaque_callback_data: message.id,
    type: "text",
    text: { preview_url: false, body: "Ciao *Anna*" },
  });
  const user = "IT.13491208655302741918";
  await api.pool.query("update thread set address = $2 where id = $1", [thread.id, user]);
  await handOver((await send({ threadId: thread.id })).message.id);
  const { recipient, to } = JSON.parse(provider.calls.at(-1)?.body ?? "");
  expect([recipient, to]).toEqual([user, undefined]);
  const late = await send({ threadId: thread.id });
  await heard(thread.id, "24 hours 1 second");
  await expect(handOver(late.message.id)).rejects.toMatchObject({ outcome: "refused" });
  expect(await refusal({ threadId: thread.id, channel: undefined })).toEqual([
    422,
    expect.stringContaining("24 hours"),
  ]);
  await set("whatsapp", { ...whatsApp, templateName: "avviso", templateLanguage: "it" });
  await handOver((await send({ threadId: thread.id, body: "Prima riga\n\nSeconda" })).message.id);
  expect(JSON.parse(provider.calls.at(-1)?.body ?? "")).toMatchObject({
    type: "template",
    template: {
      name: "avviso",
      language: { code: "it" },
      components: [{ type: "body", parameters: [{ type: "text", text: "Prima riga Seconda" }] }],
    },
  });
});

it("writes freely on WhatsApp also where the thread in which the other side wrote was deleted", async () => {
  await set("whatsapp", whatsApp);
  const { thread } = await send({ channel: "sms", to: "333 5556666" });
  await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
  await heard(thread.id, "1 hour");
  await org.ok("delete_thread", { threadId: thread.id });
  expect((await send({ channel: "whatsapp", to: "333 5556666" })).message.status).toBe("queued");
  await restoreLast(org, "thread");
  expect((await send({ threadId: thread.id })).message.status).toBe("queued");
  await heard(thread.id, "25 hours");
  await org.ok("delete_thread", { threadId: thread.id });
  expect(await refusal({ to: "333 5556666" })).toEqual([422, expect.stringContaining("24 hours")]);
});

it("says where a contact wrote on WhatsApp whose first number is out of the 24 hours", async () => {
  await set("whatsapp", whatsApp);
  const contact = await createContact(org, { phones: ["333 6660001", "333 6660002"] });
  const { thread } = await send({ channel: "sms", to: "333 6660002" });
  await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
  await heard(thread.id, "1 hour");
  expect(await refusal({ contactId: contact.id })).toEqual([
    422,
    expect.stringMatching(`for \\+393336660001.* wrote .* from \\+393336660002.*${thread.id}`),
  ]);
  // Who only writes may not know of other threads.
  const blind = await org.keyWith("inbox:edit", "contacts:view");
  const told = await org.call("send_message", { body: "Ciao", channel: "whatsapp", contactId: contact.id }, blind);
  expect([told.status, told.detail]).toEqual([422, expect.not.stringContaining("+393336660002")]);
  await heard(thread.id, "25 hours");
  expect(await refusal({ contactId: contact.id })).toEqual([422, expect.stringContaining("no approved template")]);
});

it("gives WhatsApp an attachment first, and sends nothing without it", async () => {
  const file = await plan();
  const { thread } = await send({ channel: "sms", to: "333 1112222" });
  await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
  await heard(thread.id, "1 minute");
  const { message } = await send({ threadId: thread.id, attachmentFileIds: [file.id] });
  answer = ({ path }) =>
    path.endsWith("/media") ? "silence" : { status: 200, body: { messages: [{ id: "wamid.2" }] } };
  await expect(handOver(message.id)).rejects.toMatchObject({ outcome: "deferred" });
  answer = ({ path }) =>
    path.endsWith("/media")
      ? { status: 200, body: { id: "media1" } }
      : { status: 400, body: { error: { code: 131026, message: "Undeliverable" } } };
  await expect(handOver(message.id)).rejects.toMatchObject({
    outcome: "refused",
    serverWords: "WhatsApp answered 400: 131026 Undeliverable",
  });
  expect(provider.calls.at(-2)?.body).toContain("%PDF-1.7");
  expect(JSON.parse(provider.calls.at(-1)?.body ?? "")).toMatchObject({
    type: "document",
    document: { id: "media1", filename: "Pianta.pdf", caption: "Ciao *Anna*" },
  });
});

it("waits for WhatsApp to take an attachment as long as a slow line needs for it", async () => {
  const file = await plan(5_000_000);
  const { thread } = await send({ channel: "sms", to: "333 1112223" });
  await api.pool.query("update thread set channel = 'whatsapp' where id = $1", [thread.id]);
  await heard(thread.id, "1 minute");
  const { message } = await send({ threadId: thread.id, attachmentFileIds: [file.id] });
  answer = ({ path }) => ({
    status: 200,
    body: path.endsWith("/media") ? { id: "m" } : { messages: [{ id: "wamid.3" }] },
  });
  const timeout = jest.spyOn(AbortSignal, "timeout");
  const fetched = jest.spyOn(globalThis, "fetch");
  await handOver(message.id);
  expect(timeout.mock.calls).toEqual([[expect.any(Number)], [30_000]]);
  // 50 kB a second, and 30 s for the answer.
  expect(timeout.mock.calls[0]?.[0]).toBe(130_000);
  // Each piece begins anew the five minutes after which fetch gives up by itself.
  const body = fetched.mock.calls[0]?.[1]?.body as FormData;
  const pieces: number[] = [];
  for await (const piece of (body.get("file") as File).stream()) pieces.push(piece.length);
  expect(Math.max(...pieces)).toBeLessThan(100_000);
  expect(pieces.reduce((total, length) => total + length)).toBe(5_000_000);
  timeout.mockRestore();
  fetched.mockRestore();
});

it("takes no attachment and no long text for WhatsApp once a template alone is sent", async () => {
  await set("whatsapp", { ...whatsApp, templateName: "avviso", templateLanguage: "it" });
  const { thread } = await send({ channel: "whatsapp", to: "333 1113333" });
  const fields = { threadId: thread.id, body: "Ciao", attachmentFileIds: [(await plan()).id] };
  for (const operation of ["send_message", "reply_to_thread"])
    expect(await org.call(operation, fields)).toMatchObject({
      status: 422,
      detail: expect.stringContaining("carries no attachment"),
    });
  expect(await refusal({ threadId: thread.id, body: "a".repeat(1_025) })).toEqual([
    422,
    expect.stringMatching(/holds at most 1024 characters, and this message has 1025/),
  ]);
  // As it is sent: in one line.
  expect(await refusal({ threadId: thread.id, body: `${"a".repeat(511)}\n\n${"b".repeat(512)}` })).toEqual([
    200,
    undefined,
  ]);
});

it.each(["127.0.0.1", "localhost"])("tries again where no connection to the provider was made, at %s", async (host) => {
  await set("sms", twilio, `http://${host}:${await freePort()}`);
  const { message } = await send({ channel: "sms", to: "333 1234567" });
  await expect(handOver(message.id)).rejects.toMatchObject({ outcome: "deferred" });
});

it("tries again where the connection ended before its encryption began", async () => {
  const server = createServer((socket) => socket.end());
  const { url, close } = await listening(server);
  await set("sms", twilio, url.replace("http", "https"));
  const { message } = await send({ channel: "sms", to: "333 1234567" });
  await expect(handOver(message.id)).rejects.toMatchObject({ outcome: "deferred" });
  await close();
});

it("knows that nothing was sent where none of a provider's addresses took the connection, whatever the first one did", () => {
  const errors = ["ETIMEDOUT", "EHOSTUNREACH"].map((code) => Object.assign(new Error(code), { code }));
  const failed = (cause: Error, code: string) =>
    new TypeError("fetch failed", { cause: Object.assign(cause, { code }) });
  expect(isUnsent(failed(new AggregateError(errors), "ETIMEDOUT"))).toBe(true);
  expect(isUnsent(failed(new Error("read ECONNRESET"), "ECONNRESET"))).toBe(false);
});
