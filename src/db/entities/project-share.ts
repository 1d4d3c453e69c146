import { Column, Entity } from "typeorm";
import type { ShareRole } from "../../domain/vocabulary.js";
import { OrganizationRecord } from "./record.js";

/** A user's role on one project, added to the user's role in the organization. */
@Entity("project_share")
export class ProjectShare extends OrganizationRecord {
  @Column("uuid") projectId: string;
  @Column("uuid") userId: string;
  @Column("text") role: ShareRole;
}
