import { Column, Entity } from "typeorm";
import type { Channel, ThreadStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

@Entity("thread")
export class Thread extends OrganizationRecord {
  @Column("uuid", { nullable: true }) projectId: string | null;
  @Column("uuid", { nullable: true }) contactId: string | null;
  @Column("text") channel: Channel;
  @Column("text", { nullable: true }) subject: string | null;
  @Column("text", { nullable: true }) summary: string | null;
  @Column("text") status: ThreadStatus;
  /** the other side's address on the thread's channel */
  @Column("text", { nullable: true }) address: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) lastMessageAt: Date | null;
}
