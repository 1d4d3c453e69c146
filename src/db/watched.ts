import type { AiRunKind } from "../domain/ai-run.js";
import { horizonMs, noticeDays } from "../domain/horizon.js";

/** Rows of one table that a workflow must watch, and the order that starts it. `t` is the table; `$1` is where the horizon ends. */
export interface WatchedKind {
  table: string;
  workflowType: string;
  /** what wakes a run, and starts one where none is left */
  signal: string;
  workflowId: string;
  input: string;
  summary: string;
  projectId: string;
  recordId: string;
  condition: string;
  /** the column that tells that a watcher was ordered; null where that happens as the row is made */
  mark: string | null;
  /** which rows should have been dealt with long ago, and so have lost their workflow */
  isLate: string | null;
  /** ids of other workflows that, while they run, do the same work */
  coveredBy: string;
}

const longestNoticeDays = Math.max(...Object.values(noticeDays).flat());
const firstNotice = `case t.kind ${Object.entries(noticeDays)
  .filter(([, days]) => days.length > 0)
  .map(([kind, days]) => `when '${kind}' then interval '${days[0]} days'`)
  .join(" ")} else interval '0' end`;

const input = (field: string, column: string) =>
  `jsonb_build_object('organizationId', t.organization_id, '${field}', ${column})`;
const sameFirm = (alias: string) => `${alias}.organization_id = t.organization_id`;
const noOne = "array[]::text[]";

/** Requests to a language model: taken up again where their workflow was lost, and nobody is left to say what became of them. */
function aiRuns(kind: AiRunKind, workflowType: string, summary: string): WatchedKind {
  return {
    table: "ai_run",
    workflowType,
    signal: "runLost",
    workflowId: "t.workflow_id",
    input: input("runId", "t.id"),
    summary,
    projectId: `(select d.project_id from document d where ${sameFirm("d")} and d.id = t.document_id)`,
    recordId: "t.document_id",
    condition: `t.kind = '${kind}' and t.status in ('queued', 'running')`,
    mark: null,
    isLate: "t.created_at < now() - interval '1 hour'",
    coveredBy: noOne,
  };
}

/**
 * All that must be watched, for the sweep and for `workflows repair`. The row is the truth: whatever Temporal knows or has lost,
 * these are the workflows that should run.
 */
export const watchedKinds: readonly WatchedKind[] = [
  {
    table: "reminder",
    workflowType: "watchReminder",
    signal: "reminderChanged",
    workflowId: "'watch-reminder:' || t.id",
    input: input("reminderId", "t.id"),
    summary: "Watches a reminder",
    projectId: "t.project_id",
    recordId: "t.id",
    condition: `t.status = 'pending' and t.due_at < $1::timestamptz + interval '${longestNoticeDays} days' and t.due_at < $1::timestamptz + ${firstNotice}
      and not exists (select from delivery d where ${sameFirm("d")} and d.reminder_id = t.id)
      and not exists (select from submission s where ${sameFirm("s")} and s.id = t.submission_id and s.clock_state = 'suspended')`,
    mark: "watched_at",
    isLate: "t.watched_at is not null and t.due_at < now() - interval '2 days'",
    coveredBy: noOne,
  },
  {
    table: "submission",
    workflowType: "watchSubmission",
    signal: "submissionChanged",
    workflowId: "'watch-submission:' || t.id",
    input: input("submissionId", "t.id"),
    summary: "Watches the decision deadline of a submission",
    projectId: "t.project_id",
    recordId: "t.id",
    condition: "t.clock_state in ('running', 'suspended')",
    mark: null,
    isLate: "t.clock_state = 'running' and t.decision_deadline < now() - interval '2 days'",
    coveredBy: noOne,
  },
  {
    table: "project",
    workflowType: "watchProject",
    signal: "deadlineChanged",
    workflowId: "'watch-project:' || t.id",
    input: input("projectId", "t.id"),
    summary: "Watches the decision deadline of a project",
    projectId: "t.id",
    recordId: "t.id",
    condition: `t.decision_deadline is not null and t.deadline_settled_at is null and t.decision_deadline < $1::timestamptz + interval '${noticeDays.deadline[0]} days'`,
    mark: "deadline_watched_at",
    isLate: "t.decision_deadline < now() - interval '2 days'",
    coveredBy: noOne,
  },
  {
    table: "document",
    workflowType: "expireDocument",
    signal: "documentChanged",
    workflowId: "'expire-document:' || t.id || ':' || t.latest_revision",
    input: `${input("documentId", "t.id")} || jsonb_build_object('revision', t.latest_revision)`,
    summary: "Waits for the last day of an issued document",
    projectId: "t.project_id",
    recordId: "t.id",
    condition: "t.status = 'issued' and t.valid_until is not null and t.valid_until < $1::timestamptz",
    mark: "expiry_watched_at",
    isLate: "t.valid_until < now() - interval '2 days'",
    coveredBy: noOne,
  },
  {
    table: "delivery",
    workflowType: "deliverDocument",
    signal: "followUpChanged",
    workflowId: "'deliver-document:' || t.document_id || ':' || t.n",
    input: input("deliveryId", "t.id"),
    summary: "Delivers a document",
    projectId: `(select d.project_id from document d where ${sameFirm("d")} and d.id = t.document_id)`,
    recordId: "t.document_id",
    condition: `exists (select from message m join reminder r on r.organization_id = m.organization_id and r.id = t.reminder_id
      where ${sameFirm("m")} and m.id = t.message_id and (m.status = 'queued' or (m.status = 'sent' and r.status = 'pending')))`,
    mark: null,
    isLate: null,
    coveredBy: noOne,
  },
  {
    table: "message",
    workflowType: "sendMessage",
    signal: "sendAgain",
    workflowId: "'send-message:' || t.id",
    input: input("messageId", "t.id"),
    summary: "Sends a message",
    projectId: `(select h.project_id from thread h where ${sameFirm("h")} and h.id = t.thread_id)`,
    recordId: "t.id",
    condition: `t.status = 'queued' and t.direction = 'outgoing' and not exists (select from delivery d where ${sameFirm("d")} and d.message_id = t.id)`,
    mark: null,
    isLate: null,
    coveredBy: `array['watch-reminder:' || t.reminder_id, 'watch-submission:' || t.about_id, 'watch-project:' || t.about_id]
      || array(select 'deliver-document:' || d.document_id || ':' || d.n from delivery d where ${sameFirm("d")} and d.reminder_id = t.reminder_id)`,
  },
  aiRuns("draft", "draftDocument", "Drafts a document with a language model"),
  aiRuns("review", "reviewDocument", "Reviews a document with a language model"),
  {
    table: "account_link",
    workflowType: "sendAccountMail",
    signal: "sendAccountMailAgain",
    workflowId: "'send-account-mail:' || t.id",
    input: input("linkId", "t.id"),
    summary: "Sends an invitation or the way to a new password",
    projectId: "null::uuid",
    recordId: "t.id",
    condition: "t.status = 'queued' and t.used_at is null and t.expires_at > now()",
    mark: null,
    isLate: null,
    coveredBy: noOne,
  },
];

/** Up to where dates have a workflow, seen from now. */
export const horizonEnd = (now = new Date()): Date => new Date(now.getTime() + horizonMs);

/** The rows that should be watched; each statement has the horizon's end as `$1`, asked for or not. */
const within = ({ condition }: WatchedKind) => `$1::timestamptz is not null and ${condition}`;

/** The select list of an order in the outbox. */
const orderColumns = (kind: WatchedKind) =>
  `t.organization_id, ${kind.workflowId} as workflow_id, '${kind.workflowType}' as workflow_type, '${kind.signal}' as signal,
   ${kind.input} as input, '${kind.summary}' as summary, ${kind.projectId} as project_id, ${kind.recordId} as record_id`;

const outboxColumns =
  "organization_id, workflow_id, workflow_type, signal, input, summary, project_id, record_id, created_at";
const ordered = "organization_id, workflow_id, workflow_type, signal, input, summary, project_id, record_id, now()";

/** Orders the watchers of at most `$2` rows that have come within the horizon and have none, and marks them. */
export const orderUnmarked = (kind: WatchedKind, mark: string): string => `
  with near as (
    select t.id, ${orderColumns(kind)} from ${kind.table} t
    where ${within(kind)} and t.${mark} is null limit $2 for update of t skip locked),
  marked as (
    update ${kind.table} t set ${mark} = now() from near where t.organization_id = near.organization_id and t.id = near.id)
  insert into outbox (${outboxColumns}) select ${ordered} from near`;

/** Wakes the watchers of what should have been dealt with long ago. */
export const orderLate = (kind: WatchedKind, isLate: string): string => `
  insert into outbox (${outboxColumns})
  select ${ordered} from (select ${orderColumns(kind)} from ${kind.table} t where ${within(kind)} and ${isLate}) late
  where not exists (select from outbox o where o.workflow_id = late.workflow_id)`;

/** Orders the watchers of all rows that should have one. */
export const orderAll = (kind: WatchedKind): string => `
  insert into outbox (${outboxColumns})
  select ${ordered} from (select ${orderColumns(kind)} from ${kind.table} t where ${within(kind)}) watched
  where not exists (select from outbox o where o.workflow_id = watched.workflow_id)`;

/** Pages through the rows that should be watched, by the key of the last one: `$2` organization, `$3` id, `$4` how many. */
export const listWatched = (kind: WatchedKind): string => `
  select t.id, ${kind.coveredBy} as covered_by, ${orderColumns(kind)} from ${kind.table} t
  where ${within(kind)} and (t.organization_id, t.id) > ($2::uuid, $3::uuid) order by t.organization_id, t.id limit $4`;

/** A row as `listWatched` gives it: its own id, and its order. */
export interface WatchedRow {
  id: string;
  organization_id: string;
  workflow_id: string;
  /** ids without an id in them are null */
  covered_by: (string | null)[];
}

/** Orders the watchers of listed rows (`$1`, as JSON), save those that wait for Temporal already. */
export const orderListed = `
  insert into outbox (${outboxColumns})
  select ${ordered} from jsonb_to_recordset($1::jsonb) as listed (organization_id uuid, workflow_id text, workflow_type text, signal text,
    input jsonb, summary text, project_id uuid, record_id uuid)
  where not exists (select from outbox o where o.workflow_id = listed.workflow_id)`;
