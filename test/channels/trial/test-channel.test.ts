import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { inItalian } from "../../../src/channels/italian-failures.js";
import { testChannel } from "../../../src/channels/trial/test-channel.js";
import { loadConfig } from "../../../src/config.js";
import { byChannel } from "../../../src/db/audit.js";
import { transact } from "../../../src/db/transact.js";
import type { Channel } from "../../../src/domain/vocabulary.js";
import { createTestDatabase } from "../../support/database.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";
import { insertOrganization } from "../../support/organization-rows.js";
import { startProvider } from "../../support/provider.js";
import { startSmtp } from "../../support/smtp.js";

const config = loadConfig({ SECRET_KEY: randomBytes(32).toString("hex") });
const database = forAllTests(createTestDatabase);
const org = forAllTests(() => insertOrganization(database.appUrl));
const smtp = forAllTests(() => startSmtp({ login: { user: "studio", pass: "parola" } }));
/** knows one account of each provider */
const provider = forAllTests(() => {
  const accounts: Record<string, string> = {
    "/v23.0/106": "Bearer T",
    "/2010-04-01/Accounts/AC1.json": "Basic QUMxOlQ=",
  };
  return listening(
    createServer(({ url = "", headers }, answer) => {
      answer.writeHead(accounts[url] === headers.authorization ? 200 : 401).end("{}");
    }),
  );
});

async function tried(
  channel: Channel,
  given: Record<string, string>,
  options: { phone?: string; answerMs?: number } = {},
) {
  const { organizationId } = org;
  await transact(org.database, byChannel(organizationId, "test"), (unit) =>
    setChannel(unit, config, { organizationId, channel, given }),
  );
  return testChannel(org.database, config, organizationId, channel, options);
}

it("opens no connection to what leads into the own network, where the address says so", async () => {
  const before = smtp.messages.length;
  const { port } = new URL(smtp.url);
  for (const host of ["localhost", "127.1", "127.0.0.1", "[::1]"]) {
    const given = {
      smtpUrl: `smtp://${host}:${port}?publicOnly=true`,
      imapUrl: `imap://${host}:${port}?publicOnly=true`,
      from: "studio@studio.test",
    };
    const { ok, sending, receiving } = await tried("email", given);
    expect(ok).toBe(false);
    for (const words of [sending, receiving]) expect(words).toContain("leads to an address that is not public");
  }
  expect(smtp.messages).toHaveLength(before);
  expect(inItalian("b.it leads to an address that is not public")).toBe("b.it porta a un indirizzo che non è pubblico");
});

it("says what is missing of a channel that isn't set", async () => {
  expect(await testChannel(org.database, config, org.organizationId, "pec")).toMatchObject({
    ok: false,
    sending: expect.stringContaining("channel set --channel pec"),
  });
});

it("sends a trial message to the mailbox itself, and repeats the server's words", async () => {
  const found = await tried("pec", { smtpUrl: smtp.url, from: "studio@pec.studio.test" });
  expect(found).toEqual({
    ok: true,
    sending: "A trial message to studio@pec.studio.test was taken: 250 2.0.0 taken for tests",
    receiving: expect.stringContaining("No mailbox is read"),
  });
  expect(smtp.messages.map(({ envelopeTo }) => envelopeTo)).toEqual([["studio@pec.studio.test"]]);
  expect(smtp.messages[0]?.raw.toString()).toContain("Content-Type: text/html");
});

it("waits for a mail server's answers no longer than somebody waits for a page", async () => {
  const silent = closedAfterTest(await listening(createTcpServer((socket) => socket.write("* OK ready\r\n"))));
  const given = { smtpUrl: smtp.url, imapUrl: silent.url.replace("http://", "imap://studio:parola@") };
  smtp.behaviour.delayMs = 2_000;
  expect(await tried("pec", { ...given, from: "studio@pec.studio.test" }, { answerMs: 200 })).toEqual({
    ok: false,
    sending: expect.stringContaining("sent in full, with no answer"),
    receiving: "The mailbox can't be read: the mail server did not answer in time",
  });
  delete smtp.behaviour.delayMs;
});

it("sends another where answers go to addresses with a tag, and says what to do if that is refused or lost", async () => {
  const given = { smtpUrl: smtp.url, imapUrl: "imap://studio:parola@127.0.0.1:1", from: "studio@studio.test" };
  const tagged = "studio+tmessaggiodiprova@studio.test";
  const sentBy = async (settings: Record<string, string>) => {
    const before = smtp.messages.length;
    const { sending } = await tried("email", settings);
    return { sending, to: smtp.messages.slice(before).map(({ envelopeTo }) => envelopeTo[0]) };
  };
  const taken = await sentBy(given);
  expect(taken.to).toEqual(["studio@studio.test", tagged]);
  expect(taken.sending).toMatch(
    /studio@studio\.test was taken: .*prova@studio\.test was taken: .*if this one doesn't arrive/,
  );
  smtp.behaviour.rejectWith = (to) => (to === tagged ? "550 5.1.1 unknown user" : undefined);
  expect(await sentBy(given)).toEqual({
    sending: expect.stringMatching(
      /prova@studio\.test was not taken: 550 .*choose the plain one \(--reply-address plain\)/,
    ),
    to: ["studio@studio.test"],
  });
  delete smtp.behaviour.rejectWith;
  expect((await sentBy({ ...given, replyAddress: "plain" })).to).toEqual(["studio@studio.test"]);
});

it("says that the login is refused, or that nobody answers, and never the password", async () => {
  const refused = await tried("email", { smtpUrl: smtp.url.replace("parola", "sbagliata") });
  expect(refused).toMatchObject({ ok: false, sending: expect.stringContaining("535") });
  const imapUrl = "imap://studio:parola@127.0.0.1:1";
  const unread = await tried("email", { smtpUrl: smtp.url, imapUrl });
  expect(unread).toMatchObject({ ok: false, receiving: expect.stringContaining("refuses connections") });
  expect(JSON.stringify([refused, unread])).not.toMatch(/parola|sbagliata/);
});

it("asks the providers of WhatsApp and SMS for the account, and sends nothing", async () => {
  const meta = { phoneNumberId: "106", appSecret: "S", verifyToken: "V", baseUrl: `${provider.url}/v23.0` };
  const right = await tried("whatsapp", { ...meta, accessToken: "T" });
  expect(right).toMatchObject({
    ok: true,
    receiving: expect.stringContaining(`/webhooks/whatsapp/${org.organizationId}`),
  });
  expect(await tried("whatsapp", { ...meta, accessToken: "X" })).toMatchObject({
    ok: false,
    sending: expect.stringContaining("401"),
  });
  const twilio = { provider: "twilio", accountSid: "AC1", from: "+390212345678", baseUrl: provider.url };
  expect(await tried("sms", { ...twilio, authToken: "T" })).toMatchObject({ ok: true });
  expect(await tried("sms", { ...twilio, authToken: "T", baseUrl: "http://127.0.0.1:1" })).toMatchObject({
    ok: false,
    sending: expect.stringContaining("can't be reached"),
  });
});

it("says that nothing arrives where the app secret is another app's than the access token", async () => {
  const error = {
    message: "Invalid appsecret_proof provided in the API argument",
    type: "GraphMethodException",
    code: 100,
  };
  const proof = createHmac("sha256", "S").update("T").digest("hex");
  const meta = closedAfterTest(
    await startProvider(({ path }) => {
      const given = new URL(path, "http://meta").searchParams.get("appsecret_proof");
      return given === null || given === proof ? { status: 200, body: {} } : { status: 400, body: { error } };
    }),
  );
  const given = { phoneNumberId: "106", accessToken: "T", verifyToken: "V", baseUrl: meta.url };
  expect((await tried("whatsapp", { ...given, appSecret: "S" })).ok).toBe(true);
  expect(await tried("whatsapp", { ...given, appSecret: "ofAnotherApp" })).toMatchObject({
    ok: false,
    sending: expect.stringContaining("knows the account"),
    receiving: expect.stringContaining("Nothing arrives"),
  });
});

it("sends a trial message to a phone by SMS and WhatsApp", async () => {
  const service = closedAfterTest(
    await startProvider(({ path, body }) =>
      path.startsWith("/v23.0")
        ? { status: 200, body: { messages: [{ id: "wamid.1" }] } }
        : body.includes("%2B393331234567")
          ? { status: 201, body: { sid: "SM1", status: "queued" } }
          : { status: 400, body: { code: 21211, message: "Invalid 'To' Phone Number" } },
    ),
  );
  const twilio = {
    provider: "twilio",
    accountSid: "AC1",
    authToken: "T",
    from: "+390212345678",
    baseUrl: service.url,
  };
  expect(await tried("sms", twilio, { phone: "333 123 4567" })).toMatchObject({
    ok: true,
    sending: "A trial message to +393331234567 was taken: queued",
  });
  expect(service.calls[0]?.body).toContain("Messaggio+di+prova+di+Pratica");
  expect(await tried("sms", twilio, { phone: "+39 02 0000001" })).toMatchObject({
    ok: false,
    sending: expect.stringMatching(/was not taken: Twilio answered 400: 21211/),
  });
  expect(await tried("sms", twilio, { phone: "mio cellulare" })).toMatchObject({
    ok: false,
    sending: expect.stringContaining("no phone number"),
  });
  expect(service.calls).toHaveLength(2);
  const meta = {
    phoneNumberId: "106",
    accessToken: "T",
    appSecret: "S",
    verifyToken: "V",
    baseUrl: `${service.url}/v23.0`,
  };
  expect(await tried("whatsapp", meta, { phone: "+39 333 1234567" })).toMatchObject({
    ok: false,
    sending: expect.stringContaining("the 24 hours"),
  });
  expect(
    await tried("whatsapp", { ...meta, templateName: "avviso", templateLanguage: "it" }, { phone: "+39 333 1234567" }),
  ).toMatchObject({
    ok: true,
    sending: "A trial message to +393331234567 was taken: accepted",
  });
});

it("speaks Italian where it is asked to, of failures too", async () => {
  await tried("pec", {
    smtpUrl: "smtp://127.0.0.1:1",
    from: "studio@pec.studio.test",
    imapUrl: "imap://a:b@127.0.0.1:1",
  });
  expect(await testChannel(org.database, config, org.organizationId, "pec", { language: "it" })).toEqual({
    ok: false,
    sending: expect.stringMatching(
      /non è stato accettato: il server di posta rifiuta le connessioni \(ECONNREFUSED\)$/,
    ),
    receiving: expect.stringMatching(/^La casella non si può leggere: il server di posta rifiuta le connessioni$/),
  });
});

it.each([
  ["WhatsApp answered 400: 131047 Re-engagement message", "WhatsApp ha risposto 400: 131047 Re-engagement message"],
  ["sent, and the answer of Twilio can't be read", "inviato, e la risposta di Twilio non si può leggere"],
  [
    "the server does not answer; another message is trying it",
    "il server non risponde; ci sta provando un altro messaggio",
  ],
  [
    "the mail server does not answer; another message is trying it",
    "il server di posta non risponde; ci sta provando un altro messaggio",
  ],
  ["Twilio can't be reached (ECONNREFUSED)", "Twilio non è raggiungibile (ECONNREFUSED)"],
  ["to: not one plain e-mail address: a b@x.it", "indirizzo email non utilizzabile: a b@x.it"],
  ["replyTo: not one plain e-mail address: a b@x.it", "indirizzo email non utilizzabile: a b@x.it"],
  ["not a Message-ID: <a b>", "Message-ID non utilizzabile: <a b>"],
  [
    "sent in full, with no answer: the mail server closed the connection",
    "inviato per intero, senza risposta: il server di posta ha chiuso la connessione",
  ],
  ["the mail server refused the login: NO", "il server di posta ha rifiutato l'accesso: NO"],
  ["the channel pec isn't configured", "il canale PEC non è impostato"],
  ["the channel whatsapp isn't configured", "il canale WhatsApp non è impostato"],
  ["larger than the 30 MB of a PEC", "più grande dei 30 MB di una PEC"],
  ["550 5.1.1 <a@b.it> WhatsApp answered 400", "550 5.1.1 <a@b.it> WhatsApp answered 400"],
])("says in Italian what it says itself, and leaves servers' words: %s", (words, said) => {
  expect(inItalian(words)).toBe(said);
});
