import { Column, Entity } from "typeorm";
import { VersionedRecord } from "./record.js";

/** One customer of the product (the tenant), with its letterhead and its calendar. */
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
  /** IANA time zone */
  @Column("text", { default: "Europe/Rome" }) timezone: string;
  /** of whom a second factor is required at sign-in */
  @Column("text", { default: "none" }) requireSecondFactor: "none" | "owners" | "all";
  /** whether a document in which the fixed checks find errors is issued with warnings, or not at all */
  @Column("text", { default: "warn" }) issueCheck: "warn" | "refuse";
  /** days on which the organization is closed, in addition to the public holidays, `MM-DD` */
  @Column("text", { array: true, default: [] }) holidays: string[];
  /** the most messages, invitations and requests to the language model in a day of the organization's zone */
  @Column("integer", { default: 2000 }) quotaMails: number;
  @Column("integer", { default: 50 }) quotaInvitations: number;
  @Column("integer", { default: 500 }) quotaModelCalls: number;
}
