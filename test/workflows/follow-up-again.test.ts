import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { type FlyingTime, startFlyingTime } from "../support/flying-time.js";

let time: FlyingTime;
beforeEach(async () => {
  time = await startFlyingTime();
}, 60_000);
afterEach(() => time?.close());

const setStatus = (docId: string, status: string) => time.org.ok("set_document_status", { docId, status });
const reminder = (reminderId: string) => time.org.ok("get_reminder", { reminderId });

async function sentQuote() {
  const contact = await time.org.ok("create_contact", { name: "Maria Bianchi", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, body: "Rilievo", validUntil: time.day(20).toISOString() });
  await time.org.ok("issue_document", { docId });
  const sent = await time.org.ok("send_issued_document", { docId, followUpDays: 14 });
  await time.ordered();
  await time.pass(1);
  return { docId, reminderId: sent.reminder.id as string, workflowId: sent.workflowId as string };
}
/** Waits for a workflow's end without letting time fly. */
async function ended(workflowId: string): Promise<void> {
  await time.ordered();
  const run = time.environment.client.workflow.getHandle(workflowId);
  await eventually(async () => ((await run.describe()).closeTime ? true : undefined));
}
const notices = () => time.mails().filter((mail) => mail.startsWith(time.owner.email));

it.each(["accepted", "declined", "expired", "draft"])(
  "of a document that was set to %s by mistake is taken up again with issued, once",
  async (status) => {
    const { docId, reminderId, workflowId } = await sentQuote();
    const { dueAt } = await reminder(reminderId);
    await time.org.ok("update_reminder", { reminderId, notes: "Chiamare di mattina" });
    await setStatus(docId, status);
    expect((await reminder(reminderId)).notes).toMatch(/^Chiamare di mattina\nAnnullato: /);
    await ended(workflowId);
    for (let times = 0; times < 2; times++) await setStatus(docId, "issued");
    expect(await reminder(reminderId)).toMatchObject({ status: "pending", dueAt, notes: "Chiamare di mattina" });
    expect(await time.result(workflowId)).toBe("followed up");
    expect((await reminder(reminderId)).status).toBe("due");
    expect(notices()).toEqual([expect.stringContaining("Sollecito: Attesa di risposta: Villa Rossi")]);
    expect(time.mails()).toHaveLength(2);
    expect(await time.result(`expire-document:${docId}:1`)).toBe("expired");
  },
);

it("that was due is due again, without a second notice", async () => {
  const { docId, reminderId, workflowId } = await sentQuote();
  await time.pass(15);
  await ended(workflowId);
  await setStatus(docId, "accepted");
  await setStatus(docId, "issued");
  expect(await reminder(reminderId)).toMatchObject({ status: "due", notes: null });
  expect(notices()).toHaveLength(1);
});

it("whose date passed meanwhile is told at once", async () => {
  const { docId, reminderId, workflowId } = await sentQuote();
  await setStatus(docId, "declined");
  await ended(workflowId);
  await time.pass(16);
  await setStatus(docId, "issued");
  await time.smtp.waitFor(2);
  expect((await reminder(reminderId)).status).toBe("due");
  expect(notices()).toHaveLength(1);
});

it("stays closed where a person closed it, the document was sent again, or edited", async () => {
  const byHand = await sentQuote();
  await time.org.ok("complete_reminder", { reminderId: byHand.reminderId, status: "cancelled" });
  await setStatus(byHand.docId, "accepted");
  await setStatus(byHand.docId, "issued");
  expect((await reminder(byHand.reminderId)).status).toBe("cancelled");

  const again = await sentQuote();
  const { reminder: second } = await time.org.ok("send_issued_document", { docId: again.docId });
  await setStatus(again.docId, "accepted");
  await setStatus(again.docId, "issued");
  expect((await reminder(again.reminderId)).notes).toContain("inviato di nuovo");
  expect((await reminder(again.reminderId)).status).toBe("cancelled");
  expect((await reminder(second.id)).status).toBe("pending");

  const edited = await sentQuote();
  await setStatus(edited.docId, "draft");
  await time.org.ok("update_document", { docId: edited.docId, body: "Rilievo e accatastamento" });
  await setStatus(edited.docId, "issued");
  expect((await reminder(edited.reminderId)).status).toBe("cancelled");
});
