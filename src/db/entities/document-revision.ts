import { Column, Entity } from "typeorm";
import type { RevisionContent } from "../../domain/documents/revision.js";
import { OrganizationRecord } from "./record.js";

/** A document's content as issued. The database refuses any change to it. */
@Entity("document_revision")
export class DocumentRevision extends OrganizationRecord {
  @Column("uuid") documentId: string;
  @Column("integer") revision: number;
  @Column("text") number: string;
  @Column({ type: "timestamptz", precision: 3 }) issuedAt: Date;
  /** of the content's canonical JSON, in hex */
  @Column("text") sha256: string;
  @Column("json") content: RevisionContent;
}
