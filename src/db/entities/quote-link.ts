import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** Says that a quote's line covers a line of a bill; a null index means the whole of that side. */
@Entity("quote_link")
export class QuoteLink extends OrganizationRecord {
  /** the bill's project, so that a share of the project reaches the link */
  @Column("uuid") projectId: string;
  @Column("uuid") computoId: string;
  @Column("uuid") docId: string;
  @Column("bigint", { nullable: true }) computoLineIndex: number | null;
  @Column("bigint", { nullable: true }) docLineIndex: number | null;
  /** what the bill's line said when it was linked */
  @Column("text", { nullable: true }) lineFingerprint: string | null;
  /** the bill's line says something else now */
  @Column("boolean", { default: false }) stale: boolean;
  /** what the quote's line said when it was linked; null: not known, or no line */
  @Column("text", { nullable: true }) docLineFingerprint: string | null;
  /** the quote's line says something else now */
  @Column("boolean", { default: false }) docLineStale: boolean;
}

/** A link that was removed since a line of it is gone, as it was. */
export type RemovedLink = Pick<
  QuoteLink,
  "id" | "projectId" | "computoId" | "docId" | "computoLineIndex" | "docLineIndex"
>;
