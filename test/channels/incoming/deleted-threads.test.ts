import { beforeAll, describe, expect, it } from "@jest/globals";
import type { MailDependencies } from "../../../src/channels/incoming/arrived-mail.js";
import { takeMail } from "../../../src/channels/incoming/take-mail.js";
import { takeStatuses } from "../../../src/channels/incoming/take-statuses.js";
import type { ProviderState } from "../../../src/channels/settle-status.js";
import { Files } from "../../../src/files/files.js";
import { certifiedContent, daticert } from "../../formats/pec/signed-message.js";
import { startApi } from "../../support/caller.js";
import { deletionOf, restoreDeleted } from "../../support/deletions.js";
import { createContact, createIssued, ordersFor, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let deps: MailDependencies;

beforeAll(async () => {
  const { database, config, log } = api.app;
  deps = { database, config, log, files: new Files(database, config) };
});

let count = 0;

/** A message of ours that was handed over; its Message-ID is `<n@studio.test>`. */
async function sent(channel: "email" | "pec" | "whatsapp" | "sms", status = "sent"): Promise<TestRecord> {
  const { message } = await org.ok("send_message", {
    to: "maria@cliente.test",
    body: "Buongiorno",
    subject: "Istanza",
  });
  const n = ++count;
  await handedOver(message, n, channel, status);
  return { ...message, n };
}
const handedOver = ({ id }: TestRecord, n: number, channel: string, status: string) =>
  api.pool.query(
    `with m as (update message set message_id_header = $2, channel = $3, status = $4, handed_over_at = $5 where id = $1 returning thread_id)
     update thread set channel = $3 from m where thread.id = m.thread_id`,
    [id, `<${n}@studio.test>`, channel, status, "2026-11-20T09:00:00Z"],
  );

const restore = (id: string) => restoreDeleted(org, id);
const deleteThread = ({ threadId }: TestRecord) => org.ok("delete_thread", { threadId });

/** A receipt of the provider about a message. */
const receipt = (type: string, { n }: TestRecord) =>
  Buffer.from(
    `X-Ricevuta: ${type}\r\n${certifiedContent(
      daticert(type)
        .replace("m.1@example.com", `${n}@studio.test`)
        .replace(/<identificativo>[^<]*/, `<identificativo>opec${n}`),
    )}`,
    "latin1",
  );
const bounce = ({ n }: TestRecord, recipient: string) =>
  Buffer.from(
    [
      "From: MAILER-DAEMON@mx.test\r\nTo: studio@studio.test\r\nSubject: Undelivered\r\nReturn-Path: <>",
      `Message-ID: <bounce${n}${recipient}>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=r\r\n`,
      `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
      `--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${n}@studio.test>`,
      "--r--",
    ].join("\r\n"),
  );
const take = (channel: "email" | "pec", raw: Buffer) =>
  takeMail(deps, { organizationId: org.organizationId, channel, raw });
const tell = (channel: "whatsapp" | "sms", { id, n }: TestRecord, states: readonly ProviderState[]) =>
  takeStatuses(
    deps.database,
    { organizationId: org.organizationId, channel },
    states.map((state) => ({
      providerId: `provider-${n}`,
      messageId: id,
      state,
      at: new Date("2026-11-20T10:00:00Z"),
      words: "131026 non consegnabile",
    })),
  );

/** What a message shows, without what tells it from another of the same kind. */
async function shown({ threadId, id, n }: TestRecord): Promise<object> {
  const { rows } = await api.pool.query(
    `select status, error, refusals, provider_id, accepted_at, delivered_at, read_at, handed_over_at, attempted_at, receipts
     from message where id = $1 and thread_id = $2`,
    [id, threadId],
  );
  const { receipts, provider_id, ...row } = rows[0];
  const files = await Promise.all(
    receipts.map(async ({ fileId }: { fileId: string }) => (await org.ok("read_file", { fileId })).file.name),
  );
  const types = receipts.map(({ type, at, signature }: TestRecord) => ({ type, at, signature }));
  return { ...row, provider: provider_id?.replace(String(n), ""), types, files };
}
const isOrdered = async ({ id }: TestRecord) => (await ordersFor(api, `send-message:${id}`)).length > 0;
const forgetOrders = () => api.pool.query("delete from outbox");

type Step = (message: TestRecord) => Promise<unknown>;
const receives =
  (...types: string[]): Step =>
  async (message) => {
    for (const type of types) await take("pec", receipt(type, message));
  };
const comesBack: Step = (message) => take("email", bounce(message, "maria@cliente.test"));
const told =
  (channel: "whatsapp" | "sms", ...states: ProviderState[]): Step =>
  (message) =>
    tell(channel, message, states);
const nothing: Step = async () => undefined;

describe("what comes for a message while its thread is deleted", () => {
  it.each<[string, "email" | "pec" | "whatsapp" | "sms", string, Step, Step, Step]>([
    ["both receipts", "pec", "queued", nothing, receives("accettazione", "avvenuta-consegna"), nothing],
    ["both, the later one first", "pec", "queued", nothing, receives("avvenuta-consegna", "accettazione"), nothing],
    ["the delivery", "pec", "queued", receives("accettazione"), receives("avvenuta-consegna"), nothing],
    ["the acceptance", "pec", "queued", nothing, receives("accettazione"), receives("avvenuta-consegna")],
    ["a receipt that came before", "pec", "queued", receives("accettazione"), receives("accettazione"), nothing],
    ["that it failed", "pec", "queued", receives("accettazione"), receives("errore-consegna"), nothing],
    ["that it arrived after all", "pec", "queued", receives("errore-consegna"), receives("avvenuta-consegna"), nothing],
    ["a delivery of what was uncertain", "pec", "uncertain", nothing, receives("avvenuta-consegna"), nothing],
    ["a bounce", "email", "sent", nothing, comesBack, nothing],
    ["states", "whatsapp", "sent", told("whatsapp", "sent"), told("whatsapp", "delivered", "read"), nothing],
    ["states by our name alone", "whatsapp", "sent", nothing, told("whatsapp", "sent", "delivered"), nothing],
    ["states one by one", "sms", "sent", nothing, told("sms", "sent"), told("sms", "delivered")],
    ["a failure", "sms", "sent", told("sms", "sent"), told("sms", "failed"), told("sms", "sent")],
  ])(
    "%s (%s, %s): once restored it is as if it had been there",
    async (_, channel, status, before, meanwhile, after) => {
      const [deleted, other] = [await sent(channel, status), await sent(channel, status)];
      for (const message of [deleted, other]) await before(message);
      await deleteThread(deleted);
      await forgetOrders();
      for (const message of [deleted, other]) await meanwhile(message);
      await restore(deleted.threadId);
      for (const message of [deleted, other]) await after(message);
      expect(await shown(deleted)).toEqual(await shown(other));
      // Where its writer is told of it, or something is still waited for, its workflow looks.
      if (await isOrdered(other)) expect(await isOrdered(deleted)).toBe(true);
    },
  );

  it("counts also where the thread is deleted and restored again in between", async () => {
    const message = await sent("pec", "queued");
    await deleteThread(message);
    await take("pec", receipt("accettazione", message));
    await restore(message.threadId);
    await deleteThread(message);
    await take("pec", receipt("avvenuta-consegna", message));
    await restore(message.threadId);
    expect(await shown(message)).toMatchObject({
      status: "delivered",
      types: [{ type: "accettazione" }, { type: "avvenuta-consegna" }],
    });
  });

  it("counts though two come at once", async () => {
    const messages = await Promise.all([..."1234"].map(() => sent("sms")));
    for (const message of messages) await deleteThread(message);
    await Promise.all(
      messages.flatMap((message) =>
        (["accepted", "sent", "delivered"] as const).map((state) => tell("sms", message, [state])),
      ),
    );
    for (const message of messages) {
      await restore(message.threadId);
      expect(await shown(message)).toMatchObject({ status: "delivered", provider: "provider-" });
    }
  });

  it("counts though the thread is restored at the same moment", async () => {
    for (let n = 0; n < 8; n++) {
      const message = await sent("pec", "queued");
      await deleteThread(message);
      await Promise.all([restore(message.threadId), take("pec", receipt("avvenuta-consegna", message))]);
      expect(await shown(message)).toMatchObject({ status: "delivered", types: [{ type: "avvenuta-consegna" }] });
    }
  });

  it("is read once, and goes with the deletion", async () => {
    const message = await sent("pec", "queued");
    await deleteThread(message);
    const raw = receipt("accettazione", message);
    expect(await take("pec", raw)).toEqual({ outcome: "receipt", messageId: message.id });
    expect(await take("pec", raw)).toEqual({ outcome: "repeated" });
    const { deletionId } = await deletionOf(org, message.threadId);
    await org.ok("purge_deleted", { deletionId });
    const { rows } = await api.pool.query("select from deleted_row where row_id = $1", [message.id]);
    expect(rows).toEqual([]);
    expect(await take("pec", receipt("avvenuta-consegna", message))).toEqual({ outcome: "receipt", messageId: null });
  });

  it("is known where it came before, so that the thread can be restored", async () => {
    const mail = (text: string) =>
      Buffer.from(
        `From: maria@cliente.test\r\nTo: studio@studio.test\r\nSubject: Domanda\r\nMessage-ID: <again@cliente.test>\r\n\r\n${text}\r\n`,
      );
    const first = (await take("email", mail("Quando passate?"))) as unknown as TestRecord;
    await deleteThread(first);
    expect(await take("email", mail("Quando passate?"))).toEqual({ outcome: "repeated" });
    const other = (await take("email", mail("Un'altra domanda"))) as unknown as TestRecord;
    await restore(first.threadId);
    for (const { threadId } of [first, other])
      expect((await org.ok("get_thread", { threadId })).messages).toHaveLength(1);
  });

  it("ends the follow-up of the document that it says failed, and has its sender told", async () => {
    const contact = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await createIssued(org, { title: "Istanza", contactId: contact.id });
    const { message } = await org.ok("send_issued_document", { docId });
    await handedOver(message, ++count, "pec", "queued");
    await deleteThread(message);
    await take("pec", receipt("errore-consegna", { ...message, n: count }));
    await forgetOrders();
    await restore(message.threadId);
    expect(await shown({ ...message, n: count })).toMatchObject({ status: "failed" });
    expect(await isOrdered(message)).toBe(true);
  });
});
