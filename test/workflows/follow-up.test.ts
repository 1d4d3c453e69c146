import { expect, it } from "@jest/globals";
import { mainQueue } from "../../src/contracts/task-queues.js";
import { deliverDocument } from "../../src/workflows/deliver-document.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";
import { volume } from "../support/soak.js";

const time = forEachTest(startFlyingTime);

const send = (docId: string) => time.org.ok("send_issued_document", { docId, followUpDays: 14 });

async function sentQuote() {
  const contact = await time.org.ok("create_contact", { name: "Maria Bianchi", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, body: "Rilievo" });
  await time.org.ok("issue_document", { docId });
  const { reminder, workflowId } = await send(docId);
  await time.ordered();
  await time.pass(2);
  expect(time.mails()).toHaveLength(1);
  return { docId, reminderId: reminder.id as string, workflowId: workflowId as string };
}
const setStatus = (status: string) => (docId: string) => time.org.ok("set_document_status", { docId, status });

type End = [what: string, happens: (docId: string) => Promise<unknown>, notes: string];
const usual: End[] = [
  ["accepted", setStatus("accepted"), "Annullato: il documento è stato accettato."],
  ["sent again", send, "Annullato: il documento è stato inviato di nuovo."],
  [
    "deleted",
    (docId: string) => time.org.ok("delete_document", { docId }),
    "Annullato: il documento è stato eliminato.",
  ],
];
const others: End[] = [
  ["declined", setStatus("declined"), "Annullato: il documento è stato rifiutato."],
  ["expired", setStatus("expired"), "Annullato: il documento è scaduto."],
  ["reopened", setStatus("draft"), expect.stringContaining("Annullato: ") as unknown as string],
];

it.each(volume(usual, [...usual, ...others]))(
  "ends quietly, with the reason in its notes, when the document is %s",
  async (_, happens, notes) => {
    const { docId, reminderId, workflowId } = await sentQuote();
    await happens(docId);
    expect(await time.result(workflowId)).toBe("closed");
    expect(await time.org.ok("get_reminder", { reminderId })).toMatchObject({ status: "cancelled", notes });
    expect(time.mails().filter((mail) => mail.startsWith(time.owner.email))).toEqual([]);
  },
);

it("ends when its reminder is done by hand", async () => {
  const { reminderId, workflowId } = await sentQuote();
  await time.org.ok("complete_reminder", { reminderId });
  expect(await time.result(workflowId)).toBe("closed");
  expect(time.mails()).toHaveLength(1);
});

it("of a document that is deleted before its PDF is made ends with it: nothing is sent, and no message waits for good", async () => {
  const contact = await time.org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, body: "Rilievo" });
  await time.org.ok("issue_document", { docId });
  // As with Temporal out of reach: the order is handed over after the deletion.
  await time.api.app.relay.stop();
  const { message, workflowId } = await send(docId);
  await time.org.ok("delete_document", { docId });
  expect(await time.one("select status, error from message where id = $1", message.id)).toEqual({
    status: "failed",
    error: "not sent: its document was deleted",
  });
  const [order] = (
    await time.api.pool.query("select input from outbox where workflow_id = $1 order by id", [workflowId])
  ).rows;
  const run = await time.environment.client.workflow.start(deliverDocument, {
    workflowId,
    taskQueue: mainQueue,
    args: [order.input],
  });
  expect(await run.result()).toBe("withdrawn");
  expect(time.mails()).toEqual([]);
});
