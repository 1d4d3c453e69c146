import { Column, Entity, PrimaryColumn } from "typeorm";

/** A firm, with what its letterhead shows. */
@Entity("organization")
export class Organization {
  @PrimaryColumn("uuid") id: string;
  @Column("text") name: string;
  @Column("text", { nullable: true }) legalName: string | null;
  @Column("text", { nullable: true }) vatNumber: string | null;
  @Column("text", { nullable: true }) taxCode: string | null;
  @Column("text", { nullable: true }) address: string | null;
  @Column("text", { nullable: true }) email: string | null;
  @Column("text", { nullable: true }) pec: string | null;
  @Column("text", { nullable: true }) phone: string | null;
  @Column("text", { nullable: true }) professionalOrder: string | null;
  @Column("text", { nullable: true }) iban: string | null;
  @Column("text", { nullable: true }) signature: string | null;
  /** a data: URL */
  @Column("text", { nullable: true }) logo: string | null;
  /** IANA zone */
  @Column("text", { default: "Europe/Rome" }) timezone: string;
  /** the firm's own closing days, `MM-DD` */
  @Column("text", { array: true, default: [] }) holidays: string[];
  @Column({ type: "timestamptz", precision: 3 }) createdAt: Date;
  @Column({ type: "timestamptz", precision: 3 }) updatedAt: Date;
  @Column("integer", { default: 1 }) version: number;
}
