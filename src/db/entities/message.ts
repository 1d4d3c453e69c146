import { Column, Entity } from "typeorm";
import type { Channel, MessageStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

export interface Attachment {
  /** id of a stored file */
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** A message of a thread; without a thread, a notice to the organization's own people. */
@Entity("message")
export class Message extends OrganizationRecord {
  @Column("uuid", { nullable: true }) threadId: string | null;
  @Column("uuid", { nullable: true }) reminderId: string | null;
  /** the record that a notice is about, if it is not a reminder */
  @Column("uuid", { nullable: true }) aboutId: string | null;
  /** which of the reminder's or the record's notices this is; null: a message of a thread */
  @Column("text", { nullable: true }) notice: string | null;
  @Column("text") direction: "outgoing" | "incoming";
  @Column("text") channel: Channel;
  @Column("text", { name: "from_address", nullable: true }) from: string | null;
  @Column("text", { name: "to_address" }) to: string;
  @Column("text", { nullable: true }) subject: string | null;
  @Column("text") body: string;
  @Column("jsonb") attachments: Attachment[];
  @Column("text") status: MessageStatus;
  /** why it was not handed over: the mail server's words, or why it was never sent */
  @Column("text", { nullable: true }) error: string | null;
  /** made before the first attempt and never changed */
  @Column("text", { nullable: true }) messageIdHeader: string | null;
  @Column("text", { nullable: true }) inReplyTo: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) handedOverAt: Date | null;
  @Column("uuid", { nullable: true }) createdBy: string | null;
}
