import { expect, it } from "@jest/globals";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { createContact, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { untilWaitedFor, untilWaiting } from "../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

it("ends the follow-up of a document that is sent at the moment when it expires", async () => {
  const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
  const { id: docId } = await org.ok("create_document", { title: "Offerta", contactId });
  const validUntil = new Date(Date.now() + 86_400_000).toISOString();
  await org.ok("update_document", { docId, validUntil });
  await org.ok("issue_document", { docId });
  const holder = await api.pool.connect();
  await holder.query("begin");
  await holder.query("lock table delivery in share mode");
  const sending = org.ok("send_issued_document", { docId });
  await untilWaitedFor(api.pool, holder);
  const at = Date.now() + 3 * 86_400_000;
  const expiring = activitiesOver(api.app.database).expire({
    organizationId: org.organizationId,
    documentId: docId,
    revision: 1,
    at,
  });
  await untilWaiting(api.pool, 2);
  await holder.query("commit");
  holder.release();
  expect(await expiring).toEqual({ expired: true });
  const { id: reminderId } = (await sending).reminder;
  expect((await org.ok("get_document", { docId })).status).toBe("expired");
  expect((await org.ok("get_reminder", { reminderId })).status).toBe("cancelled");
});

it("waits until the day of validUntil is over, whatever its time, as the document itself says", async () => {
  const { id: docId } = await org.ok("create_document", { title: "Offerta" });
  const lookAt = async (validUntil: string) => {
    await org.ok("set_document_status", { docId, status: "draft" });
    await org.ok("update_document", { docId, validUntil });
    const { revision } = await org.ok("issue_document", { docId });
    const input = { organizationId: org.organizationId, documentId: docId, revision: revision.revision };
    return activitiesOver(api.app.database).lookAtExpiry(input);
  };
  const expiresAt = Date.parse("2098-12-31T23:00:00Z");
  for (const validUntil of ["2098-12-31", "2098-12-31T09:30:00", "2098-12-31T12:00:00Z", "2098-12-30T23:00:00Z"])
    expect([validUntil, await lookAt(validUntil)]).toMatchObject([validUntil, { state: "waiting", expiresAt }]);
});

const since: Record<string, { change: (docId: string) => Promise<unknown>; days?: number; status: string }> = {
  "was accepted": {
    change: (docId) => org.ok("set_document_status", { docId, status: "accepted" }),
    status: "accepted",
  },
  "was issued again": {
    change: async (docId) => {
      await org.ok("set_document_status", { docId, status: "draft" });
      await org.ok("issue_document", { docId });
    },
    status: "issued",
  },
  "may still be accepted": { change: async () => undefined, days: 0, status: "issued" },
};
it.each(Object.entries(since))("leaves a document alone that %s", async (_, { change, days = 3, status }) => {
  const { id: docId } = await org.ok("create_document", { title: "Offerta" });
  await org.ok("update_document", { docId, validUntil: new Date(Date.now() + 86_400_000).toISOString() });
  await org.ok("issue_document", { docId });
  await change(docId);
  const input = { organizationId: org.organizationId, documentId: docId, revision: 1 };
  const at = Date.now() + days * 86_400_000;
  expect(await activitiesOver(api.app.database).expire({ ...input, at })).toEqual({ expired: false });
  expect((await org.ok("get_document", { docId })).status).toBe(status);
});

it("ends the open follow-up of a document that expires, wakes its workflow, and leaves one that is done", async () => {
  const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
  const { id: docId } = await org.ok("create_document", { title: "Offerta", contactId });
  await org.ok("update_document", { docId, validUntil: new Date(Date.now() + 86_400_000).toISOString() });
  await org.ok("issue_document", { docId });
  const send = async () => (await org.ok("send_issued_document", { docId })).reminder.id;
  const done = await send();
  await org.ok("complete_reminder", { reminderId: done });
  const open = await send();
  const woken = async () => {
    const { rows } = await api.pool.query("select workflow_id from outbox where workflow_type is null order by id");
    return rows.map((row) => row.workflow_id);
  };
  const before = await woken();
  const input = { organizationId: org.organizationId, documentId: docId, revision: 1, at: Date.now() + 3 * 86_400_000 };
  expect(await activitiesOver(api.app.database).expire(input)).toEqual({ expired: true });
  const statuses = [done, open].map(async (reminderId) => (await org.ok("get_reminder", { reminderId })).status);
  expect(await Promise.all(statuses)).toEqual(["done", "cancelled"]);
  expect((await woken()).slice(before.length)).toEqual([`deliver-document:${docId}:2`]);
});
