import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { deliverDocument, followUpChanged } from "../../src/contracts/deliver-document.js";
import { startFlyingWorkflows } from "../support/flying-workflows.js";
import { forAllTests } from "../support/for-tests.js";
import { createDelivery, type OrganizationRows } from "../support/organization-rows.js";
import type { SmtpBehaviour, SmtpForTests } from "../support/smtp.js";

const flying = forAllTests(startFlyingWorkflows);
let org: OrganizationRows;
let smtp: SmtpForTests;
let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  ({ org, smtp, environment } = flying);
});

const behave = (behaviour: SmtpBehaviour) => {
  delete smtp.behaviour.rejectWith;
  Object.assign(smtp.behaviour, behaviour);
};

beforeEach(() => {
  behave({});
  smtp.messages.length = 0;
});

const start = (documentId: string, deliveryId: string) =>
  flying.start(deliverDocument, { documentId, n: 1, deliveryId, number: "2026/0001", revision: 1 });

const reminderOf = (id: string) =>
  org.one<{ status: string; notes: string | null; due_at: Date }>(
    "select status, notes, due_at from reminder where id = $1",
    id,
  );
const messageOf = (id: string) =>
  org.one<{ status: string; error: string | null; attachments: { id: string }[] }>(
    "select status, error, attachments from message where id = $1",
    id,
  );

describe("deliverDocument", () => {
  it("hands the frozen revision over as a PDF and reminds the sender after 14 days of silence", async () => {
    const counterparty = { name: "Anna Bianchi", company: null, email: null, pec: null, phone: "+39 333 1234567" };
    const { documentId, deliveryId, messageId, reminderId } = await createDelivery(org, "cliente@example.test", 14, {
      counterparty,
    });
    const handle = await start(documentId, deliveryId);
    expect(await handle.result()).toBe("followed up");

    const [mail, notice] = smtp.messages;
    expect(mail?.envelopeTo).toEqual(["cliente@example.test"]);
    expect(mail?.messageId).toBe(`<m.${messageId}@studio.test>`);
    expect(mail?.attachments.map((a) => a.filename)).toEqual(["Preventivo 2026-0001.pdf"]);
    expect(mail?.attachments[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
    expect(notice?.envelopeTo).toEqual(["owner@studio.test"]);
    expect(notice?.subject).toBe("Sollecito: Attesa di risposta: Villa Rossi");
    expect(notice?.text).toContain("Finora non risulta alcuna risposta.");
    expect(notice?.text).toMatch(/Documento: Preventivo n\. 2026\/\d+: Villa Rossi/);
    expect(notice?.text).toMatch(/Destinatario: .*cliente@example\.test.*, inviato (?:il |l')\d+/);
    expect(notice?.text).toContain("Telefono: +39 333 1234567");
    expect(smtp.messages).toHaveLength(2);

    expect(await messageOf(messageId)).toMatchObject({ status: "sent", error: null });
    expect((await reminderOf(reminderId)).status).toBe("due");
    const stored = await org.one<{ content: Buffer; sha256: string }>(
      "select c.bytes as content, p.sha256 from revision_pdf p join file_content c on c.file_id = p.file_id join document_revision r on r.id = p.revision_id where r.document_id = $1",
      documentId,
    );
    expect(Buffer.compare(stored.content, mail?.attachments[0]?.content ?? Buffer.alloc(0))).toBe(0);
  });

  it("counts the follow-up from the hand-over, not from the call", async () => {
    behave({ rejectWith: "451 4.3.2 try later" });
    const { documentId, deliveryId, reminderId } = await createDelivery(org, "lento@example.test", 2);
    const planned = (await reminderOf(reminderId)).due_at;
    const handle = await start(documentId, deliveryId);
    await environment.sleep("20 minutes");
    behave({});
    expect(await handle.result()).toBe("followed up");
    expect(smtp.messages.filter((m) => m.envelopeTo[0] === "lento@example.test")).toHaveLength(1);
    expect((await reminderOf(reminderId)).due_at.getTime()).toBeGreaterThan(planned.getTime());
  });

  // The other tests have made the clock run ahead, sometimes by years; the follow-up of this one is planned behind that.
  it("ends quietly when the document was accepted before", async () => {
    const { documentId, deliveryId, reminderId, messageId } = await createDelivery(org, "cliente@example.test", 30_000);
    const handle = await start(documentId, deliveryId);
    await smtp.waitFor(1);
    while ((await messageOf(messageId)).status !== "sent") await new Promise((resolve) => setTimeout(resolve, 50));
    await org.one(
      "update reminder set status = 'cancelled', version = version + 1 where id = $1 returning id",
      reminderId,
    );
    // It may have looked at the row by itself just before, and ended.
    await handle.signal(followUpChanged.name).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
    expect(await handle.result()).toBe("closed");
    expect(smtp.messages).toHaveLength(1);
  });

  it("asks the document itself when no signal came: an accepted one is not followed up", async () => {
    const { documentId, deliveryId, reminderId } = await createDelivery(org, "cliente@example.test", 14);
    await org.one("update document set status = 'accepted' where id = $1 returning id", documentId);
    expect(await (await start(documentId, deliveryId)).result()).toBe("closed");
    expect(await reminderOf(reminderId)).toMatchObject({
      status: "cancelled",
      notes: "Annullato: il documento è stato accettato.",
    });
    expect(smtp.messages).toHaveLength(1);
  });

  it("fails at once on a refusal, cancels the follow-up and tells the sender, with the server's words", async () => {
    behave({ rejectWith: (to) => (to === "nessuno@example.test" ? "550 5.1.1 no such user" : undefined) });
    const { documentId, deliveryId, reminderId, messageId } = await createDelivery(org, "nessuno@example.test", 14);
    expect(await (await start(documentId, deliveryId)).result()).toBe("failed");
    expect(await messageOf(messageId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("no such user"),
    });
    const { status, notes } = await reminderOf(reminderId);
    expect(status).toBe("cancelled");
    expect(notes).toContain("no such user");
    expect(smtp.messages.map((m) => [m.envelopeTo[0], m.subject])).toEqual([
      ["owner@studio.test", "Non consegnato: Attesa di risposta: Villa Rossi"],
    ]);
    expect(smtp.messages[0]?.text).toContain("Risposta del server di posta: 550 5.1.1 no such user");
  });

  it("fails at once where the revision can't be set as a PDF, and tells the sender", async () => {
    const { documentId, deliveryId, reminderId, messageId } = await createDelivery(org, "cliente@example.test", 14, {
      timezone: "Nowhere/None",
    });
    expect(await (await start(documentId, deliveryId)).result()).toBe("failed");
    expect(await messageOf(messageId)).toMatchObject({
      status: "failed",
      error: "its PDF can't be made",
      attachments: [],
    });
    expect(await reminderOf(reminderId)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("non è stato possibile comporre il PDF del documento"),
    });
    expect(smtp.messages.map((m) => m.envelopeTo[0])).toEqual(["owner@studio.test"]);
    expect(smtp.messages[0]?.text).toContain("Non è stato possibile comporre il PDF del documento.");
    expect(smtp.messages[0]?.text).not.toContain("server di posta");
  });

  it("never sends a mail without its attachment", async () => {
    const { documentId, deliveryId, messageId } = await createDelivery(org, "cliente@example.test", 14);
    const lost = [{ id: documentId, name: "perso.pdf", contentType: "application/pdf", sizeBytes: 3 }];
    await org.one("update message set attachments = $2 where id = $1 returning id", messageId, JSON.stringify(lost));
    expect(await (await start(documentId, deliveryId)).result()).toBe("failed");
    expect(await messageOf(messageId)).toMatchObject({
      status: "failed",
      error: "an attachment isn't stored any more",
    });
    expect(smtp.messages.map((m) => m.envelopeTo[0])).toEqual(["owner@studio.test"]);
    expect(smtp.messages[0]?.text).not.toContain("Risposta del server");
  });

  it("gives up after a day of temporary refusals", async () => {
    behave({ rejectWith: (to) => (to === "pieno@example.test" ? "452 4.2.2 mailbox full" : undefined) });
    const { documentId, deliveryId, messageId } = await createDelivery(org, "pieno@example.test", 14);
    expect(await (await start(documentId, deliveryId)).result()).toBe("failed");
    expect(await messageOf(messageId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("mailbox full"),
    });
  });

  it("keeps what people wrote out of its history", async () => {
    const { documentId, deliveryId } = await createDelivery(org, "riservato@example.test", 1);
    const handle = await start(documentId, deliveryId);
    await handle.result();
    const history = JSON.stringify(await handle.fetchHistory());
    for (const secret of ["riservato@example.test", "Villa Rossi", "Buongiorno", "owner@studio.test"]) {
      expect(history).not.toContain(secret);
      expect(history).not.toContain(Buffer.from(secret).toString("base64").slice(0, -4));
    }
  });
});
