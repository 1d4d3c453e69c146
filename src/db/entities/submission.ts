import { Column, Entity } from "typeorm";
import type { ClockState, SubmissionKind, SubmissionOutcome } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

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
  @Column({ type: "timestamptz", precision: 3, nullable: true }) outcomeAt: Date | null;
  /** the state of its decision deadline's clock; null: it has no deadline */
  @Column("text", { nullable: true }) clockState: ClockState | null;
  /** the days that were left when the clock was suspended */
  @Column("integer", { nullable: true }) remainingDays: number | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) overdueAt: Date | null;
}
