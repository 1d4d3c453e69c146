import { expect, it, jest } from "@jest/globals";
import { deliverDocument } from "../../src/contracts/deliver-document.js";
import { expireDocument } from "../../src/contracts/expire-document.js";
import { sendMessage } from "../../src/contracts/send-message.js";
import { watchProject } from "../../src/contracts/watch-project.js";
import { watchReminder } from "../../src/contracts/watch-reminder.js";
import { watchSubmission } from "../../src/contracts/watch-submission.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { activitiesOver } from "../support/activities.js";
import { startApi } from "../support/caller.js";
import { createIssued, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { listOf, uploadList } from "../support/price-list.js";

const model = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://127.0.0.1:9/v1", AI_MODEL: "prova" };
const api = forAllTests(() => startApi({ settings: model, waitLimitMs: 0 }));
const org = forAllTests(() => organization(api));
const activities = forAllTests(() => activitiesOver(api.app.database));

const inDays = (days: number) => new Date(Math.floor(Date.now() / dayMs + days) * dayMs).toISOString();
const orders = async () => {
  const { rows } = await api.pool.query<{ workflow_id: string }>(
    "select workflow_id, workflow_type, signal, input, summary, project_id, record_id from outbox where workflow_type is not null order by workflow_id",
  );
  return rows;
};

/** One of each kind that is watched. @returns the ids of the workflows that watch them */
async function makeOneOfEach(days: number): Promise<string[]> {
  const { id: projectId } = await org.ok("create_project", { name: "Villa Rossi" });
  const reminder = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(days), projectId });
  const submission = await org.ok("record_submission", { projectId, decisionDeadline: inDays(days) });
  await org.ok("update_project_stage", { projectId, stage: "review", decisionDeadline: inDays(days + 1) });
  const contact = await org.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const { id: docId } = await org.ok("create_document", { title: "Preventivo", projectId, contactId: contact.id });
  await org.ok("update_document", { docId, validUntil: inDays(days) });
  await org.ok("issue_document", { docId });
  await org.ok("send_issued_document", { docId });
  const { message } = await org.ok("send_message", { to: "a@example.test", body: "A", projectId });
  const letter = await org.ok("create_document", { title: "Lettera", projectId });
  const { draft } = await org.ok("draft_document_from_instructions", { docId: letter.id, instructions: "Scrivi" });
  const review = await org.ok("review_document", { docId: letter.id });
  return [
    watchReminder.workflowId({ reminderId: reminder.id }),
    watchReminder.workflowId({ reminderId: submission.reminder.id }),
    watchSubmission.workflowId({ submissionId: submission.id }),
    watchProject.workflowId({ projectId }),
    expireDocument.workflowId({ documentId: docId, revision: 1 }),
    deliverDocument.workflowId({ documentId: docId, n: 1 }),
    sendMessage.workflowId({ messageId: message.id }),
    draft.workflowId,
    review.workflowId,
  ].sort();
}

it("orders everything again, just as the actions did, where Temporal knows nothing any more", async () => {
  const ids = await makeOneOfEach(10);
  const ordered = await orders();
  expect(ordered.map((row) => row.workflow_id)).toEqual(ids);
  await api.pool.query("delete from outbox");
  expect(await activities.orderWatchers()).toEqual({ ordered: 0 });
  expect(await activities.orderAllWatchers()).toEqual({ ordered: ids.length });
  // Every order wakes a workflow too.
  const same = ({ signal: _, ...order }: Record<string, unknown>) => order;
  expect((await orders()).map(same)).toEqual(ordered.map(same));
  expect(await activities.orderAllWatchers()).toEqual({ ordered: 0 });
});

it("orders what has come within the horizon, once", async () => {
  await api.pool.query("delete from outbox");
  await makeOneOfEach(100);
  await api.pool.query("delete from outbox");
  expect(await activities.orderWatchers()).toEqual({ ordered: 0 });
  await api.pool.query(
    "update reminder set due_at = now() + interval '34 days' where due_at > now() + interval '90 days'",
  );
  await api.pool.query(
    "update project set decision_deadline = now() + interval '60 days' where decision_deadline > now() + interval '90 days'",
  );
  await api.pool.query(
    "update document set valid_until = now() + interval '34 days' where valid_until > now() + interval '90 days'",
  );
  expect(await activities.orderWatchers()).toEqual({ ordered: 4 });
  expect((await orders()).map((row) => row.workflow_id.split(":")[0])).toEqual([
    "expire-document",
    "watch-project",
    "watch-reminder",
    "watch-reminder",
  ]);
  expect(await activities.orderWatchers()).toEqual({ ordered: 0 });
});

it("wakes what should have been dealt with long ago", async () => {
  await api.pool.query("delete from outbox");
  await api.pool.query(
    "update submission set decision_deadline = now() - interval '3 days' where clock_state = 'running'",
  );
  await api.pool.query("update ai_run set created_at = now() - interval '2 hours' where kind = 'review'");
  await api.pool.query("update project set decision_deadline = now() - interval '3 days'");
  await api.pool.query("update document set valid_until = now() - interval '3 days' where status = 'issued'");
  const { ordered } = await activities.orderWatchers();
  expect(ordered).toBe(8);
  expect([...new Set((await orders()).map((row) => row.workflow_id.split(":")[0]))]).toEqual([
    "expire-document",
    "review-document",
    "watch-project",
    "watch-submission",
  ]);
});

it("wakes nothing that passed yesterday, nor a suspended clock", async () => {
  await makeOneOfEach(10);
  await api.pool.query("delete from outbox");
  await api.pool.query("update submission set decision_deadline = now() + interval '3 days', clock_state = 'running'");
  await api.pool.query("update reminder set due_at = now() - interval '1 day', watched_at = now()");
  await api.pool.query("update ai_run set created_at = now()");
  await api.pool.query("update project set decision_deadline = now() - interval '1 day', deadline_watched_at = now()");
  await api.pool.query("update document set valid_until = now() - interval '1 day', expiry_watched_at = now()");
  expect(await activities.orderWatchers()).toEqual({ ordered: 0 });
  await api.pool.query(
    "update submission set decision_deadline = now() - interval '3 days', clock_state = 'suspended'",
  );
  expect(await activities.orderWatchers()).toEqual({ ordered: 0 });
  await api.pool.query("update reminder set due_at = now() - interval '3 days' where submission_id is null");
  expect((await activities.orderWatchers()).ordered).toBeGreaterThan(0);
});

it("goes on with a delivery as long as its follow-up waits, and with the follow-up alone where its mail was deleted", async () => {
  await api.pool.query("delete from outbox");
  const ids = await makeOneOfEach(10);
  const deliver = ids.find((id) => id.startsWith("deliver-document")) as string;
  const documentId = deliver.split(":")[1];
  const watched = async () => {
    await api.pool.query("delete from outbox");
    await activities.orderAllWatchers();
    return (await orders()).map((row) => row.workflow_id);
  };
  await api.pool.query(
    "update message set status = 'uncertain', handed_over_at = now() where id in (select message_id from delivery where document_id = $1)",
    [documentId],
  );
  const { rows } = await api.pool.query("select reminder_id from delivery where document_id = $1", [documentId]);
  const followUp = watchReminder.workflowId({ reminderId: rows[0].reminder_id });
  expect((await watched()).filter((id) => id === deliver || id === followUp)).toEqual([deliver]);
  await api.pool.query("update delivery set message_id = null where document_id = $1", [documentId]);
  await api.pool.query("update reminder set due_at = now() + interval '1 day' where id = $1", [rows[0].reminder_id]);
  expect((await watched()).filter((id) => id === deliver || id === followUp)).toEqual([followUp]);
});

it("waits for the receipts of a PEC that was accepted", async () => {
  await api.pool.query("delete from outbox");
  const ids = await makeOneOfEach(10);
  const send = ids.find((id) => id.startsWith("send-message")) as string;
  const asSent = "update message set channel = 'pec', status = $2, handed_over_at = now() where id = $1";
  for (const [status, count] of [
    ["sent", 1],
    ["delivered", 0],
  ] as const) {
    await api.pool.query(asSent, [send.split(":")[1], status]);
    await api.pool.query("delete from outbox");
    await activities.orderAllWatchers();
    expect((await orders()).filter((row) => row.workflow_id === send)).toHaveLength(count);
  }
  await api.pool.query("update message set channel = 'email'");
});

it("orders every watcher of more rows than it reads at once, also of one that is only signalled", async () => {
  const { id } = await org.ok("create_reminder", { title: "Saldo", dueAt: inDays(20) });
  await api.pool.query(
    `insert into reminder select (json_populate_record(r, json_build_object('id', gen_random_uuid(), 'watched_at', null))).*
     from reminder r, generate_series(1, 1500) where r.id = $1`,
    [id],
  );
  await api.pool.query("delete from outbox");
  expect((await activities.orderWatchers()).ordered).toBeGreaterThanOrEqual(1_500);
  await api.pool.query("delete from outbox");
  await api.pool.query(
    "insert into outbox (organization_id, workflow_id, signal, created_at) values ($1, $2, 'reminderChanged', now())",
    [org.organizationId, watchReminder.workflowId({ reminderId: id })],
  );
  await activities.orderAllWatchers();
  const ordered = (await orders()).map((row) => row.workflow_id);
  expect(ordered.filter((each) => each.startsWith("watch-reminder")).length).toBeGreaterThan(1_500);
  expect(ordered).toContain(watchReminder.workflowId({ reminderId: id }));
  await api.pool.query("delete from reminder where title = 'Saldo' and id <> $1", [id]);
});

it("has no watcher for a suspended clock's reminder, nor for what is closed", async () => {
  await api.pool.query("delete from outbox");
  await api.pool.query("update submission set clock_state = 'suspended'");
  await api.pool.query("update reminder set status = 'done' where submission_id is null");
  await api.pool.query("update project set deadline_settled_at = now()");
  await api.pool.query("update document set status = 'accepted'");
  await api.pool.query("update message set status = 'sent'");
  await api.pool.query("update ai_run set status = 'done'");
  await activities.orderAllWatchers();
  expect([...new Set((await orders()).map((row) => row.workflow_id.split(":")[0]))]).toEqual(["watch-submission"]);
});

it("tells of a key that ends 14 days and a day before, each once, its user or the owners", async () => {
  const firm = await organization(api);
  const [owner, member] = [await firm.member("owner"), await firm.member("member")];
  const made = "2026-01-10T12:00:00Z";
  const key = (
    name: string,
    userId: string | null,
    fields: { createdAt?: string; revokedAt?: string; expiresAt?: string } = {},
  ) =>
    api.pool.query(
      `insert into api_key (id, organization_id, user_id, name, secret_sha256, created_at, expires_at, revoked_at)
       values (gen_random_uuid(), $1, $2, $3, '', $4, $6, $5)`,
      [
        firm.organizationId,
        userId,
        name,
        fields.createdAt ?? made,
        fields.revokedAt ?? null,
        fields.expiresAt ?? "2026-03-29T22:00Z",
      ],
    );
  await key("Gestionale", null);
  await key("Portatile", member.userId);
  await key("Per una settimana", member.userId, { createdAt: "2026-03-22T22:00:00Z" });
  await key("Revocata", null, { revokedAt: made });
  const told = async (at: string) => {
    await activities.tellOfEndingKeys({ at: Date.parse(at) });
    const { rows } = await api.pool.query<{ email: string; about: string }>(
      `with gone as (delete from account_link where organization_id = $1 and kind = 'key_ends' returning *)
       select email, about from gone g where exists (select from outbox where workflow_id = 'send-account-mail:' || g.id) order by about`,
      [firm.organizationId],
    );
    return rows.map(({ email, about }) => `${about}: ${email}`);
  };
  const both = [`2026-03-29 Gestionale: ${owner.email}`, `2026-03-29 Portatile: ${member.email}`];
  expect(await told("2026-03-15T21:59Z")).toEqual([]);
  expect(await told("2026-03-15T22:00Z")).toEqual(both);
  expect(await told("2026-03-20T22:00Z")).toEqual([]);
  expect(await told("2026-03-28T22:00Z")).toEqual([both[0], `2026-03-29 Per una settimana: ${member.email}`, both[1]]);
  expect(await told("2026-03-29T21:00Z")).toEqual([]);
  expect(await told("2026-03-30T22:00Z")).toEqual([]);
  await key("Per un anno", null, { expiresAt: "2026-05-29T13:05:59Z" });
  expect(await told("2026-05-20T12:00Z")).toEqual([`2026-05-29T1505 Per un anno: ${owner.email}`]);
});

it("tells of the other keys where one organization's mail can't be ordered, and of that one with a later sweep", async () => {
  const firms = [await organization(api), await organization(api)];
  for (const firm of firms) {
    await firm.member("owner");
    await api.pool.query(
      `insert into api_key (id, organization_id, name, secret_sha256, created_at, expires_at)
       values (gen_random_uuid(), $1, 'Gestionale', '', '2026-05-01T12:00Z', '2026-07-01T12:00Z')`,
      [firm.organizationId],
    );
  }
  const query = UnitOfWork.prototype.query;
  const spy = jest.spyOn(UnitOfWork.prototype, "query").mockImplementation(function (this: UnitOfWork, text, values) {
    if (values?.[0] === firms[0]?.organizationId) return Promise.reject(new Error("refused"));
    return query.call(this, text, values) as Promise<never[]>;
  });
  const at = Date.parse("2026-06-20T12:00Z");
  expect(await activities.tellOfEndingKeys({ at })).toEqual({ told: 1, failed: 1 });
  spy.mockRestore();
  expect(await activities.tellOfEndingKeys({ at })).toEqual({ told: 1, failed: 0 });
});

it("forgets what was deleted more than 30 days ago, and nothing else", async () => {
  const { id: projectId } = await org.ok("create_project", { name: "Villa Rossi" });
  for (const title of ["Rilievo", "Foto", "Relazione"]) {
    const { id: taskId } = await org.ok("create_task", { projectId, title });
    await org.ok("delete_task", { taskId });
  }
  await api.pool.query(
    `with old as (delete from deletion where title <> 'Foto' returning *)
     insert into deletion select organization_id, id, kind, record_id, title, deleted_at - interval '720 hours', user_id, key_id from old`,
  );
  const { rows } = await api.pool.query("select id from deletion where title = 'Foto'");
  expect(await activities.forgetDeletions()).toEqual({ forgotten: 2, failed: 0 });
  expect((await api.pool.query("select id from deletion")).rows).toEqual(rows);
});

it("wakes a message, a delivery and an account's mail that have waited for two days, and none of a month", async () => {
  const firm = await organization(api);
  const { message } = await firm.ok("send_message", { to: "a@example.test", body: "A" });
  const contact = await firm.ok("create_contact", { name: "Maria", email: "maria@cliente.test" });
  const send = async (title: string) => {
    const { id: docId } = await createIssued(firm, { title, contactId: contact.id });
    const sent = await firm.ok("send_issued_document", { docId });
    return {
      workflowId: sent.workflowId as string,
      messageId: sent.message.id as string,
      reminderId: sent.reminder.id,
    };
  };
  const [unsent, followed] = [await send("Preventivo"), await send("Lettera")];
  await api.pool.query(
    `insert into message (organization_id, id, direction, channel, to_address, body, attachments, status, message_id_header, created_at, updated_at)
     select organization_id, gen_random_uuid(), 'outgoing', 'email', 'a@example.test', 'A notice', '[]', 'queued', 'notice@pratica.test', now(), now()
     from message where id = $1`,
    [message.id],
  );
  await api.pool.query(
    `insert into account_link (id, organization_id, kind, email, created_at, expires_at)
     values (gen_random_uuid(), $1, 'invitation', 'a@example.test', now(), now() + interval '7 days')`,
    [firm.organizationId],
  );
  const woken = async (age: string) => {
    await api.pool.query("delete from outbox");
    for (const table of ["message", "account_link"])
      await api.pool.query(`update ${table} set created_at = now() - $1::interval where organization_id = $2`, [
        age,
        firm.organizationId,
      ]);
    await activities.orderWatchers();
    const { rows } = await api.pool.query(
      'select workflow_id, workflow_type from outbox where organization_id = $1 order by workflow_id collate "C"',
      [firm.organizationId],
    );
    return rows;
  };
  expect(await woken("1 day")).toEqual([]);
  expect((await woken("3 days")).map((row) => row.workflow_id)).toEqual([
    unsent.workflowId,
    followed.workflowId,
    expect.stringContaining("send-account-mail:"),
    sendMessage.workflowId({ messageId: message.id }),
  ]);
  await api.pool.query(
    "update message set status = 'sent', handed_over_at = now() where organization_id = $1 and id = $2",
    [firm.organizationId, followed.messageId],
  );
  expect(await woken("40 days")).toEqual([]);
  await api.pool.query("update reminder set due_at = now() - interval '3 days' where id = $1", [followed.reminderId]);
  expect((await woken("40 days")).map((row) => row.workflow_id)).toEqual([followed.workflowId]);
});

it("wakes an import that has not ended for hours, and none that may still be read", async () => {
  await org.ok("import_price_book", { fileId: await uploadList(api, org, listOf([])) });
  const woken = async (age: string) => {
    await api.pool.query("delete from outbox");
    await api.pool.query("update price_book_import set created_at = now() - $1::interval", [age]);
    await activities.orderWatchers();
    return (await orders()).filter((row) => row.workflow_id.startsWith("import-price-book:")).length;
  };
  expect([await woken("1 hour"), await woken("3 hours")]).toEqual([0, 1]);
});
