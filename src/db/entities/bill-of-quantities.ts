import { Column, Entity } from "typeorm";
import type { BillNode, BillShares } from "../../domain/bill/bill.js";
import { OrganizationRecord } from "./record.js";

/** A bill of quantities (computo metrico). Its tree is one column, because it is always read and replaced as a whole. */
@Entity("bill_of_quantities")
export class BillOfQuantities extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("text") name: string;
  /** as sent, with `computed` added to each */
  @Column("json") nodes: BillNode[];
  /** euro */
  @Column("numeric") total: number;
  @Column("integer") lineCount: number;
  /** what labour and safety cost, in euro; null where no line says anything of them */
  @Column("json", { nullable: true }) computed: BillShares | null;
  /** of rows and lines, where the file that the bill comes from says so; null: the usual two */
  @Column("integer", { nullable: true }) quantityDecimals: number | null;
}
