import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** States that a quote's line covers a bill's line. A null index stands for the whole quote or the whole bill. */
@Entity("quote_link")
export class QuoteLink extends OrganizationRecord {
  /** the bill's project, so that a share of the project reaches the link */
  @Column("uuid") projectId: string;
  @Column("uuid") computoId: string;
  @Column("uuid") docId: string;
  @Column("bigint", { nullable: true }) computoLineIndex: number | null;
  @Column("bigint", { nullable: true }) docLineIndex: number | null;
  /** of the bill's line when it was linked */
  @Column("text", { nullable: true }) lineFingerprint: string | null;
  /** the bill's line has changed since it was linked */
  @Column("boolean", { default: false }) stale: boolean;
  /** of the quote's line when it was linked, at its present price; null: unknown, or no line */
  @Column("text", { nullable: true }) docLineFingerprint: string | null;
  /** the quote's line has changed in more than its price since it was linked */
  @Column("boolean", { default: false }) docLineStale: boolean;
}

/** A link before its removal; it was removed because its line no longer exists. */
export type RemovedLink = Pick<
  QuoteLink,
  "id" | "projectId" | "computoId" | "docId" | "computoLineIndex" | "docLineIndex"
>;
