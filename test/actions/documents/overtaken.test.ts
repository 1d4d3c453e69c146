import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { restoreLast } from "../../support/deletions.js";
import { createContact, createIssued, ordersFor, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Rossi"));

const setStatus = (docId: string, status: string) => org.ok("set_document_status", { docId, status });
const send = (docId: string) => org.ok("send_issued_document", { docId });
const messageOf = async ({ message }: Record<string, { id: string }>) =>
  (await api.pool.query("select status, error from message where id = $1", [message?.id])).rows[0];
const reminderOf = ({ reminder }: Record<string, { id: string }>) =>
  org.ok("get_reminder", { reminderId: reminder?.id ?? "" });
/** As the worker leaves a message that was handed over. */
const handOver = ({ message }: Record<string, { id: string }>) =>
  api.pool.query("update message set status = 'sent', handed_over_at = now(), version = version + 1 where id = $1", [
    message?.id,
  ]);

const inReplyToOf = async ({ id }: TestRecord) =>
  (await api.pool.query("select in_reply_to from message where id = $1", [id])).rows[0].in_reply_to;
/** A quote whose mail waits. */
async function waiting() {
  const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
  const { id: docId } = await createIssued(org, { title: "Offerta", contactId, body: "Rilievo" });
  return { docId: docId as string, contactId: contactId as string, sent: await send(docId) };
}
/** Another revision without a way over draft: what it names has changed, and an answer given by mistake is taken back. */
async function issueAnew({ docId, contactId }: { docId: string; contactId: string }, contact: object = {}) {
  await org.ok("update_contact", { contactId, phone: "055 123456", ...contact });
  await setStatus(docId, "accepted");
  await setStatus(docId, "issued");
}

describe("a mail that waits", () => {
  it("is withdrawn when a later revision is sent to the same address, and the answer says so", async () => {
    const quote = await waiting();
    await issueAnew(quote);
    const { warnings, message } = await send(quote.docId);
    expect(warnings).toContainEqual({
      code: "replaces",
      pointer: "/docId",
      detail: expect.stringMatching(
        /^It replaces revision 1, whose mail of .* still waited and was withdrawn: it isn't sent; the new mail doesn't mention it\.$/,
      ),
      suggestion: null,
    });
    expect(await messageOf(quote.sent)).toEqual({ status: "failed", error: "not sent: revision 2 was sent instead" });
    // The client never got it, so nothing refers to it.
    expect(message.body).not.toContain("sostituisce");
    expect(await inReplyToOf(message)).toBeNull();
  });

  it("is withdrawn also where the contact's address is written in other capitals since", async () => {
    const quote = await waiting();
    await issueAnew(quote, { email: "Maria@Cliente.test" });
    const { warnings } = await send(quote.docId);
    expect(await messageOf(quote.sent)).toEqual({ status: "failed", error: "not sent: revision 2 was sent instead" });
    expect(warnings.filter(({ code }: { code: string }) => code === "replaces")).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain("another address");
  });

  it("is told from one that was under way: whether that arrived isn't known", async () => {
    const quote = await waiting();
    await api.pool.query("update message set attempted_at = now(), version = version + 1 where id = $1", [
      quote.sent.message.id,
    ]);
    await issueAnew(quote);
    const { warnings, message } = await send(quote.docId);
    expect(message.body).toContain("La presente revisione 2 sostituisce la revisione 1 del ");
    expect(await inReplyToOf(message)).toContain(quote.sent.message.id);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        detail: expect.stringContaining("withdrawn while it was being handed over: whether it arrived isn't known"),
      }),
    );
    expect((await messageOf(quote.sent)).status).toBe("uncertain");
  });

  it("stays where the later revision goes to another address, and the answer says where the earlier one went", async () => {
    const quote = await waiting();
    await issueAnew(quote, { email: "nuova@cliente.test" });
    const { warnings } = await send(quote.docId);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: "replaces",
        detail: expect.stringMatching(/^Revision 1 was sent to another address, maria@cliente\.test, on /),
        suggestion: expect.stringContaining("send_message"),
      }),
    );
    expect(await messageOf(quote.sent)).toEqual({ status: "queued", error: null });
  });

  it.each(["draft", "review"])("is withdrawn when the document is set back to %s", async (status) => {
    const { docId, sent } = await waiting();
    await setStatus(docId, status);
    const withdrawn = { status: "failed", error: `not sent: the document was set back to ${status}` };
    expect(await messageOf(sent)).toEqual(withdrawn);
    // Issued again, it isn't sent by itself, and there is nothing to follow up.
    await setStatus(docId, "issued");
    expect(await messageOf(sent)).toEqual(withdrawn);
    expect((await reminderOf(sent)).status).toBe("cancelled");
  });

  it("is named as withdrawn when the document is set back, and again when it is issued unchanged", async () => {
    const { docId } = await waiting();
    const warning = (detail: RegExp) => [{ code: "mail_withdrawn", detail: expect.stringMatching(detail) }];
    expect((await setStatus(docId, "draft")).warnings).toMatchObject(
      warning(/^Revision 1 was on its way to maria@cliente\.test, .* it isn't sent\.$/),
    );
    expect((await setStatus(docId, "issued")).warnings).toMatchObject(
      warning(
        /^Nothing goes out by itself: to maria@cliente\.test revision 1 was sent last, whose mail of .* was withdrawn/,
      ),
    );
    const { id: other } = await org.ok("create_document", { title: "Nota" });
    for (const status of ["issued", "draft"])
      expect(JSON.stringify(await setStatus(other, status))).not.toContain("mail_withdrawn");
  });

  it("is withdrawn with the document's deletion, and waits again where that is undone", async () => {
    const { docId, sent } = await waiting();
    await api.pool.query(`update message set attachments = '[{"id": "x"}]', version = version + 1 where id = $1`, [
      sent.message.id,
    ]);
    await org.ok("delete_document", { docId });
    expect(await messageOf(sent)).toEqual({ status: "failed", error: "not sent: its document was deleted" });
    await restoreLast(org);
    expect(await messageOf(sent)).toEqual({ status: "queued", error: null });
    expect((await reminderOf(sent)).status).toBe("pending");
  });

  it("is none where the server has it, though a PEC is queued until its receipts come", async () => {
    const { docId, sent } = await waiting();
    await api.pool.query("update message set handed_over_at = now(), version = version + 1 where id = $1", [
      sent.message.id,
    ]);
    expect((await send(docId)).warnings).toContainEqual(
      expect.objectContaining({
        code: "already_sent",
        detail: expect.stringMatching(/: the mail server took it over\.$/),
      }),
    );
    await setStatus(docId, "draft");
    expect(await messageOf(sent)).toEqual({ status: "queued", error: null });
  });

  it("is followed up no more where its thread is deleted, but one that the server has is", async () => {
    const [waits, went] = [await waiting(), await waiting()];
    await api.pool.query("update message set handed_over_at = now(), version = version + 1 where id = $1", [
      went.sent.message.id,
    ]);
    for (const { sent } of [waits, went]) await org.ok("delete_thread", { threadId: sent.message.threadId });
    expect((await reminderOf(waits.sent)).status).toBe("cancelled");
    expect((await reminderOf(went.sent)).status).toBe("pending");
  });

  it.each(["accepted", "declined", "expired"])("stays when the document is %s: its content stands", async (status) => {
    const { docId, sent } = await waiting();
    await setStatus(docId, status);
    expect(await messageOf(sent)).toEqual({ status: "queued", error: null });
  });
});

describe("a follow-up that a status had closed", () => {
  const notes = "Chiamare di mattina";

  it.each(["accepted", "declined", "expired", "draft", "review"])("by %s comes back with issued", async (status) => {
    const { docId, sent } = await waiting();
    await handOver(sent);
    await org.ok("update_reminder", { reminderId: sent.reminder.id, notes });
    const { dueAt } = await reminderOf(sent);
    await setStatus(docId, status);
    expect((await reminderOf(sent)).notes).toMatch(/^Chiamare di mattina\nAnnullato: /);
    await setStatus(docId, "issued");
    expect(await reminderOf(sent)).toMatchObject({ status: "pending", notes, dueAt });
    expect((await ordersFor(api, sent.workflowId)).at(-1)).toEqual({
      type: "deliverDocument",
      signal: "followUpChanged",
    });
  });

  it("comes back with its own watcher where its mail was deleted", async () => {
    const { docId, sent } = await waiting();
    await handOver(sent);
    await setStatus(docId, "accepted");
    await org.ok("delete_thread", { threadId: sent.message.threadId });
    await setStatus(docId, "issued");
    expect((await reminderOf(sent)).status).toBe("pending");
    expect((await ordersFor(api, `watch-reminder:${sent.reminder.id}`)).at(-1)).toMatchObject({
      type: "watchReminder",
    });
  });

  it("stays closed where a person closed it", async () => {
    const { docId, sent } = await waiting();
    await handOver(sent);
    await setStatus(docId, "accepted");
    await org.ok("complete_reminder", { reminderId: sent.reminder.id, status: "cancelled" });
    await setStatus(docId, "issued");
    expect((await reminderOf(sent)).status).toBe("cancelled");
  });

  it("stays closed where the document was sent again since: only the last one comes back", async () => {
    const { docId, sent } = await waiting();
    await handOver(sent);
    const second = await send(docId);
    await setStatus(docId, "declined");
    await setStatus(docId, "issued");
    expect(await reminderOf(sent)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("inviato di nuovo"),
    });
    expect((await reminderOf(second)).status).toBe("pending");
  });

  it("stays closed where the document was edited since", async () => {
    const { docId, sent } = await waiting();
    await handOver(sent);
    await setStatus(docId, "draft");
    await org.ok("update_document", { docId, body: "Rilievo e accatastamento" });
    await setStatus(docId, "issued");
    expect((await reminderOf(sent)).status).toBe("cancelled");
  });
});
