import { Column, PrimaryColumn } from "typeorm";

/** The columns of every record. Ids are UUIDv7; `version` guards against lost updates. */
export abstract class VersionedRecord {
  @PrimaryColumn("uuid") id: string;
  @Column({ type: "timestamptz", precision: 3 }) createdAt: Date;
  @Column({ type: "timestamptz", precision: 3 }) updatedAt: Date;
  @Column("integer", { default: 1 }) version: number;
}

/** A record that belongs to an organization. */
export abstract class OrganizationRecord extends VersionedRecord {
  @PrimaryColumn("uuid") organizationId: string;
}
