import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** A price book (prezzario or own list). If it has a project, it holds only for that project. */
@Entity("price_book")
export class PriceBook extends OrganizationRecord {
  @Column("text") name: string;
  @Column("text", { nullable: true }) description: string | null;
  @Column("text", { nullable: true }) source: string | null;
  @Column("bigint", { nullable: true }) year: number | null;
  @Column("uuid", { nullable: true }) projectId: string | null;
}
