import { Column, Entity, VirtualColumn } from "typeorm";
import type { DeadlineGiven } from "../../domain/clocks/clock-facts.js";
import { type ClockedSubmission, fateOfOwnDeadline, recordedNow } from "../../domain/clocks/clocks.js";
import type { ProjectStage, ProjectStatus, ProjectType } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

const clockedSubmissions = (project: string): string => `(
  select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.kind, 'decisionDeadline', s.decision_deadline,
    'clockState', s.clock_state, 'remainingDays', s.remaining_days, 'outcome', s.outcome, 'outcomeAt', s.outcome_at,
    'outcomeSetAt', s.outcome_set_at, 'deadlineBefore', s.deadline_before,
    'createdAt', s.created_at, 'deadlineGivenAt', s.deadline_given_at, 'integrated', s.integrated) order by s.id), '[]')
  from submission s where s.organization_id = ${project}.organization_id and s.project_id = ${project}.id)`;

@Entity("project")
export class Project extends OrganizationRecord {
  @Column("text") name: string;
  @Column("text") status: ProjectStatus;
  @Column("text") type: ProjectType;
  @Column("text", { nullable: true }) description: string | null;
  @Column("text", { nullable: true }) address: string | null;
  @Column("text", { nullable: true }) municipality: string | null;
  @Column("uuid", { nullable: true }) clientContactId: string | null;
  @Column("text") stage: ProjectStage;
  @Column("text", { nullable: true }) protocolNumber: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) submittedAt: Date | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) decisionDeadline: Date | null;
  @Column("text", { nullable: true }) authorityNotes: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineSetAt: Date | null;
  /** the user who set the deadline; null: a key of the organization did */
  @Column("uuid", { nullable: true }) deadlineSetBy: string | null;
  /** when the workflow was ordered that watches the deadline */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineWatchedAt: Date | null;
  /** when the deadline was dealt with: people were notified that it passed, or a decision or another clock replaced it */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineSettledAt: Date | null;
  /** when its stage last went on from approved: what was decided stays so while works go on */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineMetAt: Date | null;
  /** the integration with which the suspended deadline went on */
  @Column("uuid", { nullable: true }) deadlineContinuedBy: string | null;
  /** the deadline as a person set it; null: it still has that date, or an earlier release moved it */
  @Column("jsonb", { nullable: true }) deadlineGiven: DeadlineGiven | null;
  /** Its submissions, oldest first, as its clocks need them: read with it. A project that was just made has none. */
  @VirtualColumn({ type: "json", query: clockedSubmissions }) clockedSubmissions?: ClockedSubmission[];

  /** What has become of its own deadline; null: nothing, it is to be watched. */
  fateOfDeadline(timezone: string): ReturnType<typeof fateOfOwnDeadline> {
    return fateOfOwnDeadline(this, this.clockedSubmissions ?? [], timezone);
  }

  /** When something is recorded of its clocks: after all that was recorded of them before. */
  recordedNow(now: Date): Date {
    return recordedNow(this, this.clockedSubmissions ?? [], now);
  }
}
