import { Column, Entity } from "typeorm";
import type { ContactRole, FormOfAddress } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

@Entity("contact")
export class Contact extends OrganizationRecord {
  @Column("text") name: string;
  @Column("text") role: ContactRole;
  @Column("text", { nullable: true }) company: string | null;
  @Column("text", { nullable: true }) email: string | null;
  @Column("text", { nullable: true }) phone: string | null;
  @Column("text", { array: true }) emails: string[];
  @Column("text", { array: true }) phones: string[];
  @Column("text", { nullable: true }) pec: string | null;
  @Column("text", { nullable: true }) notes: string | null;
  @Column("text", { nullable: true }) taxCode: string | null;
  @Column("text", { nullable: true }) vatNumber: string | null;
  @Column("text", { nullable: true }) address: string | null;
  @Column("text", { nullable: true }) postalCode: string | null;
  @Column("text", { nullable: true }) city: string | null;
  @Column("text", { nullable: true }) province: string | null;
  @Column("text", { nullable: true }) country: string | null;
  @Column("text", { nullable: true }) sdiCode: string | null;
  @Column("text", { nullable: true }) formOfAddress: FormOfAddress | null;
}
