import { describe, expect, it } from "@jest/globals";
import { extractText, getDocumentProxy } from "unpdf";
import { eventually } from "../../support/eventually.js";
import { createContact, createProject, organization, storeFile, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startSmtp } from "../../support/smtp.js";
import { startWorkingApi } from "../../support/working-api.js";

const smtp = forAllTests(startSmtp);
const api = forAllTests(() => startWorkingApi({ settings: { MAIL_FROM: "pratica@studio.test" } }, smtp.url));
const org = forAllTests(() => organization(api, "Studio Rossi"));
const sender = forAllTests(() => org.member("member"));

const days = (seconds: number) => seconds / 86_400;
let lastClient = 0;

/** An issued quote for a client of its own. */
async function issued(project?: TestRecord): Promise<TestRecord & { address: string }> {
  const address = `cliente${++lastClient}@example.test`;
  const contact = await createContact(org, { email: address });
  const { id: docId } = await org.ok("create_document", {
    title: `Offerta ${lastClient}`,
    contactId: contact.id,
    ...(project ? { projectId: project.id } : {}),
  });
  const lineItems = [{ desc: "Rilievo dello stato di fatto", unit: "cad", qty: 2, price: 150.25 }];
  await org.ok("update_document", { docId, lineItems, vatPct: 22 });
  return { ...(await org.ok("issue_document", { docId })), address };
}
const send = (docId: string, followUpS: number, fields: object = {}) =>
  org.ok("send_issued_document", { docId, followUpDays: days(followUpS), ...fields }, sender.key);
const mailsTo = (address: string) => smtp.messages.filter(({ envelopeTo }) => envelopeTo.includes(address));
const mailTo = (address: string) => eventually(async () => mailsTo(address)[0]);
const noticesOf = (title: string) => mailsTo(sender.email).filter(({ subject }) => subject.includes(title));
const settled = (reminderId: string) =>
  eventually(async () => {
    const reminder = await org.ok("get_reminder", { reminderId });
    return reminder.status === "pending" ? undefined : reminder;
  });
const messageOnceSent = ({ threadId, id }: TestRecord) =>
  eventually(async () => {
    const { messages } = await org.ok<{ messages: TestRecord[] }>("get_thread", { threadId });
    return messages.find((message) => message.id === id && message.status !== "queued");
  });

describe("a document sent over HTTP", () => {
  it("arrives as a PDF by e-mail, and reminds its sender when no answer comes", async () => {
    const project = await createProject(org);
    const document = await issued(project);
    const sent = await send(document.id, 3, { message: "Gentile Maria, ecco l'offerta." });
    const mail = await mailTo(document.address);
    expect(mail).toMatchObject({
      envelopeFrom: "pratica@studio.test",
      messageId: `<m.${sent.message.id}@studio.test>`,
      subject: expect.stringContaining(`${sent.message.subject} [#`),
      text: expect.stringContaining("Gentile Maria, ecco l'offerta."),
    });
    expect(mail.attachments).toMatchObject([
      { filename: `Preventivo ${document.number.replace("/", "-")}.pdf`, mimeType: "application/pdf" },
    ]);
    const pdf = mail.attachments[0]?.content as Buffer;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    for (const shown of [document.number, document.title, "Rilievo dello stato di fatto", "366,61"]) {
      expect(text).toContain(shown);
    }

    const message = await messageOnceSent(sent.message);
    expect(message).toMatchObject({ status: "sent", error: null, attachments: [{ sizeBytes: pdf.length }] });
    const [revision] = (await org.ok("get_document", { docId: document.id })).revisions;
    expect(revision.pdf.fileId).toBe(message.attachments[0].id);
    const download = await fetch(`${api.url}/api/rest/files/${revision.pdf.fileId}`, {
      headers: { authorization: `Bearer ${sender.key}` },
    });
    expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true);

    const run = await api.temporal.client.workflow.getHandle(sent.workflowId).describe();
    expect(run.searchAttributes).toMatchObject({
      PraticaOrganization: [org.organizationId],
      PraticaProject: [project.id],
      PraticaRecord: [document.id],
    });
    expect(await run.staticSummary()).toContain(document.number);

    const reminder = await settled(sent.reminder.id);
    expect(reminder.status).toBe("due");
    expect(Date.parse(reminder.dueAt)).toBeGreaterThan(Date.parse(sent.reminder.dueAt));
    const notice = await eventually(async () => noticesOf(document.title)[0]);
    expect(notice.subject).toContain(sent.reminder.title);
    expect(await api.temporal.client.workflow.getHandle(sent.workflowId).result()).toBe("followed up");
    expect(mailsTo(document.address)).toHaveLength(1);
    expect(noticesOf(document.title)).toHaveLength(1);
  });

  it("accepted before, reminds nobody", async () => {
    const document = await issued();
    const sent = await send(document.id, 4);
    await messageOnceSent(sent.message);
    await org.ok("set_document_status", { docId: document.id, status: "accepted" });
    expect(await settled(sent.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("accettato"),
    });
    expect(await api.temporal.client.workflow.getHandle(sent.workflowId).result()).toBe("closed");
    expect(noticesOf(document.title)).toEqual([]);
  });

  it("sent again, is delivered twice and followed up once", async () => {
    const document = await issued();
    const first = await send(document.id, 3600);
    const second = await send(document.id, 2);
    expect((await settled(second.reminder.id)).status).toBe("due");
    expect((await settled(first.reminder.id)).status).toBe("cancelled");
    expect(await api.temporal.client.workflow.getHandle(first.workflowId).result()).toBe("closed");
    await eventually(async () => noticesOf(document.title)[0]);
    expect(mailsTo(document.address)).toHaveLength(2);
    expect(noticesOf(document.title)).toHaveLength(1);
  });

  it("revised, answers the mails that it replaces, from the first on", async () => {
    const document = await issued();
    const ids: string[] = [];
    for (const revision of [1, 2, 3]) {
      if (revision > 1) {
        await org.ok("set_document_status", { docId: document.id, status: "draft" });
        await org.ok("issue_document", { docId: document.id });
      }
      const { message } = await send(document.id, 3600);
      await messageOnceSent(message);
      ids.push(`<m.${message.id}@studio.test>`);
    }
    const mails = mailsTo(document.address);
    expect(mails.map(({ messageId }) => messageId)).toEqual(ids);
    expect(mails[2]?.headers).toMatchObject({ "in-reply-to": ids[1], references: `${ids[0]} ${ids[1]}` });
    expect(mails[2]?.text).toContain("La presente revisione 3 sostituisce la revisione 2 del");
  });

  it("refused for good, tells its sender in the server's words and cancels the follow-up", async () => {
    const document = await issued();
    smtp.behaviour.rejectWith = (to) => (to === document.address ? "550 5.1.1 casella inesistente" : undefined);
    const sent = await send(document.id, 2);
    expect(await messageOnceSent(sent.message)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("casella inesistente"),
    });
    expect(await settled(sent.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("casella inesistente"),
    });
    const notice = await eventually(async () => noticesOf(document.title)[0]);
    expect(notice.text).toContain("casella inesistente");
    expect(await api.temporal.client.workflow.getHandle(sent.workflowId).result()).toBe("failed");
    expect((await org.ok("get_document", { docId: document.id })).status).toBe("issued");
  });
});

describe("a message sent over HTTP", () => {
  it("arrives with its attachments, and the reply in its thread", async () => {
    const fileId = await storeFile(org, "Pianta piano terra àè.pdf", { content: "pdf-à" });
    const to = "geometra@example.test";
    const { thread, message } = await org.ok("send_message", {
      to,
      subject: "Sopralluogo è confermato",
      body: "Gentile Paolo,\n\nciò che segue: €.",
      attachmentFileIds: [fileId],
    });
    const mail = await mailTo(to);
    expect(mail).toMatchObject({
      to: [to],
      subject: expect.stringMatching(/^Sopralluogo è confermato \[#[0-9a-f]{12}\]$/),
      messageId: `<m.${message.id}@studio.test>`,
      text: expect.stringContaining("ciò che segue: €."),
      attachments: [{ filename: "Pianta piano terra àè.pdf", content: Buffer.from("pdf-à") }],
    });
    expect(mail.parsed.from).toMatchObject({ name: "Studio Rossi", address: "pratica@studio.test" });
    await messageOnceSent(message);
    await org.ok("reply_to_thread", { threadId: thread.id, body: "A domani" });
    const reply = await eventually(async () => mailsTo(to)[1]);
    expect(reply).toMatchObject({
      subject: expect.stringMatching(/^Re: Sopralluogo è confermato \[#[0-9a-f]{12}\]$/),
      attachments: [],
    });
    expect(reply.headers).toMatchObject({ "in-reply-to": mail.messageId, references: mail.messageId });
  });
});
