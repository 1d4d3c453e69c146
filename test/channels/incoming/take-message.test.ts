import { expect, it } from "@jest/globals";
import { findThread } from "../../../src/channels/incoming/find-thread.js";
import type { IncomingMessage } from "../../../src/channels/incoming/incoming-message.js";
import { takeMessage } from "../../../src/channels/incoming/take-message.js";
import { isWindowOpen } from "../../../src/db/channels/whatsapp-window.js";
import { organizationQuery } from "../../../src/db/organization-query.js";
import { UnitOfWork } from "../../../src/db/unit-of-work.js";
import { startApi } from "../../support/caller.js";
import { createContact, createIssued, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { incomingMail } from "../../support/incoming-mail.js";
import { untilWaitedFor } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

let count = 0;
const mail = (changes: Partial<IncomingMessage> = {}): IncomingMessage =>
  incomingMail(org.organizationId, ++count, changes);

const take = async (changes?: Partial<IncomingMessage>) => {
  const taken = await takeMessage(api.app.database, mail(changes));
  if (taken.outcome !== "taken") throw new Error(taken.outcome);
  return taken;
};
const threadOf = (threadId: string) => org.ok("get_thread", { threadId });
const tokenOf = async (threadId: string): Promise<string> => {
  const [row] = await api.app.database.query<{ token: string }>("select token from thread where id = $1", [threadId]);
  return row?.token ?? "";
};

it("starts a thread that needs a reply, with the contact and the one project that is open", async () => {
  const contact = await createContact(org, { email: "Anna.Verdi@cliente.test", name: "Anna Verdi" });
  const project = await createProject(org, { clientContactId: contact.id });
  const closed = await createProject(org, { clientContactId: contact.id });
  await org.ok("update_project_status", { projectId: closed.id, status: "archived" });
  const { threadId } = await take({ from: { name: "Anna", address: "anna.verdi@cliente.test" } });
  expect(await threadOf(threadId)).toMatchObject({
    status: "needs_reply",
    subject: "Domanda",
    contactId: contact.id,
    projectId: project.id,
    messages: [{ direction: "incoming", status: "received", body: "Quando passate?", from: "anna.verdi@cliente.test" }],
  });
});

it("takes the one project that the contact is connected to, whatever else is open", async () => {
  const contact = await createContact(org, { name: "Ing. Sara Gallo", email: "sara.gallo@cliente.test" });
  const write = async () => {
    const { threadId } = await take({ from: { name: null, address: "sara.gallo@cliente.test" } });
    return (await threadOf(threadId)).projectId;
  };
  const [project, another] = [await createProject(org), await createProject(org)];
  expect(await write()).toBeNull();
  await org.ok("connect_contact", { projectId: another.id, contactId: (await createContact(org)).id });
  await org.ok("connect_contact", { projectId: project.id, contactId: contact.id });
  expect(await write()).toBe(project.id);
  await org.ok("connect_contact", { projectId: another.id, contactId: contact.id });
  expect(await write()).toBeNull();
});

it("leaves the contact open where two have the same address", async () => {
  for (const name of ["Coniuge Uno", "Coniuge Due"]) await createContact(org, { name, email: "casa@cliente.test" });
  const { threadId } = await take({ from: { name: null, address: "casa@cliente.test" } });
  expect(await threadOf(threadId)).toMatchObject({ contactId: null, projectId: null });
});

it("recognizes a number however the contact's was typed, and goes on in its latest thread", async () => {
  const contact = await createContact(org, { name: "Luca Neri", email: "", phones: ["333 123-45.67"] });
  const sms = { channel: "sms", from: { name: null, address: "+393331234567" }, messageIdHeader: null } as const;
  const first = await take({ ...sms, providerId: "SM1" });
  const second = await take({ ...sms, providerId: "SM2" });
  expect(second.threadId).toBe(first.threadId);
  expect(await threadOf(first.threadId)).toMatchObject({ contactId: contact.id, channel: "sms" });
});

it.each([
  ["39 347 1112233", "+393471112233"],
  ["0039 347 1112234", "+393471112234"],
  ["+41 79 111 22 33", "+41791112233"],
  ["0041 79 111 22 34", "+41791112234"],
  ["41791112235", "+41791112235"],
])("knows whose number it is where a country's prefix was typed as in %s", async (typed, address) => {
  const contact = await createContact(org, { name: `Eva ${typed}`, email: "", phones: [typed] });
  const { threadId } = await take({
    channel: "sms",
    from: { name: null, address },
    messageIdHeader: null,
    providerId: `SM ${typed}`,
  });
  expect(await threadOf(threadId)).toMatchObject({ contactId: contact.id });
});

it.each([
  ["+52 55 1234 5678", "+5215512345678", "+525512345678"],
  ["+54 9 11 5612-1008", "+541156121008", "+5491156121008"],
  ["+55 92 98172 3241", "+559281723241", "+5592981723241"],
])("takes a number that was typed as %s for the one that WhatsApp shows as %s", async (typed, shown, other) => {
  const contact = await createContact(org, { name: `Ana ${typed}`, email: "", phones: [typed] });
  const write = async (address: string) => {
    const from = { name: null, address };
    return (await take({ channel: "whatsapp", from, messageIdHeader: null, providerId: `WA ${address}` })).threadId;
  };
  const query = organizationQuery(api.app.database, org.organizationId);
  const mayAnswer = (number: string) => isWindowOpen(query, number, new Date());
  const threadId = await write(shown);
  expect(await threadOf(threadId)).toMatchObject({ contactId: contact.id });
  expect(await mayAnswer(other)).toBe(true);
  expect(await write(other)).toBe(threadId);
  expect((await threadOf(threadId)).participants).toHaveLength(1);
  await org.ok("delete_thread", { threadId });
  expect(await mayAnswer(other)).toBe(true);
});

it("goes on in no thread of another number, or of another channel with the same", async () => {
  const from = { name: null, address: "+393337654321" };
  const sms = await take({ channel: "sms", from, messageIdHeader: null, providerId: "SM3" });
  const others = { ...from, address: "+393337654322" };
  const another = await take({ channel: "sms", from: others, messageIdHeader: null, providerId: "SM4" });
  expect(another.threadId).not.toBe(sms.threadId);
  const chat = await take({ channel: "whatsapp", from, messageIdHeader: null, providerId: "WA1" });
  expect(chat.threadId).not.toBe(sms.threadId);
  expect(await threadOf(chat.threadId)).toMatchObject({ channel: "whatsapp", messages: [{ channel: "whatsapp" }] });
});

it("finds the thread by its reply address before anything else, then by what the mail answers, the last first", async () => {
  const [one, other] = [await take(), await take()];
  const [first, second] = [`<${count - 1}@cliente.test>`, `<${count}@cliente.test>`];
  const by = async (keys: Partial<IncomingMessage["keys"]>) =>
    (await take({ keys: { replyTokens: [], messageIds: [], subjectToken: null, ...keys } })).threadId;
  expect(await by({ messageIds: [first, second] })).toBe(one.threadId);
  expect(await by({ messageIds: ["<unknown@x>", second, first] })).toBe(other.threadId);
  expect(await by({ replyTokens: [await tokenOf(one.threadId)], messageIds: [second] })).toBe(one.threadId);
});

it("believes a subject's token of the thread's own contact alone", async () => {
  const { threadId } = await take();
  const keys = { replyTokens: [], messageIds: [], subjectToken: await tokenOf(threadId) };
  expect((await take({ keys })).threadId).toBe(threadId);
  await createContact(org, { name: "Altro Cliente", email: "altro@altrove.test" });
  for (const address of ["estraneo@altrove.test", "altro@altrove.test"])
    expect((await take({ keys, from: { name: null, address } })).threadId).not.toBe(threadId);
});

it("finds no thread of another organization, whatever the mail says", async () => {
  const { threadId } = await take();
  const keys = { replyTokens: [await tokenOf(threadId)], messageIds: [`<${count}@cliente.test>`], subjectToken: null };
  const other = await organization(api);
  const taken = await takeMessage(api.app.database, mail({ organizationId: other.organizationId, keys }));
  expect(taken).toMatchObject({ outcome: "taken" });
  expect(taken).not.toMatchObject({ threadId });
});

it("keeps a message once, and none of the organization's own", async () => {
  const repeated = mail();
  expect(await takeMessage(api.app.database, repeated)).toMatchObject({ outcome: "taken" });
  expect(await takeMessage(api.app.database, repeated)).toEqual({ outcome: "repeated" });
  expect(await takeMessage(api.app.database, { ...repeated, contentSha256: "other" })).toEqual({ outcome: "repeated" });
  // Some programs write one Message-ID on all that they send.
  for (const change of [{ subject: "Sollecito" }, { subject: null }, { text: "E allora?" }])
    expect(
      await takeMessage(api.app.database, mail({ messageIdHeader: repeated.messageIdHeader, ...change })),
    ).toMatchObject({
      outcome: "taken",
    });
  const { message } = await org.ok("send_message", { to: "studio@studio.test", body: "a noi stessi" });
  const [{ header }] = (await api.app.database.query<{ header: string }>(
    "select message_id_header as header from message where id = $1",
    [message.id],
  )) as [{ header: string }];
  const back = { messageIdHeader: header, from: { name: null, address: message.from } };
  expect(await takeMessage(api.app.database, mail({ ...back, automatic: "own" }))).toEqual({ outcome: "own" });
  expect(await takeMessage(api.app.database, mail(back))).toEqual({ outcome: "own" });
  // The recipients know the Message-ID too, and what they send under it is no message of ours.
  const strangers = mail({ messageIdHeader: header });
  expect(await takeMessage(api.app.database, strangers)).toMatchObject({ outcome: "taken" });
  expect(await takeMessage(api.app.database, strangers)).toEqual({ outcome: "repeated" });
});

it("keeps one of ten that come at the same moment", async () => {
  const repeated = mail();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => takeMessage(api.app.database, repeated)));
  expect(outcomes.filter(({ outcome }) => outcome === "taken")).toHaveLength(1);
});

it("changes no status for what no person wrote", async () => {
  const { threadId } = await take();
  await org.ok("set_thread_status", { threadId, status: "closed" });
  const [keys, token] = [{ messageIds: [], subjectToken: null }, await tokenOf(threadId)];
  await take({ keys: { ...keys, replyTokens: [token] }, automatic: "auto_reply" });
  expect(await threadOf(threadId)).toMatchObject({ status: "closed" });
  await take({ keys: { ...keys, replyTokens: [token] } });
  expect(await threadOf(threadId)).toMatchObject({ status: "needs_reply" });
  const list = await take({ automatic: "list" });
  expect(await threadOf(list.threadId)).toMatchObject({ status: "open" });
});

/** Documents that were handed over by e-mail, each in a thread of its own. */
async function handedOver(contactId: string, status = "sent"): Promise<TestRecord & { header: string }> {
  const { id: docId } = await createIssued(org, { title: "Offerta", contactId });
  const sent = await org.ok("send_issued_document", { docId });
  const [row] = await api.app.database.query<{ header: string }>(
    "update message set status = $2, handed_over_at = now() where id = $1 returning message_id_header as header",
    [sent.message.id, status],
  );
  return { ...sent, header: row?.header ?? "" } as TestRecord & { header: string };
}
const answerTo = (header: string, address: string) =>
  take({ from: { name: null, address }, keys: { replyTokens: [], messageIds: [header], subjectToken: null } });
const followUp = ({ reminder }: TestRecord) => org.ok("get_reminder", { reminderId: reminder.id });

it("ends the follow-up that waits for this answer, and no other", async () => {
  const contact = await createContact(org, { email: "cliente.offerta@cliente.test" });
  const [answered, waiting] = [await handedOver(contact.id), await handedOver(contact.id)];
  const { threadId } = await answerTo(answered.header, "cliente.offerta@cliente.test");
  expect(threadId).toBe(answered.thread?.id ?? answered.message.threadId);
  expect(await followUp(answered)).toMatchObject({
    status: "cancelled",
    notes: expect.stringContaining("il destinatario ha risposto"),
  });
  expect(await followUp(waiting)).toMatchObject({ status: "pending" });
  const done = await handedOver(contact.id);
  await org.ok("complete_reminder", { reminderId: done.reminder.id });
  await answerTo(done.header, "cliente.offerta@cliente.test");
  expect(await followUp(done)).toMatchObject({ status: "done" });
});

it("ends no follow-up by a message that came before the document went out, and was read after", async () => {
  const { id } = await createContact(org, { email: "cliente.prima@cliente.test" });
  const sent = await handedOver(id);
  const token = await tokenOf(sent.message.threadId);
  const by = (arrivedAt: Date, messageIds: string[] = []) => {
    const keys = { replyTokens: [token], messageIds, subjectToken: null };
    return take({ from: { name: null, address: "cliente.prima@cliente.test" }, keys, arrivedAt });
  };
  const dayAgo = new Date(Date.now() - 86_400_000);
  const before = await by(dayAgo);
  expect(await threadOf(before.threadId)).toMatchObject({ id: sent.message.threadId, status: "needs_reply" });
  expect(await followUp(sent)).toMatchObject({ status: "pending" });
  // Its mailbox's clock is wrong: nobody answers what has not gone out.
  await by(dayAgo, [sent.header]);
  expect(await followUp(sent)).toMatchObject({ status: "cancelled" });
});

it("ends no follow-up by what the client's program sends by itself, such as a protocol number", async () => {
  const { id } = await createContact(org, { email: "protocollo@cliente.test" });
  const sent = await handedOver(id);
  const keys = { replyTokens: [], messageIds: [sent.header], subjectToken: null };
  const from = { name: null, address: "protocollo@cliente.test" };
  const { threadId } = await take({ from, keys, isByProgram: true });
  expect(await threadOf(threadId)).toMatchObject({ id: sent.message.threadId, status: "needs_reply" });
  expect(await followUp(sent)).toMatchObject({ status: "pending" });
});

it.each([
  ["the contact's other address", "privato@altrove.test"],
  ["the contact's PEC", "cliente@pec-altrove.test"],
  ["somebody whom we sent a copy", "tecnico@altrove.test"],
  ["somebody whom we wrote to in its thread", "assistente@altrove.test"],
  ["a colleague of the client", "segreteria@Cliente.test"],
  ["an address with an international domain, in its ASCII form", "cliente@xn--citt-3na.test"],
])("ends the follow-up by an answer of %s", async (_, address) => {
  const contact = await createContact(org, {
    email: "cliente@cliente.test",
    emails: ["cliente@cliente.test", "privato@altrove.test", "cliente@Città.test"],
    pec: "cliente@pec-altrove.test",
  });
  const sent = await handedOver(contact.id);
  await api.app.database.query(
    `update message set to_address = 'Assistente@altrove.test', cc = '["Tecnico@altrove.test"]' where id = $1`,
    [sent.message.id],
  );
  await answerTo(sent.header, address);
  expect(await followUp(sent)).toMatchObject({ status: "cancelled" });
});

it("ends the follow-up of a PEC whose receipts haven't come, and of no message that failed", async () => {
  const { id } = await createContact(org, { email: "cliente@cliente.test" });
  const [unproved, failed] = [await handedOver(id, "queued"), await handedOver(id, "failed")];
  for (const { header } of [unproved, failed]) await answerTo(header, "cliente@cliente.test");
  expect(await followUp(unproved)).toMatchObject({ status: "cancelled" });
  expect(await followUp(failed)).toMatchObject({ status: "pending" });
});

it("ends the follow-up of what the client has, though its hand-over isn't recorded yet, and of nothing that waits", async () => {
  const { id } = await createContact(org, { email: "cliente@cliente.test" });
  const [arrived, waiting] = [await handedOver(id, "queued"), await handedOver(id, "queued")];
  const before = {
    ...(await take({ from: { name: null, address: "cliente@cliente.test" } })),
    header: `<${count}@cliente.test>`,
  };
  await api.app.database.query("update message set thread_id = $1 where id = $2", [
    arrived.message.threadId,
    before.messageId,
  ]);
  await api.app.database.query(
    "update message set handed_over_at = null, attempted_at = case when id = $1 then now() end where id = any($2)",
    [arrived.message.id, [arrived.message.id, waiting.message.id]],
  );
  // Whoever answers another message of the thread may not have this one.
  await answerTo(before.header, "cliente@cliente.test");
  expect(await followUp(arrived)).toMatchObject({ status: "pending" });
  for (const { header } of [arrived, waiting]) await answerTo(header, "cliente@cliente.test");
  expect(await followUp(arrived)).toMatchObject({ status: "cancelled" });
  expect(await followUp(waiting)).toMatchObject({ status: "pending" });
});

it.each([
  ["cliente@cliente.test", "estraneo@altrove.test"],
  ["cliente@gmail.com", "estraneo@gmail.com"],
])("lets no stranger end the follow-up of who has %s, though the mail asks for an answer", async (email, stranger) => {
  const sent = await handedOver((await createContact(org, { email })).id);
  await api.app.database.query(`update message set cc = '["tecnico@studio-altrui.test"]' where id = $1`, [
    sent.message.id,
  ]);
  await org.ok("send_message", { to: stranger, body: "Altra cosa" });
  const { threadId } = await answerTo(sent.header, stranger);
  expect(await threadOf(threadId)).toMatchObject({ id: sent.message.threadId, status: "needs_reply" });
  // Having written into the thread once makes nobody one of the other side, nor to be named in what a stranger wrote.
  await api.app.database.query(`update message set cc = $2 where thread_id = $1 and direction = 'incoming'`, [
    threadId,
    JSON.stringify([stranger]),
  ]);
  await answerTo(sent.header, stranger);
  const { status, notes } = await followUp(sent);
  expect(status).toBe("pending");
  expect(notes ?? "").not.toContain("ha risposto");
});

it("that waited while a later one was taken doesn't make the thread's last message an earlier one", async () => {
  const from = { name: null, address: "+393331230001" };
  const chat = { channel: "whatsapp", from, subject: null, writtenAt: new Date() } as const;
  const { threadId } = await take(chat);
  // As if one that came after the next one had been taken before it.
  const later = new Date(Date.now() + 20_000);
  await api.pool.query("update thread set last_message_at = $2, last_inbound_at = $2 where id = $1", [threadId, later]);
  expect((await take(chat)).threadId).toBe(threadId);
  const { rows } = await api.pool.query("select last_message_at, last_inbound_at from thread where id = $1", [
    threadId,
  ]);
  expect(rows).toEqual([{ last_message_at: later, last_inbound_at: later }]);
});

it("that waits for a thread which is deleted goes into the next one of its number", async () => {
  const from = { name: null, address: "+393331230002" };
  const chat = { channel: "whatsapp", from, subject: null } as const;
  const { threadId } = await take(chat);
  await api.pool.query("update thread set address = '+393331230003' where id = $1", [threadId]);
  const latest = await take(chat);
  await api.pool.query("update thread set address = $2 where id = $1", [threadId, from.address]);
  const deleter = await api.pool.connect();
  await deleter.query("begin");
  await deleter.query("delete from message where thread_id = $1", [latest.threadId]);
  await deleter.query("delete from thread where id = $1", [latest.threadId]);
  const unit = new UnitOfWork(api.app.database, null, { isLocking: true });
  const found = findThread(unit, mail(chat));
  await untilWaitedFor(api.pool, deleter);
  await deleter.query("commit");
  deleter.release();
  expect((await found)?.id).toBe(threadId);
  await unit.release();
});
