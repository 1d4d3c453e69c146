import { Column, Entity } from "typeorm";
import type { BillNode } from "../../domain/bill.js";
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
}
