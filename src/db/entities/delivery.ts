import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** The n-th sending of a document: the revision that was sent, its message, and the reminder that follows it up. */
@Entity("delivery")
export class Delivery extends OrganizationRecord {
  @Column("uuid") documentId: string;
  @Column("integer") n: number;
  @Column("uuid") revisionId: string;
  /** null: deleted with its thread */
  @Column("uuid", { nullable: true }) messageId: string | null;
  /** null: deleted */
  @Column("uuid", { nullable: true }) reminderId: string | null;
  @Column("double precision") followUpDays: number;
  @Column("uuid", { nullable: true }) createdBy: string | null;
}
