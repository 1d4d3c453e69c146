import { Column, Entity, VirtualColumn } from "typeorm";
import type { Integrated } from "../../domain/clocks/clock-facts.js";
import type { KeptOutcome } from "../../domain/clocks/outcomes.js";
import type { ClockState, ProjectType, SubmissionKind, SubmissionOutcome } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

const projectType = (submission: string): string =>
  `(select p.type from project p where p.organization_id = ${submission}.organization_id and p.id = ${submission}.project_id)`;

/** A filing with an authority, in a project's history. */
@Entity("submission")
export class Submission extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("text") kind: SubmissionKind;
  @Column("text", { nullable: true }) protocolNumber: string | null;
  @Column({ type: "timestamptz", precision: 3 }) submittedAt: Date;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) decisionDeadline: Date | null;
  @Column("text", { nullable: true }) notes: string | null;
  @Column("text", { nullable: true }) outcome: SubmissionOutcome | null;
  /** when the authority gave its answer; unless corrected, when that was recorded */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) outcomeAt: Date | null;
  /** when the outcome was recorded, where `outcomeAt` was corrected since */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) outcomeSetAt: Date | null;
  /** earlier outcomes, oldest first; null: none, or given before outcomes were kept */
  @Column("jsonb", { nullable: true }) outcomesBefore: KeptOutcome[] | null;
  /** the state of its decision deadline's clock; null: it has no deadline */
  @Column("text", { nullable: true }) clockState: ClockState | null;
  /** the days that were left when the clock was last suspended */
  @Column("integer", { nullable: true }) remainingDays: number | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) overdueAt: Date | null;
  /** the integration with which the suspended clock went on, or whose own clock replaced this one */
  @Column("uuid", { nullable: true }) continuedBy: string | null;
  /** the deadline at which the clock was suspended, once it has gone on */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineBefore: Date | null;
  /** when a person gave the deadline, if an integration had moved or ended the clock before */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deadlineGivenAt: Date | null;
  /** Of an integration: when it took effect, and on what; null: an earlier release recorded it */
  @Column("jsonb", { nullable: true }) integrated: Integrated | null;
  /** Of its project, read with it. A submission that was just made has none. */
  @VirtualColumn({ type: "text", query: projectType }) projectType?: ProjectType;
}
