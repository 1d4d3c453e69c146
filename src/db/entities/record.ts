import { Column, PrimaryColumn } from "typeorm";

/** What every record of a firm has. `version` guards updates; ids are UUIDv7. */
export abstract class FirmRecord {
  @PrimaryColumn("uuid") organizationId: string;
  @PrimaryColumn("uuid") id: string;
  @Column({ type: "timestamptz", precision: 3 }) createdAt: Date;
  @Column({ type: "timestamptz", precision: 3 }) updatedAt: Date;
  @Column("integer", { default: 1 }) version: number;
}
