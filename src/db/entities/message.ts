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

/** A message of a thread; outside any thread, a notice to the organization's own people. */
@Entity("message")
export class Message extends OrganizationRecord {
  @Column("uuid", { nullable: true }) threadId: string | null;
  @Column("uuid", { nullable: true }) reminderId: string | null;
  /** the record that a notice is about, where that is no reminder */
  @Column("uuid", { nullable: true }) aboutId: string | null;
  /** which notice of the reminder or the record this is; null on a message of a thread */
  @Column("text", { nullable: true }) notice: string | null;
  @Column("text") direction: "outgoing" | "incoming";
  @Column("text") channel: Channel;
  @Column("text", { name: "from_address", nullable: true }) from: string | null;
  @Column("text", { name: "to_address" }) to: string;
  @Column("text", { nullable: true }) subject: string | null;
  @Column("text") body: string;
  @Column("jsonb") attachments: Attachment[];
  @Column("text") status: MessageStatus;
  /** the server's words, where it refused */
  @Column("text", { nullable: true }) error: string | null;
  /** made before the first attempt and never changed */
  @Column("text", { nullable: true }) messageIdHeader: string | null;
  @Column("text", { nullable: true }) inReplyTo: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) handedOverAt: Date | null;
  @Column("uuid", { nullable: true }) createdBy: string | null;
}
