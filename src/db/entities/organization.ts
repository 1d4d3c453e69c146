import { Column, Entity } from "typeorm";
import { VersionedRecord } from "./record.js";

/** One customer of the product, with what its letterhead and its calendar are made of. */
@Entity("organization")
export class Organization extends VersionedRecord {
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
  /** the organization's own closing days, `MM-DD` */
  @Column("text", { array: true, default: [] }) holidays: string[];
}
