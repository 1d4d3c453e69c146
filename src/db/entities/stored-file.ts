import { Column, Entity } from "typeorm";
import type { FileSource } from "../../domain/files.js";
import { OrganizationRecord } from "./record.js";

/** A file of the organization, without its bytes: `src/files` keeps them. Only its name and its project change. */
@Entity("stored_file")
export class StoredFile extends OrganizationRecord {
  @Column("text") name: string;
  @Column("text") contentType: string;
  @Column("integer") sizeBytes: number;
  @Column("text") sha256: string;
  @Column("text", { default: "issued" }) source: FileSource;
  @Column("uuid", { nullable: true }) projectId: string | null;
  @Column("uuid", { nullable: true }) createdBy: string | null;
  /** when the sweep removes it; null: never */
  @Column({ type: "timestamptz", precision: 3, nullable: true }) expiresAt: Date | null;
}
