import { Column, Entity } from "typeorm";
import type { TaskStatus } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

@Entity("task")
export class Task extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("text") title: string;
  @Column({ type: "timestamptz", precision: 3, nullable: true }) dueAt: Date | null;
  @Column("uuid", { nullable: true }) assigneeId: string | null;
  @Column("text") status: TaskStatus;
  @Column("jsonb") checklist: { text: string; done: boolean }[];
}
