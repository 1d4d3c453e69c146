import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** A file of the organization, without its bytes: they are read only to send them. */
@Entity("stored_file")
export class StoredFile extends OrganizationRecord {
  @Column("text") name: string;
  @Column("text") contentType: string;
  @Column("integer") sizeBytes: number;
  @Column("text") sha256: string;
}
