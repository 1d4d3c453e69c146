import { describe, expect, it } from "@jest/globals";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { sweep } from "../../src/workflows/sweep.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";

const time = forEachTest(startFlyingTime);

async function issuedQuote(validUntil: Date): Promise<string> {
  const contact = await time.org.ok("create_contact", { name: "Maria Bianchi", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, validUntil: validUntil.toISOString(), body: "Rilievo" });
  await time.org.ok("issue_document", { docId });
  return docId;
}
const statusOf = async (docId: string) => (await time.org.ok("get_document", { docId })).status;
const runSweep = () => time.environment.client.workflow.start(sweep, { workflowId: "sweep", taskQueue: mainQueue });

describe("an issued document", () => {
  it("expires by itself when its last day is over, and its follow-up ends", async () => {
    const docId = await issuedQuote(time.day(10));
    const { reminder, workflowId } = await time.org.ok("send_issued_document", { docId, followUpDays: 30 });
    expect(await time.result(`expire-document:${docId}:1`)).toBe("expired");
    expect(await statusOf(docId)).toBe("expired");
    expect(await time.org.ok("get_reminder", { reminderId: reminder.id })).toMatchObject({
      status: "cancelled",
      notes: "Annullato: il documento è scaduto.",
    });
    expect(await time.result(workflowId)).toBe("closed");
    expect(time.mails()).toHaveLength(1);
  });

  it("doesn't expire once it was accepted or reopened", async () => {
    const docId = await issuedQuote(time.day(10));
    await time.org.ok("set_document_status", { docId, status: "accepted" });
    expect(await time.result(`expire-document:${docId}:1`)).toBe("closed");
    expect(await statusOf(docId)).toBe("accepted");
  });

  it("is waited for again when it was reopened and issued as it was", async () => {
    const docId = await issuedQuote(time.day(10));
    await time.ordered();
    await time.org.ok("set_document_status", { docId, status: "draft" });
    await time.org.ok("set_document_status", { docId, status: "issued" });
    expect(await time.result(`expire-document:${docId}:1`)).toBe("expired");
  });

  it("is only a row while its last day is far away, until the sweep", async () => {
    const docId = await issuedQuote(time.day(60));
    const marked = () => time.one("select expiry_watched_at is not null as marked from document where id = $1", docId);
    expect(await marked()).toEqual({ marked: false });
    await time.api.pool.query("update document set valid_until = $2 where id = $1", [docId, time.day(20)]);
    await (await runSweep()).result();
    expect(await marked()).toEqual({ marked: true });
    expect(await time.result(`expire-document:${docId}:1`)).toBe("expired");
  });
});

describe("a thread that needs a reply", () => {
  it("is told of once, after two working days", async () => {
    const { thread } = await time.org.ok(
      "send_message",
      { to: "comune@example.test", subject: "Accesso agli atti", body: "Buongiorno", channel: "email" },
      time.owner.key,
    );
    await time.org.ok("set_thread_status", { threadId: thread.id, status: "needs_reply" });
    await time.ordered();
    await (await runSweep()).result();
    const told = () => time.mails().filter((mail) => mail.includes("Risposta attesa"));
    expect(told()).toEqual([]);
    // Two working days, whatever holidays are near.
    await time.pass(7);
    for (let i = 0; i < 2; i++) await (await runSweep()).result();
    await time.ordered();
    const { id } = await time.one<{ id: string }>("select id from message where about_id = $1", thread.id);
    expect(await time.result(`send-message:${id}`)).toBe("sent");
    expect(told()).toEqual([`${time.owner.email}: Risposta attesa: Accesso agli atti`]);
  });

  it("begins to wait anew each time, and not at all once it was answered", async () => {
    const { thread } = await time.org.ok("send_message", {
      to: "a@example.test",
      subject: "A",
      body: "A",
      channel: "email",
    });
    const since = () =>
      time.one<{ since: Date | null }>("select needs_reply_since as since from thread where id = $1", thread.id);
    expect((await since()).since).toBeNull();
    await time.org.ok("file_thread", { threadId: thread.id, status: "needs_reply" });
    const first = (await since()).since;
    expect(first).not.toBeNull();
    await time.org.ok("file_thread", { threadId: thread.id, status: "needs_reply", summary: "Chiede gli elaborati" });
    expect((await since()).since).toEqual(first);
    await time.org.ok("reply_to_thread", { threadId: thread.id, body: "Ecco" });
    expect((await since()).since).toBeNull();
  });
});
