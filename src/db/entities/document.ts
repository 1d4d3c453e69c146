import { Column, Entity } from "typeorm";
import { documentFigures } from "../../domain/documents/document-figures.js";
import type { DocumentSection } from "../../domain/documents/document-sections.js";
import type { LineItem } from "../../domain/documents/revision.js";
import type { DocumentKind, DocumentStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

/** The working copy of a document. The issued contents are its revisions. */
@Entity("document")
export class Document extends OrganizationRecord {
  @Column("text") title: string;
  @Column("text") kind: DocumentKind;
  @Column("uuid", { nullable: true }) projectId: string | null;
  @Column("uuid", { nullable: true }) contactId: string | null;
  @Column("text", { nullable: true }) body: string | null;
  @Column("jsonb") lineItems: LineItem[];
  /** the chapters of lines that came from a bill, in order; they don't overlap */
  @Column("jsonb", { default: [] }) sections: DocumentSection[];
  @Column("double precision", { nullable: true }) discountPct: number | null;
  @Column("double precision", { nullable: true }) vatPct: number | null;
  @Column("text", { nullable: true }) notes: string | null;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) validUntil: Date | null;
  @Column("text") status: DocumentStatus;
  @Column("text", { nullable: true }) number: string | null;
  @Column("integer", { default: 0 }) latestRevision: number;
  /** when the workflow was ordered that expires it after `validUntil` */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) expiryWatchedAt: Date | null;
  /** `figures.totals.total`, for the filters and summaries of lists; all other code computes it again */
  @Column("numeric", { name: "total", nullable: true }) storedTotal: number | null;

  /** Only a draft or a document under review may be edited or issued. */
  get isEditable(): boolean {
    return this.status === "draft" || this.status === "review";
  }

  /** Its totals, and what it charges at each VAT rate. */
  get figures(): ReturnType<typeof documentFigures> {
    return documentFigures(this.lineItems, this.discountPct, this.vatPct);
  }

  /** What the unit of work stores with each change. */
  get derived(): Pick<Document, "storedTotal"> {
    return { storedTotal: this.figures.totals.total };
  }
}
