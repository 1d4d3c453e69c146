import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { inDays } from "../../support/days.js";
import { createGuest, createProject, ordersFor, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const reminderOf = (reminderId: string) => org.ok("get_reminder", { reminderId });

describe("record_submission", () => {
  it("adds a filing made now, and changes nothing of the project", async () => {
    const project = await createProject(org);
    const before = Date.now();
    const { submittedAt, ...submission } = await org.ok("record_submission", { projectId: project.id });
    expect(submission).toMatchObject({
      projectId: project.id,
      kind: "submission",
      protocolNumber: null,
      decisionDeadline: null,
      notes: null,
      outcome: null,
      project,
      reminder: null,
      suggestedDeadline: null,
    });
    expect(Date.parse(submittedAt)).toBeGreaterThanOrEqual(before);
    const { submissions } = await org.ok("get_project", { projectId: project.id });
    expect(submissions.map((s: { id: string }) => s.id)).toEqual([submission.id]);
  });

  it("moves the stage, and nothing but the stage, when told to", async () => {
    const project = await createProject(org);
    const body = {
      projectId: project.id,
      advanceStage: "submitted",
      protocolNumber: "PG/7",
      submittedAt: "2026-05-04",
    };
    expect((await org.ok("record_submission", body)).project).toMatchObject({
      stage: "submitted",
      protocolNumber: null,
      submittedAt: null,
    });
  });

  it("reminds of a decision deadline, as given, in Italian", async () => {
    const member = await org.member("member");
    const project = await createProject(org, { name: "Sopralzo via Dante" });
    const body = { projectId: project.id, decisionDeadline: "2031-11-21" };
    const { id, reminder } = await org.ok("record_submission", body, member.key);
    expect(reminder).toMatchObject({
      title: "Termine per la decisione dell'ente: Sopralzo via Dante",
      dueAt: "2031-11-21T00:00:00.000Z",
      kind: "deadline",
      status: "pending",
      projectId: project.id,
    });
    expect((await reminderOf(reminder.id)).submissionId).toBe(id);
    const { rows } = await api.pool.query("select created_by, watched_at from reminder where id = $1", [reminder.id]);
    expect(rows).toEqual([{ created_by: member.userId, watched_at: null }]);
    expect(await ordersFor(api, `watch-reminder:${reminder.id}`)).toEqual([]);
  });

  it("orders the watcher of a deadline that is near", async () => {
    const project = await createProject(org);
    const { reminder } = await org.ok("record_submission", { projectId: project.id, decisionDeadline: inDays(20) });
    expect(await ordersFor(api, `watch-reminder:${reminder.id}`)).toEqual([{ type: "watchReminder", signal: null }]);
  });

  it("suggests the term set by law where no deadline was given, and sets nothing", async () => {
    const project = await createProject(org, { type: "permesso_di_costruire" });
    const filed = { projectId: project.id, submittedAt: "2026-03-02T10:00" };
    const { suggestedDeadline, reminder } = await org.ok("record_submission", filed);
    // 90 days after 2 March are 31 May 2026, a Sunday; 1 June is a Monday.
    expect(suggestedDeadline).toMatchObject({ date: "2026-05-31", effectiveDate: "2026-06-01", rule: "PDC_FINAL" });
    expect(suggestedDeadline.source).toContain("380/2001");
    expect(reminder).toBeNull();
    const given = await org.ok("record_submission", { ...filed, decisionDeadline: inDays(90) });
    expect(given.suggestedDeadline).toBeNull();
    for (const kind of ["reminder", "outcome"])
      expect((await org.ok("record_submission", { ...filed, kind })).suggestedDeadline).toBeNull();
    expect((await org.ok("record_submission", { ...filed, kind: "integration" })).suggestedDeadline).not.toBeNull();
  });

  it("takes null and an empty text as no deadline", async () => {
    const project = await createProject(org);
    for (const decisionDeadline of [null, ""])
      expect(await org.ok("record_submission", { projectId: project.id, decisionDeadline })).toMatchObject({
        decisionDeadline: null,
        reminder: null,
      });
  });

  it("lets an integration with a deadline take over from the filing before", async () => {
    const projectId = (await createProject(org)).id;
    const first = await org.ok("record_submission", { projectId, decisionDeadline: inDays(20) });
    await org.ok("record_submission", { projectId, kind: "integration" });
    expect((await reminderOf(first.reminder.id)).status).toBe("pending");
    const second = await org.ok("record_submission", { projectId, kind: "integration", decisionDeadline: inDays(50) });
    expect(await reminderOf(first.reminder.id)).toMatchObject({
      status: "cancelled",
      notes: "Annullato: un'integrazione ha aperto un nuovo termine.",
    });
    expect((await ordersFor(api, `watch-reminder:${first.reminder.id}`)).map((o) => o.signal)).toEqual([
      null,
      "reminderChanged",
    ]);
    expect((await reminderOf(second.reminder.id)).status).toBe("pending");
  });

  it("leaves the earlier reminder alone when what follows is no integration", async () => {
    const projectId = (await createProject(org)).id;
    const first = await org.ok("record_submission", { projectId, decisionDeadline: inDays(20) });
    await org.ok("record_submission", { projectId, decisionDeadline: inDays(50) });
    expect((await reminderOf(first.reminder.id)).status).toBe("pending");
  });

  it("is for an editor's share, not for a viewer's", async () => {
    const { id: projectId } = await createProject(org);
    const body = { projectId, decisionDeadline: inDays(10) };
    const [editor, viewer] = [await createGuest(org, projectId, "editor"), await createGuest(org, projectId, "viewer")];
    expect((await org.call("record_submission", body, editor.key)).status).toBe(200);
    expect((await org.call("record_submission", body, viewer.key)).status).toBe(403);
    const foreign = await organization(api);
    expect((await foreign.call("record_submission", body)).status).toBe(404);
  });
});

describe("set_submission_outcome", () => {
  it.each([
    ["approved", "Annullato: l'ente ha accolto la domanda."],
    ["rejected", "Annullato: l'ente ha respinto la domanda."],
  ])("%s ends the clock and cancels its reminder", async (outcome, notes) => {
    const projectId = (await createProject(org)).id;
    const submission = await org.ok("record_submission", {
      projectId,
      decisionDeadline: inDays(20),
      notes: "Depositato",
    });
    const body = { submissionId: submission.id, outcome, notes: "Determina 12" };
    for (let i = 0; i < 2; i++)
      expect(await org.ok("set_submission_outcome", body)).toMatchObject({
        outcome,
        notes: "Depositato\nDetermina 12",
      });
    expect(await reminderOf(submission.reminder.id)).toMatchObject({ status: "cancelled", notes });
    const orders = await ordersFor(api, `watch-reminder:${submission.reminder.id}`);
    expect(orders.map((o) => o.signal)).toEqual([null, "reminderChanged"]);
  });

  it("leaves a reminder that is done as it is", async () => {
    const projectId = (await createProject(org)).id;
    const { id, reminder } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(20) });
    await org.ok("complete_reminder", { reminderId: reminder.id });
    await org.ok("set_submission_outcome", { submissionId: id, outcome: "approved" });
    expect(await reminderOf(reminder.id)).toMatchObject({ status: "done", notes: null });
  });

  it("stores suspended without moving the project", async () => {
    const projectId = (await createProject(org)).id;
    const { id } = await org.ok("record_submission", { projectId, decisionDeadline: inDays(20) });
    const result = await org.ok("set_submission_outcome", { submissionId: id, outcome: "suspended" });
    expect(result).toMatchObject({ outcome: "suspended", notes: null });
    expect((await org.ok("get_project", { projectId })).stage).toBe("preparation");
  });

  it("finds no submission of another organization", async () => {
    const foreign = await organization(api);
    const { id } = await foreign.ok("record_submission", { projectId: (await createProject(foreign)).id });
    const { status, detail } = await org.call("set_submission_outcome", { submissionId: id, outcome: "approved" });
    expect([status, detail]).toEqual([404, `submissionId: there is no such record: ${id}`]);
  });
});

describe("delete_project", () => {
  it("deletes what it owns, unlinks what it shows, and cancels the reminders of its submissions", async () => {
    const contact = await org.ok("create_contact", { name: "Comune di Lodi", role: "municipality" });
    const projectId = (await createProject(org, { clientContactId: contact.id })).id;
    await org.ok("connect_contact", { projectId, contactId: contact.id });
    const guest = await createGuest(org, projectId, "viewer");
    const task = await org.ok("create_task", { projectId, title: "Rilievo" });
    const document = await org.ok("create_document", { title: "Preventivo", projectId });
    const own = await org.ok("create_reminder", { title: "Acconto", dueAt: inDays(5), projectId });
    const { id: submissionId, reminder } = await org.ok("record_submission", {
      projectId,
      decisionDeadline: inDays(20),
    });

    expect(await org.ok("delete_project", { projectId })).toEqual({ id: projectId, deleted: true });

    expect((await org.call("get_project", { projectId })).status).toBe(404);
    expect((await org.call("get_task", { taskId: task.id })).status).toBe(404);
    expect((await org.call("set_submission_outcome", { submissionId, outcome: "approved" })).status).toBe(404);
    expect((await org.ok("list_projects", {}, guest.key)).items).toEqual([]);
    expect((await org.ok("get_document", { docId: document.id })).projectId).toBeNull();
    expect((await org.ok("get_contact", { contactId: contact.id })).projects).toEqual([]);
    expect(await reminderOf(own.id)).toMatchObject({ status: "pending", projectId: null });
    expect(await reminderOf(reminder.id)).toMatchObject({
      status: "cancelled",
      projectId: null,
      submissionId: null,
      notes: "Annullato: la pratica è stata eliminata.",
    });
    const orders = await ordersFor(api, `watch-reminder:${reminder.id}`);
    expect(orders.map((o) => o.signal)).toEqual([null, "reminderChanged"]);
    expect((await org.call("delete_project", { projectId })).status).toBe(404);
  });

  it("needs projects:delete, which a member lacks", async () => {
    const { id: projectId } = await createProject(org);
    const member = await org.member("member");
    const { status, detail } = await org.call("delete_project", { projectId }, member.key);
    expect([status, detail]).toEqual([403, expect.stringContaining("projects:delete")]);
  });
});
