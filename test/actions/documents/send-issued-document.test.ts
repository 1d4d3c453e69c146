import { describe, expect, it } from "@jest/globals";
import { dayMs } from "../../../src/domain/calendar/durations.js";
import { startApi } from "../../support/caller.js";
import {
  createContact,
  createProject,
  ordersFor,
  organization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ settings: { MAIL_FROM: "pratica@studio.test" } }));
const org = forAllTests(() => organization(api, "Studio Rossi"));

/** An issued document for a new contact with these fields. */
async function issued(contactFields: object | null = {}, fields: object = {}): Promise<TestRecord> {
  const contact = contactFields && (await createContact(org, contactFields as Record<string, unknown>));
  const { id } = await org.ok("create_document", {
    title: "Offerta villa",
    ...(contact ? { contactId: contact.id } : {}),
    ...fields,
  });
  return org.ok("issue_document", { docId: id });
}
const send = (docId: string, fields: object = {}) => org.ok("send_issued_document", { docId, ...fields });
const refusal = async (docId: string, fields: object = {}) => {
  const { status, detail } = await org.call("send_issued_document", { docId, ...fields });
  return [status, detail];
};
const reminder = (reminderId: string) => org.ok("get_reminder", { reminderId });

describe("send_issued_document", () => {
  it("warns of a letter, and of a mail, that begins with the name of another of the project's people", async () => {
    const anna = await createContact(org, { name: "Anna Bianchi", email: "anna@example.test" });
    const project = await createProject(org, { clientContactId: anna.id });
    const luca = { name: "Luca Bianchi", email: "luca@example.test" };
    const letter = { kind: "letter", projectId: project.id, body: "Gentile Anna Bianchi,\n\nla informo." };
    const document = await issued(luca, letter);
    const greeted = (pointer: string) => expect.objectContaining({ code: "R29_OTHER_GREETING", pointer });
    expect(document.warnings).toEqual([greeted("/body")]);
    const { warnings } = await send(document.id, { message: "Gentile Anna,\n\nin allegato la lettera." });
    expect(warnings).toEqual([greeted("/body"), greeted("/message")]);
    const right = await issued(luca, { ...letter, body: "Gentile Luca Bianchi,\n\nla informo." });
    expect((await send(right.id, { message: "Gentile Luca,\n\nin allegato la lettera." })).warnings).toEqual([]);
  });

  it("warns of HTML in the mail's text, whose tags its reader would see", async () => {
    const { id } = await issued();
    const { warnings } = await send(id, { message: "<p>In allegato la lettera.</p>" });
    expect(warnings).toContainEqual(expect.objectContaining({ code: "html_as_text", pointer: "/message" }));
  });

  it("gives document, message, follow-up and workflow, and orders the delivery", async () => {
    const project = await createProject(org);
    const document = await issued({}, { projectId: project.id });
    const before = Date.now();
    const sent = await send(document.id);
    const after = Date.now();
    const { number } = document;
    expect(sent.document).toMatchObject({ id: document.id, status: "issued", number, total: 0 });
    expect(sent.message).toEqual({
      id: expect.any(String),
      threadId: expect.any(String),
      direction: "outgoing",
      channel: "email",
      from: "pratica@studio.test",
      to: "maria.bianchi@cliente.test",
      subject: `Preventivo n. ${number}: Offerta villa`,
      body: expect.stringContaining(`Preventivo n. ${number}`),
      attachments: [],
      status: "queued",
      error: null,
      createdAt: expect.any(String),
      handedOverAt: null,
      acceptedAt: null,
      deliveredAt: null,
      readAt: null,
      receipts: [],
      automatic: null,
      cc: [],
      fromName: null,
      quoted: null,
      rawFileId: null,
      parts: null,
    });
    expect(sent.message.body).toContain("Studio Rossi");
    expect(sent.reminder).toMatchObject({
      title: "Attesa di risposta: Offerta villa",
      kind: "follow_up",
      status: "pending",
      projectId: project.id,
    });
    const dueAt = Date.parse(sent.reminder.dueAt);
    expect(dueAt).toBeGreaterThanOrEqual(before + 14 * dayMs);
    expect(dueAt).toBeLessThanOrEqual(after + 14 * dayMs);
    expect(sent.workflowId).toBe(`deliver-document:${document.id}:1`);
    expect(await ordersFor(api, sent.workflowId)).toEqual([{ type: "deliverDocument", signal: null }]);
    const thread = await org.ok("get_thread", { threadId: sent.message.threadId });
    expect(thread).toMatchObject({ status: "waiting", contactId: document.contactId, projectId: project.id });
    expect(thread.messages).toEqual([sent.message]);
  });

  it("takes a covering note; a blank one is none", async () => {
    const document = await issued();
    const { message: noted } = await send(document.id, { message: "Gentile Maria,\necco." });
    expect(noted.body).toMatch(/^Gentile Maria,\necco\.\n\nCordiali saluti\nStudio .+\n\nAllegato: Preventivo n\. /);
    for (const message of ["", "  "]) expect((await send(document.id, { message })).message.body).toContain("allegato");
  });

  it("says until when a quote can be accepted, as its revision does, and nothing of a letter", async () => {
    const validUntil = "2099-01-08";
    const sentWith = async ({ id }: TestRecord) => {
      await org.ok("set_document_status", { docId: id, status: "draft" });
      await org.ok("update_document", { docId: id, validUntil });
      await org.ok("issue_document", { docId: id });
      return (await send(id)).message.body;
    };
    expect(await sentWith(await issued())).toContain("\n\nL'offerta è valida fino all'8 gennaio 2099.\n\n");
    expect(await sentWith(await issued({}, { kind: "letter" }))).not.toContain("valida fino");
  });

  it("greets the contact by its form of address", async () => {
    const document = await issued({ name: "Anna Bianchi" });
    const greeting = async () => (await send(document.id)).message.body.split("\n")[0];
    expect(await greeting()).toBe("Gentile Anna Bianchi,");
    await org.ok("set_contact_details", { contactId: document.contactId, formOfAddress: "gentile_sig_ra" });
    expect(await greeting()).toBe("Gentile Sig.ra Anna Bianchi,");
    await org.ok("set_contact_details", { contactId: document.contactId, formOfAddress: "none" });
    expect(await greeting()).toBe("Buongiorno,");
  });

  it("takes followUpDays above 0 up to 3650, fractions too", async () => {
    const document = await issued();
    for (const followUpDays of [0, -1, 3650.01, "14", null]) {
      const { status, errors } = await org.call("send_issued_document", { docId: document.id, followUpDays });
      expect([status, errors[0]?.pointer]).toEqual([400, "/followUpDays"]);
    }
    for (const followUpDays of [0.00001, 0.5, 3650]) {
      const from = Date.now();
      const { dueAt } = (await send(document.id, { followUpDays })).reminder;
      const sentAt = Date.parse(dueAt) - followUpDays * dayMs;
      expect(sentAt).toBeGreaterThanOrEqual(from - 1);
      expect(sentAt).toBeLessThanOrEqual(Date.now() + 1);
    }
  });

  it("is refused in order: 400, 404, then 409 for what isn't issued, then 422 for want of an address", async () => {
    expect(await refusal(unknownId, { followUpDays: 0 })).toEqual([400, expect.stringContaining("followUpDays")]);
    expect(await refusal(unknownId)).toEqual([404, expect.stringContaining("docId")]);
    const { id } = await org.ok("create_document", { title: "Bozza" });
    for (const status of ["draft", "review", "accepted", "declined", "expired"]) {
      await org.ok("set_document_status", { docId: id, status });
      const way = ["draft", "review"].includes(status) ? "issue_document" : "set_document_status";
      expect(await refusal(id)).toEqual([409, expect.stringContaining(way)]);
    }
    const withoutContact = await issued(null);
    expect(await refusal(withoutContact.id)).toEqual([422, expect.stringContaining("contact")]);
    const withoutAddress = await issued({ email: "", name: "Luca Verdi" });
    expect(await refusal(withoutAddress.id)).toEqual([422, expect.stringContaining("Luca Verdi")]);
    const malformed = await issued({ email: "maria chiocciola cliente.test" });
    expect(await refusal(malformed.id)).toEqual([422, expect.stringContaining("maria chiocciola cliente.test")]);
    const several = await issued({ email: "a@cliente.test, b@cliente.test" });
    expect(await refusal(several.id)).toEqual([422, expect.stringContaining("a@cliente.test, b@cliente.test")]);
  });

  it("is refused where the document is too long for a PDF", async () => {
    const item = { desc: "Rilievo", unit: "cad", qty: 1, price: 1 };
    const tooLong = [
      { lineItems: Array(3_001).fill(item) },
      { body: '"testo" '.repeat(125_000) },
      { notes: "\n".repeat(20_001) },
    ];
    for (const content of tooLong) {
      const { id } = await issued();
      await org.ok("set_document_status", { docId: id, status: "draft" });
      await org.ok("update_document", { docId: id, ...content });
      await org.ok("issue_document", { docId: id });
      expect(await refusal(id)).toEqual([422, expect.stringContaining("too long")]);
    }
  });

  it("leaves nothing behind when it is refused", async () => {
    const { rows: before } = await api.pool.query("select count(*) as n from message");
    expect((await refusal((await issued({ email: "" })).id))[0]).toBe(422);
    expect((await api.pool.query("select count(*) as n from message")).rows).toEqual(before);
  });

  it("goes by e-mail while no PEC is configured, and names PEC where there is no e-mail", async () => {
    const municipality = await issued({ role: "municipality", email: "urp@comune.test", pec: "comune@pec.test" });
    expect((await send(municipality.id)).message).toMatchObject({ channel: "email", to: "urp@comune.test" });
    for (const role of ["client", "municipality"])
      for (const email of ["", "  ", "\u200b"]) {
        const pecAlone = await issued({ role, email, pec: "rossi@pec.test" });
        expect(await refusal(pecAlone.id)).toEqual([422, expect.stringContaining("pec")]);
      }
  });

  it("takes a PEC of spaces for none, and says that a contact with nothing else has no address", async () => {
    const mailed = await issued({ role: "municipality", email: "urp@comune.test", pec: " " });
    expect((await send(mailed.id)).message).toMatchObject({ channel: "email", to: "urp@comune.test" });
    expect(await refusal((await issued({ email: " " })).id)).toEqual([422, expect.stringContaining("has none")]);
  });

  it("sends the latest revision, never the working copy", async () => {
    const document = await issued();
    const revisions = async () =>
      (
        await api.pool.query<{ n: number; revision: number }>(
          `select d.n, r.revision from delivery d join document_revision r on r.id = d.revision_id where d.document_id = $1 order by d.n`,
          [document.id],
        )
      ).rows;
    await send(document.id);
    await org.ok("set_document_status", { docId: document.id, status: "draft" });
    await org.ok("update_document", { docId: document.id, title: "Offerta rivista" });
    expect((await refusal(document.id))[0]).toBe(409);
    await org.ok("issue_document", { docId: document.id });
    const { message, workflowId } = await send(document.id);
    expect(message.subject).toContain("Offerta rivista");
    expect(workflowId).toBe(`deliver-document:${document.id}:2`);
    expect(await revisions()).toEqual([
      { n: 1, revision: 1 },
      { n: 2, revision: 2 },
    ]);
  });

  it("is a delivery of its own each time, and takes over the follow-up of the one before", async () => {
    const document = await issued();
    const [first, second] = [await send(document.id), await send(document.id, { followUpDays: 3 })];
    expect(await reminder(first.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("inviato di nuovo"),
    });
    expect(await reminder(second.reminder.id)).toMatchObject({ status: "pending", notes: null });
    expect(second.workflowId).toBe(`deliver-document:${document.id}:2`);
    expect(await ordersFor(api, first.workflowId)).toEqual([
      { type: "deliverDocument", signal: null },
      { type: null, signal: "followUpChanged" },
    ]);
    expect(second.message.threadId).toBe(first.message.threadId);
  });

  it("numbers its deliveries without a clash, also when sent many times at once", async () => {
    const document = await issued();
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(document.id)));
    expect(sent.map(({ workflowId }) => Number(workflowId.split(":")[2])).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { rows } = await api.pool.query<{ status: string; n: number }>(
      "select status, count(*) as n from reminder where document_id = $1 group by status order by status",
      [document.id],
    );
    expect(rows).toEqual([
      { status: "cancelled", n: 7 },
      { status: "pending", n: 1 },
    ]);
  });

  it("leaves no follow-up pending where the document is deleted or accepted at the same moment", async () => {
    const documents = await Promise.all(Array.from({ length: 24 }, () => issued()));
    await Promise.all(
      documents.flatMap(({ id: docId }, n) => [
        org.call("send_issued_document", { docId }),
        n % 2 === 0
          ? org.call("delete_document", { docId })
          : org.call("set_document_status", { docId, status: "accepted" }),
      ]),
    );
    const { rows } = await api.pool.query<{ n: number }>(
      `select count(*) as n from reminder r join thread t on t.organization_id = r.organization_id and t.contact_id = any ($1)
       where r.status = 'pending' and r.created_at = t.created_at`,
      [documents.map(({ contactId }) => contactId)],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("says how to send again what was answered, without the way over draft", async () => {
    const { id: docId } = await issued();
    await org.ok("set_document_status", { docId, status: "accepted" });
    const refused = await org.call("send_issued_document", { docId });
    expect(refused.body).toMatchObject({ code: "conflict", detail: expect.stringContaining("set it to issued") });
    await org.ok("set_document_status", { docId, status: "issued" });
    expect((await send(docId)).message.status).toBe("queued");
  });

  it("says that what is out of date must be valid longer before it is sent again", async () => {
    const { id: docId } = await issued();
    await org.ok("set_document_status", { docId, status: "draft" });
    await org.ok("update_document", { docId, validUntil: "2026-01-31" });
    const way = /validUntil is past.*set_document_status.*update_document.*issue_document/;
    for (const status of ["draft", "accepted", "expired"]) {
      await org.ok("set_document_status", { docId, status });
      const { code, detail } = await org.call("send_issued_document", { docId });
      expect([code, detail]).toEqual(["conflict", expect.stringMatching(way)]);
      expect(detail).not.toContain("to send it again");
    }
    const { warnings } = await org.ok("set_document_status", { docId, status: "issued" });
    expect(warnings.at(-1)).toMatchObject({
      code: "expires_at_once",
      pointer: "/status",
      suggestion: expect.stringMatching(way),
    });
    await org.ok("set_document_status", { docId, status: "draft" });
    await org.ok("update_document", { docId, validUntil: new Date().toISOString() });
    const { warnings: others } = await org.ok("set_document_status", { docId, status: "issued" });
    expect(JSON.stringify(others)).not.toContain("expires_at_once");
    expect((await send(docId)).message.status).toBe("queued");
  });

  it("opens another thread where the address has changed", async () => {
    const document = await issued();
    const first = await send(document.id);
    await org.ok("update_contact", { contactId: document.contactId, email: "nuova@cliente.test" });
    const second = await send(document.id);
    expect(second.message.to).toBe("nuova@cliente.test");
    expect(second.message.threadId).not.toBe(first.message.threadId);
  });
});

describe("the follow-up", () => {
  it.each([
    ["accepted", "è stato accettato"],
    ["declined", "è stato rifiutato"],
    ["expired", "il documento è scaduto"],
    ["draft", "è stato riaperto in bozza"],
    ["review", "è stato riaperto in revisione"],
  ])("ends, and says why, when the document is set to %s", async (status, word) => {
    const document = await issued();
    const sent = await send(document.id);
    await org.ok("set_document_status", { docId: document.id, status });
    expect(await reminder(sent.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining(word),
    });
    expect(await ordersFor(api, sent.workflowId)).toContainEqual({ type: null, signal: "followUpChanged" });
  });

  it("ends when the document is deleted, and stays as a cancelled reminder", async () => {
    const document = await issued();
    const sent = await send(document.id);
    await org.ok("delete_document", { docId: document.id });
    expect(await reminder(sent.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("eliminato"),
    });
    expect(await ordersFor(api, sent.workflowId)).toContainEqual({ type: null, signal: "followUpChanged" });
    expect((await org.ok("get_thread", { threadId: sent.message.threadId })).messages).toHaveLength(1);
  });

  it("is told when its reminder is done or cancelled by hand", async () => {
    const sent = await send((await issued()).id);
    await org.ok("complete_reminder", { reminderId: sent.reminder.id });
    expect(await ordersFor(api, sent.workflowId)).toContainEqual({ type: null, signal: "followUpChanged" });
  });
});
