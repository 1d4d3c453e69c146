import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { takePosted } from "../../../src/channels/incoming/take-posted.js";
import { takeTwilio } from "../../../src/channels/incoming/take-twilio.js";
import { transact } from "../../../src/db/transact.js";
import { activitiesOver } from "../../support/activities.js";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import { eventually } from "../../support/eventually.js";
import { createProject, ordersFor, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

const api = forAllTests(() => startApi({ settings: { MAX_FILE_MB: "1" } }));
const org = forAllTests(() => organization(api));
const provider = forAllTests(() =>
  listening(
    createServer((request, response) => {
      const path = request.url ?? "";
      const { authorization, "user-agent": agent } = request.headers;
      asked.push({ path, authorization, agent });
      const handle = has.get(path);
      if (handle) handle(request, response);
      else response.writeHead(404).end();
    }),
  ),
);
let url: string;
let fetchFilesOf: (subject: { organizationId: string; messageId: string }) => Promise<string>;
let fetchFiles: (messageId: string) => Promise<string>;
let giveUpFiles: (messageId: string) => Promise<void>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** what the provider has, by path; everything else is a 404 */
const has = new Map<string, Handler>();
const asked: { path: string; authorization: string | undefined; agent?: string | undefined }[] = [];
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

beforeAll(async () => {
  url = provider.url;
  const meta = { phoneNumberId: "555", accessToken: "gettone", appSecret: "firma", verifyToken: "parola" };
  await set("whatsapp", { ...meta, baseUrl: `${url}/v23.0` });
  await set("sms", { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+39021", baseUrl: url });
  const { database, config } = api.app;
  const activities = activitiesOver(database, config);
  const { organizationId } = org;
  fetchFilesOf = async (subject) => (await activities.fetchFiles(subject)).outcome;
  fetchFiles = (messageId) => fetchFilesOf({ organizationId, messageId });
  giveUpFiles = (messageId) => activities.giveUpFiles({ organizationId, messageId });
});
beforeEach(() => {
  has.clear();
  asked.length = 0;
});

const set = (channel: string, given: Record<string, string>) =>
  transact(api.app.database, null, (unit) =>
    setChannel(unit, api.app.config, { organizationId: org.organizationId, channel, given }),
  );
const bytes =
  (content: Buffer, type = "image/jpeg"): Handler =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type }).end(content);
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end();
/** As Meta refuses: with 400, whatever the reason. */
const refusal =
  (error: object): Handler =>
  (_, response) =>
    void response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
const address =
  (of: string): Handler =>
  (_, response) =>
    void response.end(JSON.stringify({ url: of, mime_type: "image/jpeg" }));

let count = 0;
/** A message that came, as the thread shows it. */
async function came(post: (id: string, from: string) => Promise<void>): Promise<TestRecord> {
  const id = `wamid.${++count}`;
  await post(id, `39333000${1000 + count}`);
  return stored(id);
}
async function stored(providerId: string): Promise<TestRecord> {
  const { rows } = await api.pool.query("select id, thread_id from message where provider_id = $1", [providerId]);
  expect(rows).toHaveLength(1);
  const { messages } = await org.ok("get_thread", { threadId: rows[0].thread_id });
  return { ...messages[0], providerId };
}
const byWhatsApp = (content: object) => (id: string, from: string) =>
  takePosted(
    api.app.database,
    { organizationId: org.organizationId, phoneNumberId: "555" },
    { entry: [{ changes: [{ value: { messages: [{ id, from, timestamp: "1795305600", ...content }] } }] }] },
  );
const photo = { type: "image", image: { id: "media-1", mime_type: "image/jpeg", caption: "Ecco il bagno" } };
const byMms =
  (...urls: string[]) =>
  (id: string, from: string) => {
    const media = urls.flatMap((one, n) => [
      [`MediaUrl${n}`, one],
      [`MediaContentType${n}`, "image/jpeg"],
    ]);
    const fields = { MessageSid: id, From: `+${from}`, To: "+39021", Body: "", NumMedia: String(urls.length) };
    return takeTwilio(
      api.app.database,
      org.organizationId,
      new URLSearchParams([...Object.entries(fields), ...(media as [string, string][])]),
      null,
    );
  };

it("takes what is posted together with a message that can't be taken", async () => {
  const text = { body: "Buongiorno" };
  const messages = ["bad", "good"].map((id) => ({
    id: `wamid.${id}`,
    from: "393330001777",
    timestamp: "1795305600",
    type: "text",
    text,
  }));
  const post = { entry: [{ changes: [{ value: { messages } }] }] };
  const to = { organizationId: org.organizationId, phoneNumberId: "555" };
  const keepFiles = jest
    .fn(() => ({ attachments: [], rawFileId: null }))
    .mockImplementationOnce(() => {
      throw new Error("this one can't be kept");
    });
  await expect(takePosted(api.app.database, to, post, keepFiles)).rejects.toThrow("this one can't be kept");
  const { rows } = await api.pool.query("select body from message where provider_id = 'wamid.good'");
  expect(rows).toEqual([{ body: "Buongiorno" }]);
});

const missing = "il file non è stato scaricato; si può chiedere di inviarlo per email";

it("fetches a photo that came by WhatsApp, once however often it is posted and fetched", async () => {
  has.set("/v23.0/media-1", address(`${url}/lookaside?mid=1`)).set("/lookaside?mid=1", bytes(jpeg));
  const message = await came(byWhatsApp(photo));
  await byWhatsApp(photo)(message.providerId, "393330001001");
  expect(message).toMatchObject({
    body: "Ecco il bagno\n\n[Foto image/jpeg: il file sta arrivando]",
    attachments: [],
  });
  expect(await ordersFor(api, `fetch-files:${message.id}`)).toEqual([{ type: "fetchFiles", signal: null }]);
  const project = await createProject(org);
  await org.ok("file_thread", { threadId: message.threadId, projectId: project.id });
  expect(await Promise.all([fetchFiles(message.id), fetchFiles(message.id)])).toEqual(["settled", "settled"]);
  expect(await fetchFiles(message.id)).toBe("settled");
  const fetched = await stored(message.providerId);
  expect(fetched).toMatchObject({
    body: "Ecco il bagno",
    attachments: [{ name: "foto.jpg", contentType: "image/jpeg", sizeBytes: jpeg.length }],
  });
  const credentials = { authorization: "Bearer gettone", agent: "Pratica" };
  expect(asked).toEqual(asked.map(({ path }) => ({ path, ...credentials })));
  const [{ id }] = fetched.attachments;
  const file = await fetch(`${api.url}/api/rest/files/${id}`, { headers: { authorization: `Bearer ${org.key}` } });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(jpeg);
  const { items } = await org.ok<TestRecord>("list_files", { source: "incoming" });
  expect(items).toMatchObject([{ id, projectId: project.id }]);
  // What the loser of two attempts had stored is gone.
  expect((await api.pool.query("select from file_place")).rowCount).toBe(1);
});

it("keeps the name of a document, and tells its type by its bytes", async () => {
  has.set("/v23.0/doc", address(`${url}/d`)).set("/d", bytes(Buffer.from("MZ\u0090 programma"), "application/pdf"));
  const document = { id: "doc", mime_type: "application/pdf", filename: "Visura\u202e catastale.pdf" };
  const message = await came(byWhatsApp({ type: "document", document }));
  await fetchFiles(message.id);
  const [attachment] = (await stored(message.providerId)).attachments;
  expect(attachment.name).toBe("Visura catastale.pdf");
  expect(attachment.contentType).not.toBe("application/pdf");
});

it("fetches the files of an MMS with the account's login, and follows no redirect with it", async () => {
  const server = createServer((request, response) => {
    asked.push({ path: "elsewhere", authorization: request.headers.authorization });
    response.end(jpeg);
  });
  const other = await listening(server);
  const elsewhere = `${other.url}/file`;
  has
    .set("/m/1", bytes(jpeg))
    .set("/m/2", status(307, { location: "/m/3" }))
    .set("/m/3", bytes(jpeg));
  // Into the own network, by address and by name.
  has.set("/m/4", status(307, { location: elsewhere })).set("/m/5", status(302, { location: "https://localhost/x" }));
  has.set("/m/6", status(302, { location: "/m/6" }));
  const message = await came(
    byMms(
      ...[1, 2, 4, 5, 6].map((n) => `${url}/m/${n}`),
      elsewhere,
      "https://eviltwilio.com/x",
      "http://api.twilio.com/x",
    ),
  );
  expect(await fetchFiles(message.id)).toBe("settled");
  await other.close();
  const { body, attachments } = await stored(message.providerId);
  expect(attachments).toHaveLength(2);
  expect(body).toBe(Array.from({ length: 6 }, () => `[Foto image/jpeg: ${missing}]`).join("\n\n"));
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`Basic ${Buffer.from("AC1:segreto").toString("base64")}`]),
  );
});

const tooLarge =
  "il file è troppo grande e non è stato scaricato; si può chiedere di dividerlo, o di mandare un collegamento da cui scaricarlo";

it.each<[string, string, Handler, string?]>([
  ["are gone", "/v23.0/media-1", refusal({ code: 100, message: "Object with ID 'media-1' does not exist" })],
  ["can't be found", "/v23.0/media-1", status(404)],
  ["are larger than a file may be", "/f", bytes(Buffer.alloc(1024 * 1024 + 1)), tooLarge],
  [
    "don't say that they are larger than a file may be",
    "/f",
    (_, response) => void response.write(Buffer.alloc(1024 * 1024), () => response.end("x")),
    tooLarge,
  ],
])("says in Italian which files are missing: those that %s", async (_, path, handler, why = missing) => {
  has.set("/v23.0/media-1", address(`${url}/f`)).set(path, handler);
  const message = await came(byWhatsApp(photo));
  expect(await fetchFiles(message.id)).toBe("settled");
  expect(await stored(message.providerId)).toMatchObject({
    body: `Ecco il bagno\n\n[Foto image/jpeg: ${why}]`,
    attachments: [],
  });
  expect((await api.pool.query("select awaited_files from message where id = $1", [message.id])).rows).toEqual([
    { awaited_files: [] },
  ]);
});

it.each<[string, Handler]>([
  ["is down", status(503)],
  ["refuses the token", status(401)],
  ["refuses the token by its own code alone", refusal({ code: 190, message: "Session has expired" })],
  ["takes no more requests for now", refusal({ code: 80007, message: "Rate limit issues" })],
  ["asks to try later", refusal({ code: 1, message: "Please retry", is_transient: true })],
  [
    "breaks off while it says why not",
    (_, response) => void response.writeHead(400, { "content-length": "99" }).write("{", () => response.destroy()),
  ],
  ["gives an address that leads to nothing", (_, response) => address(`${url}/nothing`)(_, response)],
  ["gives no address", (_, response) => void response.end("<html>")],
  [
    "breaks off",
    (_, response) => void response.writeHead(200, { "content-length": "99" }).write("{", () => response.destroy()),
  ],
])("waits where the provider %s, fetches later, or gives up", async (_, handler) => {
  has.set("/v23.0/media-1", handler);
  const [message, lost] = [await came(byWhatsApp(photo)), await came(byWhatsApp(photo))];
  expect(await fetchFiles(message.id)).toBe("deferred");
  expect(await stored(message.providerId)).toMatchObject({ body: message.body, attachments: [] });
  has.set("/v23.0/media-1", address(`${url}/f`)).set("/f", bytes(jpeg));
  expect(await fetchFiles(message.id)).toBe("settled");
  expect(await stored(message.providerId)).toMatchObject({ attachments: [{ name: "foto.jpg" }] });
  await giveUpFiles(lost.id);
  expect(await stored(lost.providerId)).toMatchObject({ body: expect.stringContaining(missing), attachments: [] });
});

it("fetches what comes after a file that never ends", async () => {
  const { timeout } = AbortSignal;
  const soon = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 1_000));
  has.set("/m/1", (_, response) => void response.write("x")).set("/m/2", bytes(jpeg));
  const message = await came(byMms(`${url}/m/1`, `${url}/m/2`));
  expect(await fetchFiles(message.id)).toBe("deferred");
  soon.mockRestore();
  expect(await stored(message.providerId)).toMatchObject({ attachments: [{ sizeBytes: jpeg.length }] });
  // The first is awaited still.
  has.set("/m/1", bytes(Buffer.concat([jpeg, jpeg])));
  expect(await fetchFiles(message.id)).toBe("settled");
  expect(await stored(message.providerId)).toMatchObject({
    attachments: [{ sizeBytes: jpeg.length }, { sizeBytes: 2 * jpeg.length }],
  });
});

it("fetches nothing for a message that was deleted, and again where that is undone", async () => {
  const message = await came(byWhatsApp(photo));
  await org.ok("delete_thread", { threadId: message.threadId });
  expect(await fetchFiles(message.id)).toBe("settled");
  await api.pool.query("delete from outbox");
  await restoreLast(org);
  expect(await ordersFor(api, `fetch-files:${message.id}`)).toEqual([{ type: "fetchFiles", signal: "fetchAgain" }]);
});

it("fetches one firm's files though those of another's account hang", async () => {
  const hanging = await Promise.all(Array.from({ length: 4 }, () => came(byWhatsApp(photo))));
  let begun = 0;
  has
    .set("/v23.0/media-1", () => void begun++)
    .set("/v23.0/media-2", address(`${url}/f`))
    .set("/f", bytes(jpeg));
  const theirs = hanging.map(({ id }) => fetchFiles(id));
  await eventually(async () => begun === 4);
  const other = await organization(api);
  const { organizationId } = other;
  const given = { phoneNumberId: "556", accessToken: "altro", appSecret: "firma", verifyToken: "parola" };
  await transact(api.app.database, null, (unit) =>
    setChannel(unit, api.app.config, {
      organizationId,
      channel: "whatsapp",
      given: { ...given, baseUrl: `${url}/v23.0` },
    }),
  );
  const image = { type: "image", image: { id: "media-2", mime_type: "image/jpeg" } };
  const message = { id: "wamid.other", from: "393330009999", timestamp: "1795305600", ...image };
  const post = { entry: [{ changes: [{ value: { messages: [message] } }] }] };
  await takePosted(api.app.database, { organizationId, phoneNumberId: "556" }, post);
  const { rows } = await api.pool.query("select id from message where provider_id = 'wamid.other'");
  expect(await fetchFilesOf({ organizationId, messageId: rows[0].id })).toBe("settled");
  for (const socket of provider.sockets) socket.destroy();
  expect(await Promise.all(theirs)).toEqual(hanging.map(() => "deferred"));
});
