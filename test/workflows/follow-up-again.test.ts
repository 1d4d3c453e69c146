import { expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.js";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";

const time = forEachTest(startFlyingTime);

it("of a document that was accepted by mistake is taken up again with issued, once, and told in time", async () => {
  const contact = await time.org.ok("create_contact", { name: "Maria Bianchi", email: "maria@cliente.test" });
  const { id: docId } = await time.org.ok("create_document", { title: "Villa Rossi", contactId: contact.id });
  await time.org.ok("update_document", { docId, body: "Rilievo" });
  await time.org.ok("issue_document", { docId });
  const { workflowId, reminder } = await time.org.ok("send_issued_document", { docId, followUpDays: 14 });
  const setStatus = (status: string) => time.org.ok("set_document_status", { docId, status });
  const followUp = () => time.org.ok("get_reminder", { reminderId: reminder.id });
  await time.ordered();
  await time.pass(1);
  const { dueAt } = await followUp();

  await setStatus("accepted");
  await time.ordered();
  const run = time.environment.client.workflow.getHandle(workflowId);
  await eventually(async () => (await run.describe()).closeTime);
  for (let times = 0; times < 2; times++) await setStatus("issued");
  expect(await followUp()).toMatchObject({ status: "pending", dueAt, notes: null });
  expect(await time.result(workflowId)).toBe("followed up");
  expect((await followUp()).status).toBe("due");

  // Due before: due again, without another notice.
  await setStatus("declined");
  await setStatus("issued");
  expect(await followUp()).toMatchObject({ status: "due", notes: null });
  expect(time.mails().map((mail) => mail.split(":")[0])).toEqual(["maria@cliente.test", time.owner.email]);
});
