import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** The n-th sending of a document: the revision that was sent, its message, and the reminder that follows it up. */
@Entity("delivery")
export class Delivery extends OrganizationRecord {
  @Column("uuid") documentId: string;
  @Column("integer") n: number;
  @Column("uuid") revisionId: string;
  @Column("uuid") messageId: string;
  @Column("uuid") reminderId: string;
  @Column("double precision") followUpDays: number;
  @Column("uuid", { nullable: true }) createdBy: string | null;
}
