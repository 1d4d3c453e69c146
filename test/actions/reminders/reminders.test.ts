import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startApi, type TestApi } from "../../support/caller.js";
import {
  createContact,
  createGuest,
  createProject,
  ordersFor,
  organization,
  type TestOrganization,
} from "../../support/factories.js";

let api: TestApi;
let org: TestOrganization;
let stranger: TestOrganization;
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const createReminder = (fields: object = {}) =>
  org.ok("create_reminder", { title: "Saldo", dueAt: inDays(60), ...fields });

beforeAll(async () => {
  api = await startApi();
  org = await organization(api);
  stranger = await organization(api, "Altro Studio");
});
afterAll(() => api.close());

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
    const { id: docId } = await org.ok("create_document", { title: "Parcella", contactId: contact.id });
    await org.ok("issue_document", { docId });
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
    const { id: docId } = await org.ok("create_document", { title: "Parcella", contactId: contact.id });
    await org.ok("issue_document", { docId });
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

  it("shows a guest the reminders of shared projects", async () => {
    const { id: projectId } = await createProject(org);
    const reminder = await createReminder({ projectId });
    const guest = await createGuest(org, projectId, "viewer");
    const { items } = await org.ok<{ items: { id: string }[] }>("list_reminders", {}, guest.key);
    expect(items.map((r) => r.id)).toEqual([reminder.id]);
  });
});
