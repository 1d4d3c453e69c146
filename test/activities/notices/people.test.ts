import { beforeEach, describe, expect, it } from "@jest/globals";
import { loadConfig } from "../../../src/config.js";
import { activitiesOver } from "../../support/activities.js";
import { attempt } from "../../support/activity-attempt.js";
import { startApi } from "../../support/caller.js";
import { createIssued, createProject, organization, type TestMember } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));
const otherGuest = forAllTests(() => org.member("guest"));
const activities = forAllTests(() => activitiesOver(api.app.database, loadConfig({ SMTP_URL: "smtp://127.0.0.1:1" })));
let guest: TestMember;
let projectId: string;
const clientName = "Carla Neri";
beforeEach(async () => {
  const client = await org.ok("create_contact", { name: clientName });
  guest = await org.member("guest");
  ({ id: projectId } = await createProject(org, { name: "Villa Rossi", clientContactId: client.id }));
  const { id: otherProjectId } = await createProject(org);
  // Whoever sees another project, or is another guest of this one, may not see it for that.
  await org.ok("share_project", { projectId, userId: guest.userId, role: "editor" });
  await org.ok("share_project", { projectId, userId: otherGuest.userId, role: "editor" });
  await org.ok("share_project", { projectId: otherProjectId, userId: guest.userId, role: "editor" });
});

const unshare = () => org.ok("unshare_project", { projectId, userId: guest.userId });
const byGuest = (operation: string, body: object) => org.ok(operation, body, guest.key);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
/** To whom the notices of a record went, and whether they name the project's client, whom no guest may know. */
async function told(recordId: string): Promise<{ to: string[]; names: boolean }> {
  const { rows } = await api.pool.query<{ to_address: string; body: string }>(
    "select to_address, body from message where $1 in (reminder_id, about_id) order by id",
    [recordId],
  );
  return { to: rows.map((row) => row.to_address), names: rows.some(({ body }) => body.includes(clientName)) };
}

/** Tries to hand the notice of a record over, in vain. */
async function handOver(recordId: string): Promise<void> {
  const { rows } = await api.pool.query("select id from message where $1 in (reminder_id, about_id)", [recordId]);
  const input = { organizationId: org.organizationId, messageId: rows[0].id };
  expect((await attempt(activities.handOverMessage, input).result).outcome).toBe("deferred");
}

/** Each kind of notice that goes to the user whose the record is. @returns the id of the record that it is about */
const notices: Record<string, () => Promise<{ recordId: string; tell: () => Promise<unknown> }>> = {
  "a reminder that is due": async () => {
    const { id: reminderId } = await byGuest("create_reminder", { title: "Saldo", dueAt: inDays(1), projectId });
    const tell = () => activities.fireReminder({ organizationId: org.organizationId, reminderId });
    return { recordId: reminderId, tell };
  },
  "a reminder that comes near": async () => {
    const deadline = { title: "Deposito", kind: "deadline", dueAt: inDays(60), projectId };
    const { id: reminderId } = await byGuest("create_reminder", deadline);
    const at = inDays(59.5).getTime();
    const tell = () => activities.tellAhead({ organizationId: org.organizationId, reminderId, notice: "30 days", at });
    return { recordId: reminderId, tell };
  },
  "the deadline of a submission": async () => {
    const { reminder } = await byGuest("record_submission", { projectId, decisionDeadline: inDays(1) });
    const tell = () => activities.fireReminder({ organizationId: org.organizationId, reminderId: reminder.id });
    return { recordId: reminder.id, tell };
  },
  "the project's own deadline": async () => {
    await byGuest("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(60) });
    const at = inDays(59.5).getTime();
    const tell = () =>
      activities.tellProjectDeadline({ organizationId: org.organizationId, projectId, notice: "30 days", at });
    return { recordId: projectId, tell };
  },
  "a thread that waits for a reply": async () => {
    const { thread } = await repliedByGuest();
    await org.ok("set_thread_status", { threadId: thread.id, status: "needs_reply" });
    await api.pool.query("update thread set needs_reply_since = now() - interval '10 days' where id = $1", [thread.id]);
    return { recordId: thread.id, tell: () => activities.tellWaitingThreads({ at: Date.now() }) };
  },
  "a message that failed": async () => {
    const { message } = await repliedByGuest();
    await api.pool.query("update message set status = 'failed', error = '550 no' where id = $1", [message.id]);
    const input = { organizationId: org.organizationId, messageId: message.id, at: Date.now() };
    return { recordId: message.id, tell: () => activities.followMessage(input) };
  },
};

async function repliedByGuest() {
  const { thread } = await org.ok("send_message", { to: "a@example.test", body: "Buongiorno", projectId });
  return byGuest("reply_to_thread", { threadId: thread.id, body: "Grazie" });
}

describe.each(Object.entries(notices))("a notice of %s", (_, make) => {
  it("goes to the guest with whom the project is shared", async () => {
    const { recordId, tell } = await make();
    await tell();
    expect(await told(recordId)).toEqual({ to: [guest.email], names: false });
  });

  it("goes to the owners once the project is not shared any more, with what they may see", async () => {
    const { recordId, tell } = await make();
    await unshare();
    await tell();
    const { to, names } = await told(recordId);
    expect(to).toContain(owner.email);
    expect(to).not.toContain(guest.email);
    expect(names).toBe(true);
  });

  it("that waits for its mail server goes to an owner once the project is not shared any more", async () => {
    const { recordId, tell } = await make();
    await tell();
    await handOver(recordId);
    expect((await told(recordId)).to).toEqual([guest.email]);
    await unshare();
    await handOver(recordId);
    expect((await told(recordId)).to).toEqual([owner.email]);
  });
});

it("goes to an owner where its reader was removed while it was written", async () => {
  const member = await org.member("member");
  const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(1) }, member.key);
  await activities.fireReminder({ organizationId: org.organizationId, reminderId });
  // The removal, which hands the notices that it finds on to an owner, was committed before this one.
  await api.pool.query("delete from membership where user_id = $1", [member.userId]);
  await handOver(reminderId);
  expect((await told(reminderId)).to).toEqual([owner.email]);
});

it.each([
  ["was removed while it was written", "delete from membership where user_id = $1"],
  ["is a guest now", "update membership set role = 'guest' where user_id = $1"],
])("doesn't go twice to an owner where another one %s", async (_, change) => {
  const leaving = await org.member("owner");
  await byGuest("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(60) });
  await unshare();
  const at = inDays(59.5).getTime();
  await activities.tellProjectDeadline({ organizationId: org.organizationId, projectId, notice: "30 days", at });
  expect((await told(projectId)).to).toEqual([owner.email, leaving.email]);
  await api.pool.query(change, [leaving.userId]);
  const { rows } = await api.pool.query("select id from message where about_id = $1 order by id", [projectId]);
  const input = { organizationId: org.organizationId, messageId: rows[1].id };
  expect(await attempt(activities.handOverMessage, input).result).toEqual({ outcome: "failed" });
});

it("goes to the owners where a member who made it is a guest now, without a share", async () => {
  const member = await org.member("member");
  const { id: reminderId } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(1) }, member.key);
  await api.pool.query("update membership set role = 'guest' where user_id = $1", [member.userId]);
  await activities.fireReminder({ organizationId: org.organizationId, reminderId });
  expect((await told(reminderId)).to).toEqual([owner.email]);
});

it("names neither the recipient nor their phone where the member who sent a document is a guest now", async () => {
  const phone = "+39 333 1234567";
  const member = await org.member("member");
  const { id: contactId } = await org.ok("create_contact", { name: clientName, email: "carla@example.test", phone });
  const letter = { title: "Rilievo", kind: "letter", body: "Testo" };
  const { id: docId } = await createIssued(org, { ...letter, contactId, projectId });
  const { reminder } = await org.ok("send_issued_document", { docId }, member.key);
  await org.ok("share_project", { projectId, userId: member.userId, role: "viewer" });
  await api.pool.query("update membership set role = 'guest' where user_id = $1", [member.userId]);
  await activities.fireReminder({ organizationId: org.organizationId, reminderId: reminder.id });
  const { rows } = await api.pool.query("select to_address, body from message where reminder_id = $1", [reminder.id]);
  expect(rows).toEqual([{ to_address: member.email, body: expect.not.stringMatching(`${clientName}|333 1234567`) }]);
});

it("goes to the owners where the project is gone through which a guest saw the record", async () => {
  const { id: reminderId } = await byGuest("create_reminder", { title: "Saldo", dueAt: inDays(1), projectId });
  await org.ok("delete_project", { projectId });
  await activities.fireReminder({ organizationId: org.organizationId, reminderId });
  expect((await told(reminderId)).to).toEqual([owner.email]);
});
