import { describe, expect, it } from "@jest/globals";
import { settleByBounce } from "../../../src/channels/settle.js";
import { byWorkflow } from "../../../src/db/audit.js";
import { Message } from "../../../src/db/entities/message.js";
import { transact } from "../../../src/db/transact.js";
import { dayMs } from "../../../src/domain/calendar/durations.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { inDays } from "../../support/days.js";
import { createContact, createIssued, organizationWithOwner } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organizationWithOwner(api));
const activities = forAllTests(() => activitiesOver(api.app.database));

async function send() {
  const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
  const { id: docId } = await createIssued(org, { title: "Offerta", contactId });
  const { message, reminder } = await org.ok("send_issued_document", { docId, followUpDays: 10 });
  const { rows } = await api.pool.query("select id from delivery where document_id = $1", [docId]);
  const { organizationId } = org;
  return { reminderId: reminder.id, messageId: message.id, delivery: { organizationId, deliveryId: rows[0].id } };
}

const documentOf = async ({ deliveryId }: { deliveryId: string }): Promise<{ id: string }> =>
  (await api.pool.query("select document_id as id from delivery where id = $1", [deliveryId])).rows[0];
const reminderOf = (reminderId: string) => org.ok("get_reminder", { reminderId });

describe("the follow-up of a document that was handed over", () => {
  const handedOverAt = Date.now() + 3 * dayMs;

  it("is due so many days after that", async () => {
    const { reminderId, delivery } = await send();
    await activities.planFollowUp({ ...delivery, handedOverAt });
    const dueAt = new Date(handedOverAt + 10 * dayMs).toISOString();
    expect(await reminderOf(reminderId)).toMatchObject({ status: "pending", dueAt });
  });

  it("stays on the day that a person has set", async () => {
    const { reminderId, delivery } = await send();
    const { dueAt } = await org.ok("update_reminder", { reminderId, dueAt: inDays(40) });
    await activities.planFollowUp({ ...delivery, handedOverAt });
    expect(await reminderOf(reminderId)).toMatchObject({ status: "pending", dueAt });
  });

  it("stays as it is where it is done", async () => {
    const { reminderId, delivery } = await send();
    const { dueAt } = await org.ok("complete_reminder", { reminderId });
    await activities.planFollowUp({ ...delivery, handedOverAt });
    expect(await reminderOf(reminderId)).toMatchObject({ status: "done", dueAt });
  });
});

describe("of a document that came back", () => {
  const comesBack = async (messageId: string) => {
    const { organizationId } = org;
    const { database } = api.app;
    await transact(database, byWorkflow(organizationId, "test"), async (unit) => {
      const message = (await unit.find(Message, organizationId, messageId)) as Message;
      await settleByBounce(unit, message, "550 5.1.1 unknown user");
    });
    const look = await activities.followMessage({ organizationId, messageId, at: Date.now() });
    const noticeIds = look.state === "settled" ? look.noticeIds : [];
    const { rows } = await api.pool.query("select body from message where id = any($1)", [noticeIds]);
    return rows.map(({ body }) => body);
  };

  it("the follow-up is cancelled, and its sender is told so", async () => {
    const { reminderId, messageId } = await send();
    const bodies = await comesBack(messageId);
    expect(bodies).toEqual([expect.stringContaining("\nIl sollecito collegato è stato annullato. Controllare l'ind")]);
    expect(await reminderOf(reminderId)).toMatchObject({
      status: "cancelled",
      notes: expect.stringContaining("550 5.1.1 unknown user"),
    });
  });

  it("the follow-up stays done, and nobody is told that it was cancelled", async () => {
    const { reminderId, messageId } = await send();
    const { notes } = await org.ok("complete_reminder", { reminderId });
    const bodies = await comesBack(messageId);
    expect(bodies).toEqual([expect.stringMatching(/\n\nControllare l'indirizzo del contatto/)]);
    expect(bodies[0]).not.toContain("annullato");
    expect(await reminderOf(reminderId)).toMatchObject({ status: "done", notes });
  });
});

it("a mail that was restored since it was found withdrawn hasn't failed: its follow-up waits, and nobody is told", async () => {
  const { reminderId, messageId, delivery } = await send();
  await org.ok("delete_document", { docId: (await documentOf(delivery)).id });
  const found = await attempt(activities.handOverMessage, { ...delivery, messageId }).result;
  const [deleted] = (await org.ok("list_deleted", { limit: 1 })).items;
  await org.ok("restore_record", { deletionId: deleted.deletionId });
  expect(await activities.recordFailedDelivery(delivery)).toEqual({ noticeIds: [], isWithdrawn: true });
  expect([found.outcome, (await reminderOf(reminderId)).status]).toEqual(["failed", "pending"]);
});
