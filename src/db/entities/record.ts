import { Column, PrimaryColumn } from "typeorm";

/** What every record has. `version` guards updates; ids are UUIDv7. */
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
