import { expect, it } from "@jest/globals";
import { createContact, createIssued, type TestRecord } from "../support/factories.js";
import { forEachTest } from "../support/for-tests.js";
import { startRestoringTime } from "../support/restored-at-once.js";

const time = forEachTest(() => startRestoringTime());

it("a document's mail leaves that was restored while its workflow was about to end, and its follow-up waits", async () => {
  const { id: contactId } = await createContact(time.org, { email: "maria@cliente.test" });
  const { id: docId } = await createIssued(time.org, { title: "Villa Rossi", contactId });
  const send = () =>
    time.org.ok<Record<"message" | "reminder", TestRecord>>("send_issued_document", { docId, followUpDays: 90 });
  const { reminder } = await time.restoredAtOnce(send, () => time.org.ok("delete_document", { docId }));
  const reminderId = reminder.id;
  expect(await time.org.ok("get_reminder", { reminderId })).toMatchObject({ status: "pending", notes: null });
  expect(time.mails()).toHaveLength(1);
});

it("a thread's message leaves that was restored while its workflow was about to end", async () => {
  const send = () => time.org.ok<{ message: TestRecord }>("send_message", { to: "maria@cliente.test", body: "Sì" });
  const remove = ({ message: { threadId } }: { message: TestRecord }) => time.org.ok("delete_thread", { threadId });
  await time.restoredAtOnce(send, remove);
  expect(time.mails()).toHaveLength(1);
});
