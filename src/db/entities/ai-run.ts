import { Column, Entity } from "typeorm";
import type { AiRunKind, AiRunStatus, DraftedField, RunFailureCode, RunVisibility } from "../../domain/ai-run.js";
import type { AiProvider } from "../../domain/ai-settings.js";
import type { AcceptedDraft } from "../../domain/drafting/accept-draft.js";
import type { Finding } from "../../domain/review/finding.js";
import type { Document } from "./document.js";
import type { RemovedLink } from "./quote-link.js";
import { OrganizationRecord } from "./record.js";

type Content = { [F in DraftedField]?: Document[F] };

/** The fields that a draft changed, before and after. */
export interface DraftDiff {
  before: Content;
  after: Content;
}

/** A request to a language model about a document: who asked, what came of it, and what it cost. */
@Entity("ai_run")
export class AiRun extends OrganizationRecord {
  @Column("uuid") documentId: string;
  @Column("text") kind: AiRunKind;
  /** counts the document's requests of this kind, from 1 */
  @Column("integer") n: number;
  @Column("text") workflowId: string;
  @Column("text") status: AiRunStatus;
  @Column("uuid", { nullable: true }) userId: string | null;
  @Column("uuid", { nullable: true }) keyId: string | null;
  @Column("text", { nullable: true }) connectionId: string | null;
  @Column("text") via: "rest" | "mcp";
  @Column("text", { nullable: true }) client: string | null;
  @Column("text", { nullable: true }) instructions: string | null;
  @Column("jsonb", { name: "sight" }) visibility: RunVisibility;
  @Column("text", { nullable: true }) provider: AiProvider | null;
  @Column("text", { nullable: true }) model: string | null;
  @Column("text", { nullable: true }) promptSha256: string | null;
  @Column("integer", { nullable: true }) inputTokens: number | null;
  @Column("integer", { nullable: true }) outputTokens: number | null;
  /** null: unknown */
  @Column("double precision", { nullable: true }) costEur: number | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) startedAt: Date | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) finishedAt: Date | null;
  @Column("text", { nullable: true }) errorCode: RunFailureCode | null;
  @Column("text", { nullable: true }) error: string | null;
  /** the version of the document that `answer` was written for; for a review, the version to be reviewed */
  @Column("integer", { nullable: true }) documentVersion: number | null;
  /** for a review: ids and versions of the document's contact and project when it was asked for */
  @Column("text", { nullable: true }) around: string | null;
  /** a draft that was accepted and is still to be written into the document */
  @Column("jsonb", { nullable: true }) answer: AcceptedDraft | null;
  @Column("text", { array: true, default: [] }) changed: DraftedField[];
  @Column("jsonb", { nullable: true }) diff: DraftDiff | null;
  /** the links that a draft removed because their line no longer exists */
  @Column("jsonb", { nullable: true }) removedLinks: RemovedLink[] | null;
  @Column("jsonb", { nullable: true }) findings: Finding[] | null;
  @Column("text", { nullable: true }) notes: string | null;

  get isOpen(): boolean {
    return this.status === "queued" || this.status === "running";
  }
}
