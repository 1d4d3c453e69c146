import { Column, Entity } from "typeorm";
import type { DocumentSection } from "../../domain/documents/document-sections.js";
import type { LineItem } from "../../domain/documents/revision.js";
import type { DocumentKind } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

@Entity("template")
export class Template extends OrganizationRecord {
  @Column("text") title: string;
  @Column("text") kind: DocumentKind;
  @Column("text", { nullable: true }) body: string | null;
  @Column("jsonb") lineItems: LineItem[];
  @Column("jsonb", { default: [] }) sections: DocumentSection[];
  @Column("double precision", { nullable: true }) discountPct: number | null;
  @Column("double precision", { nullable: true }) vatPct: number | null;
  @Column("text", { nullable: true }) notes: string | null;
}
