import type { Table } from "../db/table.js";
import { type ActionError, forbidden } from "../domain/errors.js";
import {
  type Area,
  type Caller,
  type Permission,
  type Reach,
  reachOf,
  shareAllows,
  type Verb,
} from "../domain/permissions.js";
import type { ShareRole } from "../domain/vocabulary.js";

/** What the caller's permissions leave of an action. */
export interface Access {
  permission: Permission;
  reach: "organization" | "shared";
}

type Row = Record<string, unknown>;

/** Which area's `view` shows a record that no share reaches. Records that belong to a project are not listed: `shared` reaches them. */
const organizationAreas: Record<string, Area> = {
  contact: "contacts",
  template: "documents",
  price_book: "price_books",
  stored_file: "documents",
};

/** What a caller reaches with an action's permission: all of the organization, or only what belongs to projects shared with the user. */
export class ActionReach {
  private readonly editableProjects = new Set<string>();

  constructor(
    private readonly caller: Caller,
    private readonly access: Access,
  ) {}

  /** The user whose shares bound what is reached; null: the whole organization is. */
  get sharedWith(): string | null {
    return this.access.reach === "shared" ? this.caller.userId : null;
  }

  /** Whether the caller holds a permission for the whole organization. */
  may(permission: Permission): boolean {
    return this.reachOf(permission) === "organization";
  }

  /** How far a permission of the caller's reaches, whatever this action is. */
  reachOf(permission: Permission): Reach {
    return reachOf(this.caller, permission);
  }

  /** The condition that a record `t` belongs to a shared project; `user` is the parameter with `sharedWith`. @throws forbidden for what no share reaches */
  clause(table: Table, user: string): string {
    const column = projectColumn(table);
    if (!column) throw forbidden(`This needs ${this.access.permission} in the whole organization.`);
    return `exists (select from ${shareOf(column, user)})`;
  }

  /** A select list's last column, the user's role in the project of a record `t`; empty where no share matters. */
  shareRole(table: Table, user: string): string {
    const column = this.access.reach === "shared" && projectColumn(table);
    return column ? `, (select s.role from ${shareOf(column, user)}) as "shareRole"` : "";
  }

  /**
   * Through a share: a record that may not be seen is not found; one that may be seen but not changed says so.
   * @param shareRole what the row told as `shareRole`
   */
  admit(table: Table, record: object, shareRole: ShareRole | null, absent: ActionError): void {
    if (this.access.reach === "organization") return;
    const [area, verb] = this.access.permission.split(":") as [Area, Verb];
    const column = projectColumn(table);
    if (!column) {
      if (!this.may(`${organizationAreas[table.name] ?? area}:view`)) throw absent;
      return;
    }
    if (shareAllows(shareRole, verb)) {
      this.editableProjects.add((record as Row)[column === "id" ? "id" : "projectId"] as string);
      return;
    }
    if (shareRole === null && !this.may(`${area}:view`)) throw absent;
    throw forbidden(
      `This needs ${this.access.permission} on the record's project, which is not shared with you for editing.`,
    );
  }

  /** Through a share: a new record belongs to a project that was loaded and may be edited, or is part of a loaded record. */
  requireProject(table: Table, projectId: string | null | undefined): void {
    if (this.access.reach === "organization") return;
    const column = projectColumn(table);
    const isPartOfLoadedRecord = column === null && !(table.name in organizationAreas);
    if (isPartOfLoadedRecord) return;
    if (column === "project_id" && projectId && this.editableProjects.has(projectId)) return;
    throw forbidden(
      `This needs ${this.access.permission} in the whole organization, or a project that is shared with you for editing.`,
    );
  }
}

/** The column that ties a table's records to a project: their own id, their project's, or none. */
function projectColumn(table: Table): "id" | "project_id" | null {
  if (table.name === "project") return "id";
  return !(table.name in organizationAreas) && table.has("projectId") ? "project_id" : null;
}

const shareOf = (column: string, user: string): string =>
  `project_share s where s.organization_id = t.organization_id and s.project_id = t.${column} and s.user_id = ${user}`;
