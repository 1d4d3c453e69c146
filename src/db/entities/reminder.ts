import { Column, Entity } from "typeorm";
import type { ReminderKind, ReminderStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

@Entity("reminder")
export class Reminder extends OrganizationRecord {
  @Column("text") title: string;
  @Column({ type: "timestamptz", precision: 3 }) dueAt: Date;
  @Column("text") kind: ReminderKind;
  @Column("text") status: ReminderStatus;
  @Column("uuid", { nullable: true }) projectId: string | null;
  @Column("text", { nullable: true }) notes: string | null;
  /** the sent document that it follows up */
  @Column("uuid", { nullable: true }) documentId: string | null;
  /** the submission whose decision deadline it is */
  @Column("uuid", { nullable: true }) submissionId: string | null;
  /** the user who made it; null: a key of the organization did */
  @Column("uuid", { nullable: true }) createdBy: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) firedAt: Date | null;
  /** when the workflow was ordered that watches it */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) watchedAt: Date | null;

  /** when it got another date than it was made with */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) dueSetAt: Date | null;
  /** cancelled by its clock or its document's status, not by a person: it comes back with the clock, or when the document is issued */
  @Column("boolean", { default: false }) closedByClock: boolean;

  /** Neither done nor cancelled. */
  get isOpen(): boolean {
    return this.status !== "done" && this.status !== "cancelled";
  }
}
