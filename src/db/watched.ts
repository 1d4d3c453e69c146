import { aiRunWorkflows } from "../contracts/ai-run.js";
import { deliverDocument } from "../contracts/deliver-document.js";
import { expireDocument } from "../contracts/expire-document.js";
import { sendAccountMail } from "../contracts/send-account-mail.js";
import { sendMessage } from "../contracts/send-message.js";
import { watchProject } from "../contracts/watch-project.js";
import { watchReminder } from "../contracts/watch-reminder.js";
import { watchSubmission } from "../contracts/watch-submission.js";
import type { WorkflowContract, WorkflowOwner } from "../contracts/workflow-contract.js";
import type { AiRunKind } from "../domain/ai-run.js";
import { horizonMs, noticeDays } from "../domain/horizon.js";

/** A row that should have a workflow, with what the workflow's contract makes its order of. */
export type WatchedRow<S> = S & WorkflowOwner & { rowId: string };

/** Rows of one table that a workflow must watch. In the SQL `t` is the table, and `$1` the end of the horizon. */
export interface WatchedKind<S extends object = object> {
  table: string;
  contract: WorkflowContract<S>;
  /** the select list of what the contract needs beside the organization */
  subject: string;
  condition: string;
  /** the column that tells that a watcher was ordered; null where that happens as the row is made */
  mark: string | null;
  /** which rows should have been dealt with long ago, and so have lost their workflow */
  isLate: string | null;
  /** ids of other workflows that do the same work while they are open */
  coveredBy?(row: WatchedRow<S>): string[];
}

/** Checks that the rows fit the contract; the list holds kinds of many. */
const kind = <S extends object>(watched: WatchedKind<S>): WatchedKind => watched as unknown as WatchedKind;

const longestNoticeDays = Math.max(...Object.values(noticeDays).flat());
const firstNotice = `case t.kind ${Object.entries(noticeDays)
  .filter(([, days]) => days.length > 0)
  .map(([kind, days]) => `when '${kind}' then interval '${days[0]} days'`)
  .join(" ")} else interval '0' end`;

const sameOrganization = (alias: string) => `${alias}.organization_id = t.organization_id`;
const projectOfDocument = `(select d.project_id from document d where ${sameOrganization("d")} and d.id = t.document_id)`;

/** Runs of a language model: taken up again where their workflow was lost, and nobody is left to say what became of them. */
const aiRuns = (runKind: AiRunKind): WatchedKind =>
  kind<{ runId: string; documentId: string; n: number }>({
    table: "ai_run",
    contract: aiRunWorkflows[runKind],
    subject: `t.id as "runId", t.document_id as "documentId", t.n, ${projectOfDocument} as "projectId"`,
    condition: `t.kind = '${runKind}' and t.status in ('queued', 'running')`,
    mark: null,
    isLate: "t.created_at < now() - interval '1 hour'",
  });

interface WatchedMessage {
  messageId: string;
  isNotification: boolean;
  reminderId: string | null;
  aboutId: string | null;
  /** deliveries that the message's reminder follows up */
  deliveries: { documentId: string; n: number }[];
}

/**
 * All that must be watched, for the sweep and for `workflows repair`. The row is the truth: whatever Temporal knows or has lost,
 * these are the workflows that should be open.
 */
export const watchedKinds: readonly WatchedKind[] = [
  kind<{ reminderId: string }>({
    table: "reminder",
    contract: watchReminder,
    subject: `t.id as "reminderId", t.project_id as "projectId"`,
    condition: `t.status = 'pending' and t.due_at < $1::timestamptz + interval '${longestNoticeDays} days' and t.due_at < $1::timestamptz + ${firstNotice}
      and not exists (select from delivery d where ${sameOrganization("d")} and d.reminder_id = t.id)
      and not exists (select from submission s where ${sameOrganization("s")} and s.id = t.submission_id and s.clock_state = 'suspended')`,
    mark: "watched_at",
    isLate: "t.watched_at is not null and t.due_at < now() - interval '2 days'",
  }),
  kind<{ submissionId: string }>({
    table: "submission",
    contract: watchSubmission,
    subject: `t.id as "submissionId", t.project_id as "projectId"`,
    condition: "t.clock_state in ('running', 'suspended')",
    mark: null,
    isLate: "t.clock_state = 'running' and t.decision_deadline < now() - interval '2 days'",
  }),
  kind<{ projectId: string }>({
    table: "project",
    contract: watchProject,
    subject: `t.id as "projectId"`,
    condition: `t.decision_deadline is not null and t.deadline_settled_at is null
      and t.decision_deadline < $1::timestamptz + interval '${noticeDays.deadline[0]} days'`,
    mark: "deadline_watched_at",
    isLate: "t.decision_deadline < now() - interval '2 days'",
  }),
  kind<{ documentId: string; revision: number }>({
    table: "document",
    contract: expireDocument,
    subject: `t.id as "documentId", t.latest_revision as revision, t.project_id as "projectId"`,
    condition: "t.status = 'issued' and t.valid_until is not null and t.valid_until < $1::timestamptz",
    mark: "expiry_watched_at",
    isLate: "t.valid_until < now() - interval '2 days'",
  }),
  kind<{ deliveryId: string; documentId: string; n: number; number: string; revision: number }>({
    table: "delivery",
    contract: deliverDocument,
    subject: `t.id as "deliveryId", t.document_id as "documentId", t.n, ${projectOfDocument} as "projectId",
      (select r.number from document_revision r where ${sameOrganization("r")} and r.id = t.revision_id) as number,
      (select r.revision from document_revision r where ${sameOrganization("r")} and r.id = t.revision_id) as revision`,
    condition: `exists (select from message m join reminder r on r.organization_id = m.organization_id and r.id = t.reminder_id
      where ${sameOrganization("m")} and m.id = t.message_id and (m.status = 'queued' or (m.status = 'sent' and r.status = 'pending')))`,
    mark: null,
    isLate: null,
  }),
  kind<WatchedMessage>({
    table: "message",
    contract: sendMessage,
    subject: `t.id as "messageId", t.thread_id is null as "isNotification", t.reminder_id as "reminderId", t.about_id as "aboutId",
      (select h.project_id from thread h where ${sameOrganization("h")} and h.id = t.thread_id) as "projectId",
      coalesce((select json_agg(json_build_object('documentId', d.document_id, 'n', d.n)) from delivery d
        where ${sameOrganization("d")} and d.reminder_id = t.reminder_id), '[]') as deliveries`,
    condition: `t.status = 'queued' and t.direction = 'outgoing'
      and not exists (select from delivery d where ${sameOrganization("d")} and d.message_id = t.id)`,
    mark: null,
    isLate: null,
    coveredBy: ({ reminderId, aboutId, deliveries }) => [
      ...(reminderId === null ? [] : [watchReminder.workflowId({ reminderId })]),
      ...(aboutId === null
        ? []
        : [watchSubmission.workflowId({ submissionId: aboutId }), watchProject.workflowId({ projectId: aboutId })]),
      ...deliveries.map((delivery) => deliverDocument.workflowId(delivery)),
    ],
  }),
  aiRuns("draft"),
  aiRuns("review"),
  kind<{ linkId: string; kind: "invitation" | "password_reset" }>({
    table: "account_link",
    contract: sendAccountMail,
    subject: `t.id as "linkId", t.kind, null::uuid as "projectId"`,
    condition: "t.status = 'queued' and t.used_at is null and t.expires_at > now()",
    mark: null,
    isLate: null,
  }),
];

/** Up to where dates have a workflow, seen from now. */
export const horizonEnd = (now = new Date()): Date => new Date(now.getTime() + horizonMs);

/** The rows that should be watched; each statement has the horizon's end as `$1`, whether it asks for it or not. */
const watchedRows = ({ table, subject, condition }: WatchedKind, further: string): string =>
  `select t.organization_id as "organizationId", t.id as "rowId", ${subject} from ${table} t
   where $1::timestamptz is not null and ${condition} and ${further}`;

/** At most `$2` rows that have come within the horizon and have no watcher, locked. */
export const unmarkedRows = (watched: WatchedKind, mark: string): string =>
  `${watchedRows(watched, `t.${mark} is null`)} limit $2 for update of t skip locked`;

/** Marks rows (`$1` organizations, `$2` ids) as having a watcher. */
export const markRows = ({ table }: WatchedKind, mark: string): string =>
  `update ${table} t set ${mark} = now() from unnest($1::uuid[], $2::uuid[]) as ordered (organization_id, id)
   where t.organization_id = ordered.organization_id and t.id = ordered.id`;

/** A page of the rows that should be watched, by the key of the last one: `$2` organization, `$3` id, `$4` how many. */
export const pageOfRows = (watched: WatchedKind, onlyLate = false): string =>
  `${watchedRows(watched, `(t.organization_id, t.id) > ($2::uuid, $3::uuid) and ${(onlyLate && watched.isLate) || "true"}`)}
   order by t.organization_id, t.id limit $4`;
