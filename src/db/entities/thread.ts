import { Column, Entity } from "typeorm";
import type { Participant } from "../../domain/messages/participants.js";
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
  /** when the other side last wrote: WhatsApp lets an organization write freely for 24 hours from then */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) lastInboundAt: Date | null;
  /** cannot be guessed; in the reply address and the subject of its mails, it says where an answer belongs */
  @Column("text", { nullable: true }) token: string | null;
  /** how many messages have come since one of ours was sent or somebody set its status, automatic ones left out */
  @Column("integer", { default: 0 }) unread: number;
  /** the other side's people, whom we wrote to, who wrote or got copies; the first ones first */
  @Column("jsonb", { default: [] }) participants: Participant[];
}
