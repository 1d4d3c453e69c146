import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { inDays } from "../../support/days.js";
import {
  createContact,
  createGuest,
  createIssued,
  createProject,
  ordersFor,
  organization,
  type TestRecord,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const stranger = forAllTests(() => organization(api, "Altro Studio"));
const createReminder = (fields: object = {}) =>
  org.ok("create_reminder", { title: "Saldo", dueAt: inDays(60), ...fields });

describe("create_reminder", () => {
  it("is pending and generic, for the organization as a whole", async () => {
    const dueAt = inDays(60);
    expect(await createReminder({ dueAt, notes: "", projectId: "" })).toMatchObject({
      title: "Saldo",
      dueAt,
      kind: "generic",
      status: "pending",
      projectId: null,
      notes: null,
    });
  });

  it("remembers who made it", async () => {
    const member = await org.member("member");
    const { id } = await org.ok("create_reminder", { title: "x", dueAt: inDays(60) }, member.key);
    const { rows } = await api.pool.query("select created_by from reminder where id = $1", [id]);
    expect(rows).toEqual([{ created_by: member.userId }]);
  });

  it("warns of a hearing on a day on which no court sits, also where a correction makes it one", async () => {
    const codes = ({ warnings = [] }: TestRecord) => warnings.map(({ code }: { code: string }) => code);
    const christmas = "2026-12-25T10:00";
    expect(codes(await createReminder({ dueAt: christmas, kind: "hearing" }))).toContain("on_holiday");
    const reminder = await createReminder({ dueAt: christmas, kind: "payment" });
    expect(codes(reminder)).not.toContain("on_holiday");
    const corrected = (fields: object) => org.ok("update_reminder", { reminderId: reminder.id, ...fields });
    expect(codes(await corrected({ kind: "hearing" }))).toContain("on_holiday");
    expect(codes(await corrected({ dueAt: "2027-01-04T10:00" }))).not.toContain("on_holiday");
  });

  it.each([
    ["34 days away", () => inDays(34), true],
    ["36 days away", () => inDays(36), false],
    ["in the past", () => "2020-01-01", true],
    ["now", () => Date.now(), true],
  ])("%s: is watched from the start only within the horizon", async (_, dueAt, watched) => {
    const { id } = await createReminder({ dueAt: dueAt() });
    const orders = watched ? [{ type: "watchReminder", signal: null }] : [];
    expect(await ordersFor(api, `watch-reminder:${id}`)).toEqual(orders);
    const { rows } = await api.pool.query("select watched_at is not null as watched from reminder where id = $1", [id]);
    expect(rows).toEqual([{ watched }]);
  });

  it("orders the watcher with ids alone, for the project's page in the Temporal UI", async () => {
    const { id: projectId } = await createProject(org);
    const { id } = await createReminder({ dueAt: inDays(3), projectId, title: "Rogito Bianchi" });
    const { rows } = await api.pool.query(
      "select input, summary, project_id, record_id from outbox where record_id = $1",
      [id],
    );
    expect(rows).toEqual([
      {
        input: { organizationId: org.organizationId, reminderId: id },
        summary: "Watches a reminder",
        project_id: projectId,
        record_id: id,
      },
    ]);
  });

  it.each([
    ["no date", { title: "x" }, "/dueAt"],
    ["null as date", { title: "x", dueAt: null }, "/dueAt"],
    ["an empty date", { title: "x", dueAt: "" }, "/dueAt"],
    ["a blank title", { title: " ", dueAt: 0 }, "/title"],
  ])("refuses %s", async (_, body, pointer) => {
    const { status, errors } = await org.call("create_reminder", body);
    expect([status, errors.map((e) => e.pointer)]).toEqual([400, [pointer]]);
  });

  it("finds no project of another organization", async () => {
    const { id: projectId } = await createProject(stranger);
    const { status, detail } = await org.call("create_reminder", { title: "x", dueAt: inDays(1), projectId });
    expect([status, detail]).toEqual([404, `projectId: there is no such record: ${projectId}`]);
  });

  it("is for a guest only in a project shared for editing", async () => {
    const { id: projectId } = await createProject(org);
    const editor = await createGuest(org, projectId, "editor");
    const body = { title: "x", dueAt: inDays(1) };
    expect((await org.call("create_reminder", { ...body, projectId }, editor.key)).status).toBe(200);
    expect((await org.call("create_reminder", body, editor.key)).status).toBe(403);
  });
});

describe("update_reminder", () => {
  const correct = (reminderId: string, fields: object) => org.ok("update_reminder", { reminderId, ...fields });
  const signals = async (reminderId: string) =>
    (await ordersFor(api, `watch-reminder:${reminderId}`)).map(({ signal }) => signal);

  it("changes what is given, clears what is empty, and leaves the rest", async () => {
    const { id: projectId } = await createProject(org);
    const { updatedAt, ...reminder } = await createReminder({ notes: "IBAN in calce", projectId });
    const plain = async (fields: object) => {
      const { updatedAt: _, ...corrected } = await correct(reminder.id, fields);
      return corrected;
    };
    expect(await plain({})).toEqual(reminder);
    const changed = { ...reminder, title: "Acconto", kind: "payment", dueAt: "2031-02-01T00:00:00.000Z" };
    expect(await plain({ title: " Acconto ", kind: "payment", dueAt: "2031-02-01" })).toEqual(changed);
    expect(await plain({ notes: "", projectId: "" })).toEqual({ ...changed, notes: null, projectId: null });
    for (const fields of [{ title: " " }, { dueAt: "" }, { dueAt: null }, { status: "pending" }])
      expect((await org.call("update_reminder", { reminderId: reminder.id, ...fields })).status).toBe(400);
  });

  it("has a near date watched at once, and leaves a far one to the sweep", async () => {
    const { id } = await createReminder({ dueAt: inDays(300) });
    const watched = async () =>
      (await api.pool.query("select watched_at is not null as watched from reminder where id = $1", [id])).rows[0]
        .watched;
    await correct(id, { title: "Saldo finale" });
    expect([await signals(id), await watched()]).toEqual([[], false]);
    await correct(id, { dueAt: inDays(3) });
    expect([await signals(id), await watched()]).toEqual([["reminderChanged"], true]);
    await correct(id, { dueAt: inDays(300) });
    expect([await signals(id), await watched()]).toEqual([["reminderChanged", "reminderChanged"], false]);
  });

  it("makes one that was due or closed pending again with another date, and by nothing else", async () => {
    const { id } = await createReminder({ dueAt: inDays(-1) });
    await api.pool.query("update reminder set status = 'due', fired_at = now(), version = version + 1 where id = $1", [
      id,
    ]);
    expect((await correct(id, { notes: "x" })).status).toBe("due");
    expect((await correct(id, { dueAt: inDays(4) })).status).toBe("pending");
    await org.ok("complete_reminder", { reminderId: id });
    expect((await correct(id, { title: "Saldo" })).status).toBe("done");
    expect((await correct(id, { dueAt: inDays(5) })).status).toBe("pending");
    expect((await signals(id)).at(-1)).toBe("reminderChanged");
  });

  it("leaves the date of an authority's deadline to its submission", async () => {
    const { id: projectId } = await createProject(org);
    const submission = await org.ok("record_submission", { projectId, decisionDeadline: "2031-11-21" });
    const reminderId = submission.reminder.id;
    for (const fields of [{ dueAt: "2031-11-20" }, { kind: "generic" }, { projectId: "" }]) {
      const { status, detail } = await org.call("update_reminder", { reminderId, ...fields });
      expect([status, detail]).toEqual([409, expect.stringContaining(`change submission ${submission.id}`)]);
    }
    const same = { dueAt: "2031-11-21", kind: "deadline", projectId };
    expect(await correct(reminderId, { ...same, title: "Termine SUE" })).toMatchObject({
      ...same,
      title: "Termine SUE",
      dueAt: "2031-11-21T00:00:00.000Z",
    });
  });

  it("lets a guest take no reminder out of its project", async () => {
    const { id: projectId } = await createProject(org);
    const { id: reminderId } = await createReminder({ projectId });
    const guest = await createGuest(org, projectId, "editor");
    const call = (fields: object) => org.call("update_reminder", { reminderId, ...fields }, guest.key);
    expect((await call({ title: "Saldo", projectId })).status).toBe(200);
    expect((await call({ projectId: "" })).status).toBe(403);
  });
});

describe("complete_reminder", () => {
  it("is done unless cancelled is asked for; one may follow the other", async () => {
    const { id: reminderId } = await createReminder({ dueAt: inDays(3) });
    expect((await org.ok("complete_reminder", { reminderId })).status).toBe("done");
    expect((await org.ok("complete_reminder", { reminderId })).status).toBe("done");
    expect((await org.ok("complete_reminder", { reminderId, status: "cancelled" })).status).toBe("cancelled");
    const orders = await ordersFor(api, `watch-reminder:${reminderId}`);
    expect(orders.map((o) => o.signal)).toEqual([null, "reminderChanged"]);
    expect((await org.call("complete_reminder", { reminderId, status: "pending" })).status).toBe(400);
  });

  it("tells the delivery whose follow-up it is", async () => {
    const contact = await createContact(org);
    const { id: docId } = await createIssued(org, { title: "Parcella", contactId: contact.id });
    const { reminder, workflowId } = await org.ok("send_issued_document", { docId });
    await org.ok("complete_reminder", { reminderId: reminder.id });
    expect(workflowId).toBe(`deliver-document:${docId}:1`);
    const orders = await ordersFor(api, workflowId);
    expect(orders.map((o) => o.signal)).toEqual([null, "followUpChanged"]);
  });

  it("shows another organization nothing", async () => {
    const { id: reminderId } = await createReminder();
    expect((await stranger.call("complete_reminder", { reminderId })).status).toBe(404);
    expect((await org.ok("get_reminder", { reminderId })).status).toBe("pending");
  });
});

describe("closing the follow-ups of a document", () => {
  it("cancels the open one with the reason in its notes, and tells its delivery", async () => {
    const contact = await createContact(org);
    const { id: docId } = await createIssued(org, { title: "Parcella", contactId: contact.id });
    const first = await org.ok("send_issued_document", { docId });
    const second = await org.ok("send_issued_document", { docId });
    await org.ok("set_document_status", { docId, status: "accepted" });
    const ended = async (reminderId: string) => {
      const { status, notes } = await org.ok("get_reminder", { reminderId });
      return [status, notes];
    };
    expect(await ended(first.reminder.id)).toEqual(["cancelled", "Annullato: il documento è stato inviato di nuovo."]);
    expect(await ended(second.reminder.id)).toEqual(["cancelled", "Annullato: il documento è stato accettato."]);
    for (const { workflowId } of [first, second])
      expect((await ordersFor(api, workflowId)).map((o) => o.signal)).toEqual([null, "followUpChanged"]);
  });
});

describe("list_reminders", () => {
  it("filters by project, kind, status and date", async () => {
    const own = await organization(api);
    const { id: projectId } = await createProject(own);
    const add = (fields: object) => own.ok("create_reminder", { title: "x", dueAt: "2031-01-10", ...fields });
    const hearing = await add({ kind: "hearing", projectId });
    const payment = await add({ kind: "payment", dueAt: "2031-02-10" });
    await own.ok("complete_reminder", { reminderId: payment.id });
    const ids = async (filters: object) =>
      (await own.ok<{ items: { id: string }[] }>("list_reminders", filters)).items.map((r) => r.id);
    expect(await ids({})).toEqual([payment.id, hearing.id]);
    expect(await ids({ projectId })).toEqual([hearing.id]);
    expect(await ids({ kind: "payment" })).toEqual([payment.id]);
    expect(await ids({ status: "done" })).toEqual([payment.id]);
    expect(await ids({ dueFrom: "2031-02-01" })).toEqual([payment.id]);
    expect(await ids({ dueFrom: "2031-01-10", dueBefore: "2031-02-10" })).toEqual([hearing.id]);
  });

  it("tells the deadlines of several submissions of a project apart", async () => {
    const { id: projectId } = await createProject(org);
    const dueOn = async (decisionDeadline: string) => {
      const { id } = await org.ok("record_submission", { projectId, decisionDeadline });
      return {
        title: "Termine per la decisione dell'ente: Ristrutturazione Villa Rossi",
        documentId: null,
        submissionId: id,
      };
    };
    const [first, second] = [await dueOn("2031-11-21"), await dueOn("2031-12-05")];
    expect((await org.ok("list_reminders", { projectId })).items).toMatchObject([second, first]);
  });

  it("shows a guest the reminders of shared projects", async () => {
    const { id: projectId } = await createProject(org);
    const reminder = await createReminder({ projectId });
    const guest = await createGuest(org, projectId, "viewer");
    const { items } = await org.ok<{ items: { id: string }[] }>("list_reminders", {}, guest.key);
    expect(items.map((r) => r.id)).toEqual([reminder.id]);
  });
});
