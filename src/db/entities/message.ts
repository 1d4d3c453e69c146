import { Column, Entity } from "typeorm";
import type { AwaitedFile } from "../../domain/messages/awaited-files.js";
import { keptWords } from "../../domain/text/shortened.js";
import type { AutomaticKind, Channel, MessageStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

export interface Attachment {
  /** id of a stored file */
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** A file as a message names it. */
export const attachmentOf = ({ id, name, contentType, sizeBytes }: Attachment): Attachment => ({
  id,
  name,
  contentType,
  sizeBytes,
});

/** A recipient for whom the server refused a message that it took for others. */
export interface Refusal {
  address: string;
  /** its answer */
  words: string;
  /** a later attempt may succeed */
  isForNow: boolean;
}

/** Whom the next attempt is for. */
export const refusedForNow = (refusals: readonly Refusal[]): string[] =>
  refusals.filter(({ isForNow }) => isForNow).map(({ address }) => address);

/** As a message keeps them, and in the words that people see. */
export const keptRefusals = (refusals: Refusal[]): Pick<Message, "refusals" | "error"> =>
  refusals.length === 0
    ? { refusals: null, error: null }
    : {
        refusals,
        error: keptWords(`refused for ${refusals.map(({ address, words }) => `${address}: ${words}`).join("; ")}`),
      };

/** What a PEC provider certified of a message that was sent. */
export interface Receipt {
  type: string;
  at: string;
  /** the receipt itself, as it came */
  fileId: string;
  signature: "valid" | "unknown";
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
  /** files of an incoming message that its provider still keeps: `fetch-files` adds them to the attachments */
  @Column("jsonb", { default: [] }) awaitedFiles: AwaitedFile[];
  @Column("text") status: MessageStatus;
  /** why it was not handed over: the mail server's words, or why it was never sent */
  @Column("text", { nullable: true }) error: string | null;
  /** made before the first attempt and never changed */
  @Column("text", { nullable: true }) messageIdHeader: string | null;
  @Column("text", { nullable: true }) inReplyTo: string | null;
  /** the Message-IDs that an incoming mail refers to, the earliest first */
  @Column("jsonb", { default: [] }) referenceIds: string[];
  @Column("text", { nullable: true }) fromName: string | null;
  /** further recipients' addresses */
  @Column("jsonb", { default: [] }) cc: string[];
  /** the recipients for whom the server has refused the message, for now or for good, though it took it for others; null: none */
  @Column("jsonb", { nullable: true }) refusals: Refusal[] | null;
  /** what an incoming message quotes of earlier ones */
  @Column("text", { nullable: true }) quoted: string | null;
  /** an incoming message as it came; id of a stored file */
  @Column("uuid", { nullable: true }) rawFileId: string | null;
  /** of an incoming message as it came: the same one is not kept twice */
  @Column("text", { nullable: true }) contentSha256: string | null;
  /** null: a person wrote it */
  @Column("text", { nullable: true }) automatic: AutomaticKind | null;
  /** the name that WhatsApp or the SMS provider gave it */
  @Column("text", { nullable: true }) providerId: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) acceptedAt: Date | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) deliveredAt: Date | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) readAt: Date | null;
  @Column("jsonb", { default: [] }) receipts: Receipt[];
  /** in how many SMS it is sent */
  @Column("integer", { nullable: true }) smsParts: number | null;
  /** as results name it */
  get parts(): number | null {
    return this.smsParts;
  }
  @Column({ type: "timestamptz", precision: 3, nullable: true }) handedOverAt: Date | null;
  /** when the attempt began whose outcome isn't known; null: none is under way, and all earlier ones failed */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) attemptedAt: Date | null;
  @Column("uuid", { nullable: true }) createdBy: string | null;
  /** no column: the deletion that keeps it; unset: it is there */
  deletionId?: string;

  /** Not handed over yet. A PEC that was handed over is `queued` until its provider has accepted it. */
  get isWaiting(): boolean {
    return this.status === "queued" && this.handedOverAt === null;
  }
}
