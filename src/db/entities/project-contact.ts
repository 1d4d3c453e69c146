import { Column, Entity } from "typeorm";
import { FirmRecord } from "./record.js";

/** A contact shown on a project, beside its one client. */
@Entity("project_contact")
export class ProjectContact extends FirmRecord {
  @Column("uuid") projectId: string;
  @Column("uuid") contactId: string;
}
