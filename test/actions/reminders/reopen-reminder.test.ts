import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { day } from "../../support/days.js";
import { deletionOf } from "../../support/deletions.js";
import { createContact, createIssued, createProject, ordersFor, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { untilWaitedFor, untilWaiting } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const close = (reminderId: string, status = "done") => org.ok("complete_reminder", { reminderId, status });
const reopen = (reminderId: string) => org.ok("reopen_reminder", { reminderId });
async function refusal(reminderId: string) {
  const { status, detail } = await org.call("reopen_reminder", { reminderId });
  return `${status} ${detail}`;
}

/** Carries two actions out at once: the first has read, and waits to write a row, when the second begins. @returns both answers */
async function both(row: [table: string, id: string], first: [string, object], second: [string, object]) {
  const holder = await api.pool.connect();
  try {
    await holder.query("begin");
    await holder.query(`select from ${row[0]} where id = $1 for no key update`, [row[1]]);
    const before = org.call(...first);
    await untilWaitedFor(api.pool, holder);
    const after = org.call(...second);
    await Promise.race([after, untilWaiting(api.pool, 2)]);
    await holder.query("commit");
    return await Promise.all([before, after]);
  } finally {
    holder.release();
  }
}
const statusOf = async (reminderId: string) => (await org.ok("get_reminder", { reminderId })).status;

describe("reopen_reminder", () => {
  it("takes back that a reminder was done or cancelled, and has it watched again", async () => {
    const fields = { title: "Saldo", dueAt: day(9), notes: "Annullato: così ha scritto il cliente" };
    const { id } = await org.ok("create_reminder", fields);
    for (const status of ["done", "cancelled"]) {
      await close(id, status);
      expect(await reopen(id)).toMatchObject({ status: "pending", dueAt: day(9), notes: fields.notes });
    }
    expect((await ordersFor(api, `watch-reminder:${id}`)).map(({ signal }) => signal)).toEqual([
      null,
      "reminderChanged",
      "reminderChanged",
      "reminderChanged",
      "reminderChanged",
    ]);
    const before = await org.ok("get_reminder", { reminderId: id });
    expect(before).toMatchObject(await reopen(id));
  });

  it("leaves one due whose date has come, and a far one to the sweep", async () => {
    const past = await org.ok("create_reminder", { title: "Saldo", dueAt: day(-3) });
    await close(past.id);
    expect(await reopen(past.id)).toMatchObject({ status: "due", dueAt: day(-3) });
    const far = await org.ok("create_reminder", { title: "Saldo", dueAt: day(300) });
    await close(far.id);
    expect((await reopen(far.id)).status).toBe("pending");
    expect((await ordersFor(api, `watch-reminder:${far.id}`)).filter(({ signal }) => signal === null)).toEqual([]);
  });

  it("follows the clock of an authority's deadline, and refuses where that is closed", async () => {
    const { id: projectId } = await createProject(org);
    const { id: submissionId, reminder } = await org.ok("record_submission", { projectId, decisionDeadline: day(30) });
    await close(reminder.id);
    await org.ok("set_submission_outcome", { submissionId, outcome: "suspended" });
    expect(await reopen(reminder.id)).toMatchObject({ status: "suspended", dueAt: day(30) });
    await close(reminder.id);
    await org.ok("record_submission", { projectId, kind: "integration", submittedAt: day(0) });
    expect(await reopen(reminder.id)).toMatchObject({ status: "pending", dueAt: day(30) });
    await org.ok("set_submission_outcome", { submissionId, outcome: "rejected" });
    expect(await refusal(reminder.id)).toMatch(/^409 .*it was rejected\. .*reopen_submission/);
    await org.ok("update_submission", { submissionId, decisionDeadline: "" });
    expect(await refusal(reminder.id)).toMatch(/^409 .*no decision deadline.*update_submission/);
    await org.ok("delete_submission", { submissionId });
    expect(await refusal(reminder.id)).toMatch(/^409 .*deleted\. .*restore_record/);
  });

  it("waits again for an answer to a sent document, unless it was answered, failed or was sent again", async () => {
    const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
    const { id: docId } = await createIssued(org, { title: "Offerta", contactId });
    const { reminder, workflowId, message } = await org.ok("send_issued_document", { docId });
    await close(reminder.id);
    expect(await reopen(reminder.id)).toMatchObject({ status: "pending", dueAt: reminder.dueAt });
    expect((await ordersFor(api, workflowId)).at(-1)).toEqual({ type: "deliverDocument", signal: "followUpChanged" });
    await org.ok("set_document_status", { docId, status: "accepted" });
    expect(await refusal(reminder.id)).toMatch(/^409 .*is accepted\. .*set_document_status/);
    await org.ok("set_document_status", { docId, status: "issued" });
    await close(reminder.id, "cancelled");
    await api.pool.query("update message set status = 'failed' where id = $1", [message.id]);
    expect(await refusal(reminder.id)).toMatch(/^409 .*never arrived.*send_issued_document/);
    await org.ok("send_issued_document", { docId });
    expect(await refusal(reminder.id)).toMatch(/^409 .*has been sent again/);
  });

  it.each([
    ["rejected", "cancelled"],
    ["suspended", "suspended"],
  ])("leaves nothing open where the submission is %s at the same moment", async (outcome, status) => {
    for (const isFirst of [true, false]) {
      const { id: projectId } = await createProject(org);
      const submission = await org.ok("record_submission", { projectId, decisionDeadline: day(30) });
      const { id: submissionId, reminder } = submission;
      await close(reminder.id);
      const opening = ["reopen_reminder", { reminderId: reminder.id }] as [string, object];
      const deciding = ["set_submission_outcome", { submissionId, outcome }] as [string, object];
      const [, decided] = isFirst
        ? await both(["reminder", reminder.id], opening, deciding)
        : (await both(["submission", submissionId], deciding, opening)).reverse();
      expect(decided?.status).toBe(200);
      // Refused, it stays as the person left it.
      expect([status, "done"]).toContain(await statusOf(reminder.id));
    }
  });

  it("leaves no follow-up open where the document is accepted or sent again at the same moment", async () => {
    for (const [operation, further] of [
      ["set_document_status", { status: "accepted" }],
      ["send_issued_document", {}],
    ] as const) {
      const { id: contactId } = await createContact(org, { email: "maria@cliente.test" });
      const { id: docId } = await createIssued(org, { title: "Offerta", contactId });
      const { reminder } = await org.ok("send_issued_document", { docId });
      await close(reminder.id);
      const answers = await both(
        ["reminder", reminder.id],
        ["reopen_reminder", { reminderId: reminder.id }],
        [operation, { docId, ...further }],
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await statusOf(reminder.id)).toBe("cancelled");
    }
  });
});

describe("a reminder that is restored", () => {
  it("follows its clock where that changes at the same moment", async () => {
    const { id: projectId } = await createProject(org);
    const { id: submissionId, reminder } = await org.ok("record_submission", { projectId, decisionDeadline: day(30) });
    await org.ok("delete_reminder", { reminderId: reminder.id });
    const { deletionId } = await deletionOf(org, reminder.id);
    const answers = await both(
      ["submission", submissionId],
      ["set_submission_outcome", { submissionId, outcome: "approved" }],
      ["restore_record", { deletionId }],
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await statusOf(reminder.id)).toBe("cancelled");
  });
});
