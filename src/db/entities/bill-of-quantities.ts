import { Column, Entity } from "typeorm";
import type { BillNode } from "../../domain/bill.js";
import { OrganizationRecord } from "./record.js";

/** A bill of quantities (computo metrico): its tree is replaced and read whole, so it is one column; its total stands beside it. */
@Entity("bill_of_quantities")
export class BillOfQuantities extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("text") name: string;
  /** as sent, with `computed` on each */
  @Column("json") nodes: BillNode[];
  /** euro */
  @Column("numeric") total: number;
  @Column("integer") lineCount: number;
}
