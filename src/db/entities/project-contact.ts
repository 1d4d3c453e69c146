import { Column, Entity } from "typeorm";
import { OrganizationRecord } from "./record.js";

/** A contact shown on a project, in addition to its client. */
@Entity("project_contact")
export class ProjectContact extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("uuid") contactId: string;
}
