import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { tellOfUnreadMailbox } from "../../src/activities/notices/mailbox-notices.js";
import { type ReceiptOfProvider, settleByBounce, settleByReceipt } from "../../src/channels/settle.js";
import { byChannel } from "../../src/db/audit.js";
import { findMessage } from "../../src/db/deletions/held-messages.js";
import { Message } from "../../src/db/entities/message.js";
import { transact } from "../../src/db/transact.js";
import { restoreLast } from "../support/deletions.js";
import { eventually } from "../support/eventually.js";
import { createContact, createIssued, type TestRecord } from "../support/factories.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forAllTests } from "../support/for-tests.js";
import { startSmtp } from "../support/smtp.js";

const day = 1;
const hour = day / 24;
const from = "studio@pec.studio.test";
const login = { user: "studio", pass: "parola giusta" };
/** the PEC's provider; `time.smtp` is the installation's mail server */
const provider = forAllTests(() => startSmtp({ login }));
const time = forAllTests(() => startFlyingTime({ SECRET_KEY: randomBytes(32).toString("hex") }));

beforeAll(async () => {
  await setPec(provider.url);
  await setMail();
});
beforeEach(() => {
  provider.messages.length = 0;
  time.smtp.messages.length = 0;
  for (const key of ["rejectWith", "rejectMessageWith", "dropAfterData", "onMail"] as const)
    delete provider.behaviour[key];
});

const inOrganization = <T>(work: Parameters<typeof transact<T>>[2]) =>
  transact(time.api.app.database, byChannel(time.org.organizationId, "test"), work);
const set = (channel: string, smtpUrl: string, address: string) =>
  inOrganization((unit) =>
    setChannel(unit, time.api.app.config, {
      organizationId: time.org.organizationId,
      channel,
      given: { smtpUrl, from: address },
    }),
  );
const setPec = (smtpUrl: string) => set("pec", smtpUrl, from);
const setMail = () => set("email", time.smtp.url, "studio@studio.test");

const send = async (fields: object = {}): Promise<TestRecord> =>
  (
    await time.org.ok("send_message", {
      channel: "pec",
      to: "comune@pec.test",
      subject: "Istanza",
      body: "Prova",
      ...fields,
    })
  ).message;
const messageOf = ({ id }: TestRecord) =>
  time.one(
    `select status, error, handed_over_at is not null as "isHandedOver", accepted_at as "acceptedAt", delivered_at as "deliveredAt", receipts
     from message where id = $1`,
    id,
  );
const settled = (message: TestRecord, status: string) =>
  eventually(async () => {
    const now = await messageOf(message);
    return now.status === status ? now : undefined;
  });
const handedOver = (message: TestRecord) => eventually(async () => (await messageOf(message)).isHandedOver);

/** Waits for a workflow's end, without letting time fly. */
const ended = (workflowId: string) =>
  eventually(async () => {
    const { status } = await time.environment.client.workflow.getHandle(workflowId).describe();
    return status.name === "COMPLETED";
  });

/** What the reader of the mailbox does with a receipt. */
const receipt = (message: TestRecord, type: string, fields: Partial<ReceiptOfProvider> = {}) =>
  inOrganization(async (unit) => {
    const row = (await findMessage(unit, time.org.organizationId, message.id)) as Message;
    // A day ago the time for the next receipt would be over already.
    const at = new Date();
    await settleByReceipt(unit, row, { type, at, fileId: row.id, signature: "valid", words: "", ...fields });
  });

describe("a PEC", () => {
  it("is handed over with login from its mailbox, asks for the whole receipt, and waits for the receipts", async () => {
    const message = await send();
    const [mail] = await provider.waitFor(1);
    expect(mail).toMatchObject({
      envelopeFrom: from,
      envelopeTo: ["comune@pec.test"],
      messageId: `<m.${message.id}@localhost>`,
    });
    expect(mail?.headers).toMatchObject({ "x-tiporicevuta": "completa", from: expect.stringContaining(from) });
    expect(mail?.headers).not.toHaveProperty("reply-to");
    await handedOver(message);
    expect(await messageOf(message)).toMatchObject({ status: "queued", error: null });
    const accepted = new Date();
    await receipt(message, "accettazione", { at: accepted });
    expect(await settled(message, "sent")).toMatchObject({ acceptedAt: accepted, deliveredAt: null });
    await receipt(message, "avvenuta-consegna", { at: accepted });
    await receipt(message, "avvenuta-consegna", { at: accepted });
    expect((await settled(message, "delivered")).receipts).toEqual([
      { type: "accettazione", at: accepted.toISOString(), fileId: message.id, signature: "valid" },
      { type: "avvenuta-consegna", at: accepted.toISOString(), fileId: message.id, signature: "valid" },
    ]);
    await ended(`send-message:${message.id}`);
    expect(provider.messages).toHaveLength(1);
    expect(time.mails()).toEqual([]);
  });

  it("waits 31 hours also where the provider's clock is far behind", async () => {
    const message = await send();
    await handedOver(message);
    await receipt(message, "accettazione", { at: new Date("2024-03-01T10:00:00Z") });
    await time.pass(hour);
    expect((await messageOf(message)).status).toBe("sent");
    await receipt(message, "avvenuta-consegna");
    await ended(`send-message:${message.id}`);
  });

  it("is delivered in whatever order its receipts come", async () => {
    const message = await send();
    await handedOver(message);
    await receipt(message, "avvenuta-consegna");
    await receipt(message, "presa-in-carico");
    await receipt(message, "accettazione");
    expect(await messageOf(message)).toMatchObject({ status: "delivered", acceptedAt: expect.any(Date) });
  });

  it.each([
    ["after its provider gave up on it, and its writer is told", ["errore-consegna", "avvenuta-consegna"]],
    ["though the failure of the time before is told later", ["avvenuta-consegna", "errore-consegna"]],
  ])("is delivered once its delivery is certified, %s", async (_, types) => {
    const message = await send();
    await handedOver(message);
    await receipt(message, "accettazione");
    const words = "superamento del tempo massimo";
    const told: string[] = [];
    for (const type of types) {
      await receipt(message, type, type === "errore-consegna" ? { words } : {});
      await ended(`send-message:${message.id}`);
      if (types[0] === "errore-consegna") {
        told.push(type === "errore-consegna" ? "Non consegnato: Istanza" : "Consegnato: Istanza");
        await eventually(async () => time.mails().length === told.length);
      }
    }
    expect(time.mails()).toEqual(told.map((subject) => expect.stringContaining(`: ${subject}`)));
    expect(await messageOf(message)).toMatchObject({
      status: "delivered",
      error: null,
      deliveredAt: expect.any(Date),
      receipts: ["accettazione", ...types].map((type) => expect.objectContaining({ type })),
    });
  });

  it.each(["non-accettazione", "errore-consegna", "rilevazione-virus"])(
    "fails by %s, and its writer is told",
    async (type) => {
      const contact = await createContact(time.org, { name: "Comune di Prova", pec: "urp@pec.test" });
      const by = await time.org.ok("send_message", {
        contactId: contact.id,
        channel: "pec",
        subject: "Istanza",
        body: "x",
      });
      await handedOver(by.message);
      await receipt(by.message, "accettazione");
      await receipt(by.message, type, { words: "5.1.1 casella inesistente" });
      expect(await settled(by.message, "failed")).toMatchObject({ error: `${type}: 5.1.1 casella inesistente` });
      const [notice] = await time.smtp.waitFor(1);
      expect(notice?.subject).toBe("Non consegnato: Istanza");
      expect(notice?.text).toContain("casella inesistente");
      expect(notice?.text).toContain("Comune di Prova (urp@pec.test)");
    },
  );

  it("is never sent twice where the connection broke after its data: it is uncertain, until a receipt comes", async () => {
    provider.behaviour.dropAfterData = true;
    const message = await send();
    expect(await settled(message, "uncertain")).toMatchObject({ error: expect.stringContaining("no answer") });
    await receipt(message, "accettazione");
    expect(await settled(message, "sent")).toMatchObject({ error: null });
    expect(provider.messages).toHaveLength(1);
  });

  it("is uncertain where a worker was killed during an attempt", async () => {
    // As a killed worker leaves it: its attempt has begun, and its outcome was never recorded.
    provider.behaviour.rejectWith = "451 4.3.2 try later";
    const message = await send();
    await eventually(async () => (await messageOf(message)).error !== null);
    await time.api.pool.query("update message set attempted_at = now(), version = version + 1 where id = $1", [
      message.id,
    ]);
    delete provider.behaviour.rejectWith;
    await time.pass(hour / 4);
    expect(await settled(message, "uncertain")).toMatchObject({ error: expect.stringContaining("cut off") });
    expect(provider.messages).toEqual([]);
    await time.smtp.waitFor(1);
    expect(time.mails()[0]).toMatch(/Consegna incerta: Istanza/);
  });

  it("is tried again after 451, and fails at once by 550", async () => {
    provider.behaviour.rejectWith = "451 4.3.2 try later";
    const later = await send();
    await eventually(async () => (await messageOf(later)).error !== null);
    delete provider.behaviour.rejectWith;
    await time.pass(hour);
    await handedOver(later);
    expect(provider.messages).toHaveLength(1);
    provider.behaviour.rejectWith = "550 5.1.1 no such mailbox";
    expect(await settled(await send(), "failed")).toMatchObject({ error: expect.stringContaining("no such mailbox") });
    await time.smtp.waitFor(1);
  });

  it("tries a refused login once an hour, tells the owners once, and goes out at once when the password is right again", async () => {
    const wrong = provider.url.replace(encodeURIComponent(login.pass), "sbagliata");
    await setPec(wrong);
    const first = await send();
    const second = await send();
    for (const message of [first, second]) await eventually(async () => (await messageOf(message)).error !== null);
    await time.smtp.waitFor(1);
    expect(time.mails()).toEqual([`${time.owner.email}: Accesso rifiutato alla casella PEC ${from}`]);
    const { database, config } = time.api.app;
    // What reads the mailbox finds the same password wrong.
    await tellOfUnreadMailbox({ database, config })({ organizationId: time.org.organizationId, channel: "pec" }, "no");
    expect(time.mails()).toHaveLength(1);
    expect(await time.one("select count(*)::int as n from message where notice like 'login refused%'")).toEqual({
      n: 1,
    });
    await time.pass(hour / 4);
    expect(provider.messages).toHaveLength(0);
    await setPec(provider.url);
    await handedOver(first);
    await handedOver(second);
    expect(provider.messages).toHaveLength(2);
  });
});

describe("an issued document", () => {
  const sent = async (fields: object) => {
    const { id: contactId } = await createContact(time.org, { name: "Comune di Prova", ...fields });
    const { id: docId } = await createIssued(time.org, { title: "Istanza", kind: "letter", contactId });
    return time.org.ok("send_issued_document", { docId });
  };
  const reminderOf = ({ reminder }: TestRecord) =>
    time.one("select status, notes from reminder where id = $1", reminder.id);

  it.each([
    ["its delivery fails", false],
    ["it is restored, and its delivery failed meanwhile", true],
  ])("by PEC loses its follow-up when %s, and its sender is told", async (_, isDeleted) => {
    const delivery = await sent({ role: "municipality", pec: "comune@pec.test" });
    await handedOver(delivery.message);
    await time.ordered();
    if (isDeleted) await time.org.ok("delete_thread", { threadId: delivery.message.threadId });
    await receipt(delivery.message, "errore-consegna", { words: "5.2.2 casella piena" });
    if (isDeleted) {
      await restoreLast(time.org, "thread");
    }
    await time.ordered();
    const [notice] = await time.smtp.waitFor(1);
    expect(notice?.subject).toBe("Non consegnato: Attesa di risposta: Istanza");
    expect(notice?.text).toContain("Avviso del gestore PEC: errore-consegna: 5.2.2 casella piena");
    expect(await reminderOf(delivery)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("casella piena"),
    });
    await ended(delivery.workflowId);
    expect(provider.messages).toHaveLength(1);
  });

  it("by e-mail loses it when the mail comes back", async () => {
    const delivery = await sent({ email: "nessuno@cliente.test" });
    await settled(delivery.message, "sent");
    await inOrganization(async (unit) => {
      const row = (await unit.find(Message, time.org.organizationId, delivery.message.id)) as Message;
      await settleByBounce(unit, row, "550 5.1.1 unknown user");
    });
    expect(await settled(delivery.message, "failed")).toMatchObject({ error: "550 5.1.1 unknown user" });
    const mails = await time.smtp.waitFor(2);
    expect(mails[1]?.text).toContain("Il messaggio è tornato indietro: 550 5.1.1 unknown user");
    expect(await reminderOf(delivery)).toMatchObject({ status: "cancelled" });
  });

  // The last one: the clock is 31 hours ahead afterwards.
  it("by PEC stays followed up when no receipt of delivery comes within 31 hours, and its sender is told", async () => {
    const delivery = await sent({ role: "municipality", pec: "comune@pec.test" });
    await handedOver(delivery.message);
    await receipt(delivery.message, "accettazione", { at: new Date() });
    const uncertified = await send({ to: "rossi@posta.test", subject: "A posta ordinaria" });
    await handedOver(uncertified);
    await receipt(uncertified, "accettazione", { isToOrdinaryMail: true });
    await receipt(uncertified, "presa-in-carico");
    expect(await settled(uncertified, "sent")).toMatchObject({ error: expect.stringContaining("no certified mail") });
    await time.ordered();
    await time.pass(1.5);
    expect(await settled(delivery.message, "uncertain")).toMatchObject({ error: expect.stringContaining("31 hours") });
    const notices = await time.smtp.waitFor(2);
    const noticeOf = (title: string) => notices.find(({ subject }) => subject.endsWith(title))?.text;
    expect(noticeOf("Istanza")).toContain("entro 31 ore");
    expect(noticeOf("A posta ordinaria")).toContain("non è una casella PEC");
    expect(await reminderOf(delivery)).toMatchObject({ status: "pending" });
    await receipt(delivery.message, "avvenuta-consegna");
    expect(await messageOf(delivery.message)).toMatchObject({ status: "delivered", error: null });
  });
});
