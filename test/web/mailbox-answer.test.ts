import { beforeAll, describe, expect, it } from "@jest/globals";
import type pg from "pg";
import { createLog } from "../../src/log.js";
import { createMailboxServer } from "../../src/mailbox/server.js";
import { expectAccessible, expectUsableByKeyboard, onTelephone, openPage, readers } from "../support/browser.js";
import { eventually } from "../support/eventually.js";
import { createContact, organization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { volume } from "../support/soak.js";
import { signedIn, tokenOf, visitor } from "../support/visitor.js";
import { startWorkingApi, type WorkingApi } from "../support/working-api.js";

// The mailbox must be there before the API knows its port, and has the API's database.
const mailbox = forAllTests(() => {
  const pool = { query: (...query: [string, unknown[]]) => api.pool.query(...query) } as unknown as pg.Pool;
  return listening(createMailboxServer(pool, createLog("mailbox", "silent")).server);
});
const api: WorkingApi = forAllTests(() => {
  const port = String(mailbox.port);
  const url = `smtp://127.0.0.1:${port}`;
  const settings = { MAILBOX_SMTP_PORT: port, SMTP_URL: url, MAIL_FROM: "pratica@studio.test" };
  return startWorkingApi({ settings }, url);
});
const org = forAllTests(() => organization(api));

/** The page of a message in the mailbox, once it is there. */
const inMailbox = (messageId: string): Promise<string> =>
  eventually(async () => {
    const { rows } = await api.pool.query("select id from mailbox_message where message_id like '<m.' || $1 || '@%'", [
      messageId,
    ]);
    return rows[0] && `/mailbox/${rows[0].id}`;
  });

it("a quote's recipient answers with a photo: the thread needs a reply, and the follow-up has ended", async () => {
  const contact = await createContact(org, { name: "Anna Bianchi", email: "anna@cliente.test" });
  const quote = await org.ok("create_document", { kind: "preventivo", title: "Bagno", contactId: contact.id });
  const lineItems = [{ desc: "Posa", unit: "mq", qty: 10, price: 40 }];
  await org.ok("update_document", { docId: quote.id, lineItems, vatPct: 22 });
  await org.ok("issue_document", { docId: quote.id });
  const { message } = await org.ok<TestRecord>("send_issued_document", {
    docId: quote.id,
    followUpDays: 14,
    message: "Ecco il **preventivo**.",
  });
  await eventually(async () => {
    const { messages } = await org.ok("get_thread", { threadId: message.threadId });
    return messages[0].status === "sent";
  });

  const page = await openPage(`${api.url}/mailbox`, { locale: "it", widthPx: 360, javaScript: false });
  await page.getByRole("link", { name: "Bagno" }).click();
  // As mail programs show it, where what is marked is bold.
  await page.frameLocator("iframe.mail-html").locator("strong", { hasText: "preventivo" }).waitFor();
  await page.getByLabel("Risposta", { exact: true }).fill("Va bene, quando iniziate?");
  const photo = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
  await page
    .getByLabel("File, per esempio")
    .setInputFiles({ name: "bagno.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByRole("button", { name: "Invia la risposta" }).click();
  await page.getByText("La risposta è arrivata.").waitFor();
  await page.getByRole("link", { name: "Vedi la risposta" }).click();
  await page.getByRole("heading", { name: /^Re: .*Bagno/ }).waitFor();
  // Nobody answers for the studio.
  expect(await page.getByRole("button", { name: "Invia la risposta" }).count()).toBe(0);

  const thread = await org.ok("get_thread", { threadId: message.threadId });
  expect(thread).toMatchObject({
    status: "needs_reply",
    messages: [
      { direction: "outgoing", status: "sent" },
      {
        direction: "incoming",
        status: "received",
        from: "anna@cliente.test",
        body: "Va bene, quando iniziate?",
        attachments: [{ name: "bagno.jpg", contentType: "image/jpeg", sizeBytes: photo.length }],
      },
    ],
  });
  const [{ id }] = thread.messages[1].attachments;
  const file = await fetch(`${api.url}/api/rest/files/${id}`, { headers: { authorization: `Bearer ${org.key}` } });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(photo);
  const { items } = await org.ok<TestRecord>("list_reminders", { kind: "follow_up" });
  expect(items).toMatchObject([{ status: "cancelled", notes: expect.stringContaining("il destinatario ha risposto") }]);
});

it.each([
  ["whatsapp", "WhatsApp", "Ciao *Anna*"],
  ["sms", "SMS", "Ciao Anna"],
])("an answer by %s comes into the number's thread", async (channel, name, shown) => {
  const sent = await org.ok("send_message", { channel, to: "+39 333 1234567", body: "Ciao **Anna**" });
  const path = await inMailbox(sent.message.id);
  const page = await openPage(api.url + path, { javaScript: false });
  await page.locator(".mail-text", { hasText: shown }).waitFor();
  await page.getByText(name, { exact: true }).waitFor();
  await page.getByLabel("Answer", { exact: true }).fill("Va bene");
  const photo = { name: "bagno.jpg", mimeType: "image/jpeg", buffer: Buffer.from("ffd8ffe000104a46", "hex") };
  const takesFiles = channel === "whatsapp";
  expect(await page.getByLabel("A file").count()).toBe(takesFiles ? 1 : 0);
  if (takesFiles) await page.getByLabel("A file").setInputFiles(photo);
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("The answer has arrived.").waitFor();
  // The mailbox shows it, too; nobody answers for the studio.
  await page.getByRole("link", { name: "See the answer" }).click();
  await page.locator(".mail-text", { hasText: "Va bene" }).waitFor();
  await page.getByText(name, { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "bagno.jpg" }).count()).toBe(takesFiles ? 1 : 0);
  expect(await page.getByRole("button", { name: "Send the answer" }).count()).toBe(0);
  const thread = await org.ok("get_thread", { threadId: sent.thread.id });
  const attachments = takesFiles ? [{ name: "bagno.jpg", contentType: "image/jpeg", sizeBytes: 8 }] : [];
  expect(thread).toMatchObject({
    status: "needs_reply",
    messages: [{ status: "sent" }, { body: "Va bene", from: "+393331234567", channel, attachments }],
  });
});

it("a PEC has the local mailbox's receipts as files, which don't pass for a provider's", async () => {
  const fields = { channel: "pec", to: "comune@pec.test", subject: "Istanza", body: "In allegato." };
  const { message } = await org.ok<TestRecord>("send_message", fields);
  const delivered = await eventually(async () => {
    const { messages } = await org.ok("get_thread", { threadId: message.threadId });
    return messages[0].status === "delivered" ? messages[0] : undefined;
  });
  expect(delivered).toMatchObject({
    acceptedAt: expect.any(String),
    receipts: [
      { type: "accettazione", signature: "unknown" },
      { type: "avvenuta-consegna", signature: "unknown" },
    ],
  });
  for (const { type, fileId } of delivered.receipts) {
    const { file, text } = await org.ok("read_file", { fileId });
    const name = expect.stringMatching(new RegExp(`^${type} \\d{4}-\\d\\d-\\d\\d Istanza\\.eml$`));
    expect(file).toMatchObject({ name, contentType: "message/rfc822", source: "incoming" });
    expect(text).toContain("casella locale");
    expect(text).toContain("non ha valore legale");
  }
});

it("the list names the channel of each message, and shows chats by the beginning of their text", async () => {
  for (const [channel, to] of [
    ["pec", "comune@pec.test"],
    ["sms", "+39 333 7654321"],
  ])
    await inMailbox(
      (await org.ok("send_message", { channel, to, subject: "Diffida", body: "Ponteggio da smontare" })).message.id,
    );
  const page = await openPage(`${api.url}/mailbox`);
  const row = (text: string) => page.getByRole("row").filter({ hasText: text }).first();
  expect(await row("Diffida").getByRole("cell").nth(1).innerText()).toBe("PEC (certified mail)");
  expect(await row("Ponteggio da smontare").getByRole("cell").nth(1).innerText()).toBe("SMS");
});

it("the page of channels says that what is sent stays in it", async () => {
  const me = await signedIn(api, await org.member("admin"));
  await me.visit("/settings/channels");
  expect(me.page.text).toContain("stays on this machine, at /mailbox");
});

describe("the form", () => {
  let path: string;
  beforeAll(async () => {
    const { message } = await org.ok<TestRecord>("send_message", { to: "luca@cliente.test", body: "Buongiorno" });
    path = await inMailbox(message.id);
  });

  it.each(volume([onTelephone], readers))("is for everybody: %j", async (reader) => {
    const page = await openPage(api.url + path, reader);
    await expectAccessible(page);
    await expectUsableByKeyboard(page);
  });

  it("takes nothing from other sites, without its token, or from other machines", async () => {
    const me = visitor(api);
    await me.visit(path);
    const token = tokenOf(me.page);
    const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const init = { method: "POST", body, headers: { cookie, ...headers }, redirect: "manual" } as const;
      return (await fetch(`${api.url}${path}/answer`, init)).status;
    };
    const count = async () => (await api.pool.query("select from message where direction = 'incoming'")).rowCount;
    const before = await count();
    expect(await post({ text: "ciao" })).toBe(403);
    expect(await post({ text: "ciao", form_token: token }, { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await post({ text: "ciao", form_token: token }, { cookie: "" })).toBe(403);
    expect(await post({ text: "ciao", form_token: token }, { "x-forwarded-for": "127.0.0.1" })).toBe(404);
    expect(await count()).toBe(before);
    expect(await post({ text: "ciao", form_token: token })).toBe(303);
    expect(await count()).toBe((before ?? 0) + 1);
  });
});
