import { aiRunWorkflows } from "../../contracts/ai-run.js";
import { deliverDocument } from "../../contracts/deliver-document.js";
import { expireDocument } from "../../contracts/expire-document.js";
import { fetchFiles } from "../../contracts/fetch-files.js";
import { importPriceBook } from "../../contracts/import-price-book.js";
import { type AccountMailKind, sendAccountMail } from "../../contracts/send-account-mail.js";
import { sendMessage } from "../../contracts/send-message.js";
import { watchProject } from "../../contracts/watch-project.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import { watchSubmission } from "../../contracts/watch-submission.js";
import type { WakeableContract, WorkflowOwner } from "../../contracts/workflow-contract.js";
import type { AiRunKind } from "../../domain/ai-run.js";
import { noticeDays } from "../../domain/calendar/horizon.js";
import { pendingSince } from "./pending-reminders.js";

/** A row that should have a workflow, with the values from which the contract makes its order. */
export type WatchedRow<S> = S & WorkflowOwner & { rowId: string };

/** A kind of rows of one table that each need a workflow. In the SQL, `t` is the table and `$1` the end of the horizon. */
export interface WatchedKind<S extends object = object> {
  table: string;
  contract: WakeableContract<S>;
  /** the select list of what the contract needs, apart from the organization */
  subject: string;
  condition: string;
  /** the column that records when a watcher was ordered; null: it is ordered when the row is created */
  mark: string | null;
  /** the condition of rows that should have been dealt with long ago, so that their workflow must be lost */
  isLate: string;
  /** whether the workflow waits for days, whose moments follow from the organization's time zone and holidays */
  isDated?: boolean;
  /** the ids of other workflows that do the same work while they are open */
  coveredBy?(row: WatchedRow<S>): string[];
}

/** Checks that the rows fit their contract, and widens the type, so that one list can hold all kinds. */
const kind = <S extends object>(watched: WatchedKind<S>): WatchedKind => watched as unknown as WatchedKind;

const longestNoticeDays = Math.max(...Object.values(noticeDays).flat());
const firstNotice = `case t.kind ${Object.entries(noticeDays)
  .filter(([, days]) => days.length > 0)
  .map(([kind, days]) => `when '${kind}' then interval '${days[0]} days'`)
  .join(" ")} else interval '0' end`;

const sameOrganization = (alias: string) => `${alias}.organization_id = t.organization_id`;
const projectOfDocument = `(select d.project_id from document d where ${sameOrganization("d")} and d.id = t.document_id)`;
const ofRevision = (column: string) =>
  `(select r.${column} from document_revision r where ${sameOrganization("r")} and r.id = t.revision_id)`;
/** Whether a delivery's message `m` and the reminder `r` of its follow-up fulfil a condition. */
const ofDelivery = (condition: string) =>
  `exists (select from message m join reminder r on r.organization_id = m.organization_id and r.id = t.reminder_id
     where ${sameOrganization("m")} and m.id = t.message_id and (${condition}))`;

/** Open runs of a language model. If the workflow of one is lost, the sweep starts it again, so that the run gets an outcome. */
const aiRuns = (runKind: AiRunKind): WatchedKind =>
  kind<{ runId: string; documentId: string; n: number }>({
    table: "ai_run",
    contract: aiRunWorkflows[runKind],
    subject: `t.id as "runId", t.document_id as "documentId", t.n, ${projectOfDocument} as "projectId"`,
    condition: `t.kind = '${runKind}' and t.status in ('queued', 'running')`,
    mark: null,
    isLate: "t.created_at < now() - interval '1 hour'",
  });

/**
 * A message that can't be sent has its outcome after a day, so one still open after two days has lost its workflow. After a month it is
 * left to people: what it says may not hold any more.
 */
const isForgotten = "created_at between now() - interval '30 days' and now() - interval '2 days'";

interface WatchedMessage {
  messageId: string;
  isNotice: boolean;
  reminderId: string | null;
  aboutId: string | null;
  /** the deliveries that the message's reminder follows up */
  deliveries: { documentId: string; n: number }[];
}

/**
 * All rows that must have a workflow, for the sweep and for `workflows repair`. The row is the truth: these are the workflows that
 * should be open, whatever Temporal knows or has lost.
 */
export const watchedKinds: readonly WatchedKind[] = [
  kind<{ reminderId: string }>({
    table: "reminder",
    contract: watchReminder,
    isDated: true,
    subject: `t.id as "reminderId", t.project_id as "projectId"`,
    condition: `t.status = 'pending' and t.due_at < $1::timestamptz + interval '${longestNoticeDays} days' and t.due_at < $1::timestamptz + ${firstNotice}
      and not exists (select from delivery d where ${sameOrganization("d")} and d.reminder_id = t.id and d.message_id is not null)
      and not exists (select from submission s where ${sameOrganization("s")} and s.id = t.submission_id and s.clock_state = 'suspended')`,
    mark: "watched_at",
    isLate: "t.watched_at is not null and t.due_at < now() - interval '2 days'",
  }),
  kind<{ submissionId: string }>({
    table: "submission",
    contract: watchSubmission,
    isDated: true,
    subject: `t.id as "submissionId", t.project_id as "projectId"`,
    condition: "t.clock_state in ('running', 'suspended')",
    mark: null,
    isLate: "t.clock_state = 'running' and t.decision_deadline < now() - interval '2 days'",
  }),
  kind<{ projectId: string }>({
    table: "project",
    contract: watchProject,
    isDated: true,
    subject: `t.id as "projectId"`,
    condition: `t.decision_deadline is not null and t.deadline_settled_at is null
      and t.decision_deadline < $1::timestamptz + interval '${noticeDays.deadline[0]} days'`,
    mark: "deadline_watched_at",
    isLate: "t.decision_deadline < now() - interval '2 days'",
  }),
  kind<{ documentId: string; revision: number }>({
    table: "document",
    contract: expireDocument,
    isDated: true,
    subject: `t.id as "documentId", t.latest_revision as revision, t.project_id as "projectId"`,
    condition: "t.status = 'issued' and t.valid_until is not null and t.valid_until < $1::timestamptz",
    mark: "expiry_watched_at",
    isLate: "t.valid_until < now() - interval '2 days'",
  }),
  kind<{ deliveryId: string; documentId: string; n: number; number: string; revision: number }>({
    table: "delivery",
    contract: deliverDocument,
    subject: `t.id as "deliveryId", t.document_id as "documentId", t.n, ${projectOfDocument} as "projectId",
      ${ofRevision("number")} as number, ${ofRevision("revision")} as revision`,
    condition: ofDelivery(`(m.status = 'queued' and m.handed_over_at is null)
      or (m.status in ('queued', 'sent', 'delivered', 'uncertain') and r.status = 'pending')`),
    mark: null,
    // From the few messages and reminders that are late: deliveries become ever more.
    isLate: `(t.organization_id, t.id) in (
      select d.organization_id, d.id from message m join delivery d on d.organization_id = m.organization_id and d.message_id = m.id
        where m.status = 'queued' and m.handed_over_at is null and m.${isForgotten}
      union all
      select d.organization_id, d.id from (${pendingSince("now() - interval '2 days'")}) r
        join delivery d on d.organization_id = r.organization_id and d.reminder_id = r.id)`,
  }),
  kind<WatchedMessage>({
    table: "message",
    contract: sendMessage,
    subject: `t.id as "messageId", t.thread_id is null as "isNotice", t.reminder_id as "reminderId", t.about_id as "aboutId",
      (select h.project_id from thread h where ${sameOrganization("h")} and h.id = t.thread_id) as "projectId",
      coalesce((select json_agg(json_build_object('documentId', d.document_id, 'n', d.n)) from delivery d
        where ${sameOrganization("d")} and d.reminder_id = t.reminder_id), '[]') as deliveries`,
    condition: `t.direction = 'outgoing' and ((t.status = 'queued'
        and not exists (select from delivery d where ${sameOrganization("d")} and d.message_id = t.id))
      or (t.channel = 'pec' and t.status in ('queued', 'sent') and t.handed_over_at is not null))`,
    mark: null,
    // A notice is handed over by the watcher that wrote it: beside one, this workflow would send it twice.
    isLate: `t.thread_id is not null and t.${isForgotten}`,
    coveredBy: ({ reminderId, aboutId, deliveries }) => [
      ...(reminderId === null ? [] : [watchReminder.workflowId({ reminderId })]),
      ...(aboutId === null
        ? []
        : [watchSubmission.workflowId({ submissionId: aboutId }), watchProject.workflowId({ projectId: aboutId })]),
      ...deliveries.map((delivery) => deliverDocument.workflowId(delivery)),
    ],
  }),
  kind<{ messageId: string }>({
    table: "message",
    contract: fetchFiles,
    subject: `t.id as "messageId", (select h.project_id from thread h where ${sameOrganization("h")} and h.id = t.thread_id) as "projectId"`,
    condition: "t.direction = 'incoming' and t.awaited_files <> '[]'",
    mark: null,
    isLate: `t.${isForgotten}`,
  }),
  kind<{ importId: string }>({
    table: "price_book_import",
    contract: importPriceBook,
    subject: `t.id as "importId", (select b.project_id from price_book b where ${sameOrganization("b")} and b.id = t.book_id) as "projectId"`,
    condition: "t.status = 'running'",
    mark: null,
    isLate: "t.created_at < now() - interval '2 hours'",
  }),
  aiRuns("draft"),
  aiRuns("review"),
  kind<{ linkId: string; kind: AccountMailKind }>({
    table: "account_link",
    contract: sendAccountMail,
    subject: `t.id as "linkId", t.kind, null::uuid as "projectId"`,
    condition: "t.status = 'queued' and t.used_at is null and t.expires_at > now()",
    mark: null,
    isLate: `t.${isForgotten}`,
  }),
];
