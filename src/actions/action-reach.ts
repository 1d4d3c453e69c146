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
import { areaOf } from "./record-areas.js";

/** The permission with which a caller carries an action out, and how far it reaches. */
export interface Access {
  /** the action's name */
  action: string;
  /** the areas that the action's own permissions cover */
  areas: ReadonlySet<Area>;
  /** whether the action can't do without a field of its input */
  requires(field: string): boolean;
  permission: Permission;
  reach: "organization" | "shared";
}

type Row = Record<string, unknown>;

/** The tables that no share reaches. All other tables belong to projects. */
const organizationTables: ReadonlySet<string> = new Set(["contact", "template", "price_book"]);

/** The error for permissions that a caller needs and doesn't have. */
export const lacking = (action: string, ...permissions: Permission[]): ActionError =>
  forbidden(`${action} needs ${permissions.join(" and ")}, which this key or role lacks.`);

/**
 * The records that a caller reaches with an action: all of the organization's, or only those of projects shared with the user. The
 * action's permissions cover the records of their own areas; those of another area need its `view` permission as well.
 */
export class ActionReach {
  private readonly editableProjects = new Set<string>();

  constructor(
    private readonly caller: Caller,
    private readonly access: Access,
  ) {}

  /** The user, if only what is shared with them is reached; null: the whole organization is reached. */
  get sharedWith(): string | null {
    return this.access.reach === "shared" ? this.caller.userId : null;
  }

  /** Whether the caller holds a permission for the whole organization. */
  may(permission: Permission): boolean {
    return this.reachOf(permission) === "organization";
  }

  /** Whether the caller reaches records of an area in this action, all of them or those of shared projects. */
  sees(area: Area): boolean {
    return this.access.areas.has(area) || this.reachOf(`${area}:view`) !== "none";
  }

  /** How far any of the caller's permissions reaches, independent of this action. */
  reachOf(permission: Permission): Reach {
    return reachOf(this.caller, permission);
  }

  /** @throws forbidden, unless the caller reaches records of the table's area in this action */
  requireView(table: Table): void {
    const area = areaOf(table);
    if (!this.sees(area)) throw lacking(this.access.action, `${area}:view`);
  }

  /**
   * The SQL condition that a record of table `t` belongs to a shared project.
   * @param user the SQL parameter that holds `sharedWith`
   * @throws forbidden for a table that no share reaches
   */
  shareCondition(table: Table, user: string): string {
    const column = projectColumn(table);
    if (!column) throw forbidden(`This needs ${this.access.permission} in the whole organization.`);
    return `exists (select from ${shareOf(column, user)})`;
  }

  /**
   * SQL that ends a select list: the user's role in the project of a record of table `t`, as `shareRole`; "" if shares don't matter.
   * @param user the SQL parameter that holds `sharedWith`
   */
  shareRoleColumn(table: Table, user: string): string {
    const column = this.access.reach === "shared" && projectColumn(table);
    return column ? `, (select s.role from ${shareOf(column, user)}) as "shareRole"` : "";
  }

  /**
   * Checks that the caller reaches a record that was read.
   * @param shareRole the value of the `shareRoleColumn`
   * @param field the input's name for the record's id
   * @param missing makes the error for a record that the caller may not see: a function, since few calls need one and it is slow to make
   * @throws missing; forbidden for a record that the caller may see but not change, or whose area the action always needs. A caller with
   *   shared projects alone gets `missing` for a record that belongs to none of them.
   */
  admit(table: Table, record: object, shareRole: ShareRole | null, field: string, missing: () => ActionError): void {
    const { action, reach, permission } = this.access;
    const recordArea = areaOf(table);
    if (!this.sees(recordArea)) {
      const isOutOfShares = reach === "shared" && projectColumn(table) !== null && shareRole === null;
      throw this.access.requires(field) && !isOutOfShares ? lacking(action, `${recordArea}:view`) : missing();
    }
    // A caller with the action's permission in the whole organization has each view permission there too, or doesn't have it at all.
    if (reach === "organization") return;
    const [area, verb] = permission.split(":") as [Area, Verb];
    const column = projectColumn(table);
    if (!column) {
      if (!this.may(`${organizationTables.has(table.name) ? recordArea : area}:view`)) throw missing();
      return;
    }
    if (shareAllows(shareRole, verb)) {
      this.editableProjects.add((record as Row)[column === "id" ? "id" : "projectId"] as string);
      return;
    }
    if (shareRole === null && !this.may(`${area}:view`)) throw missing();
    throw forbidden(
      `This needs ${this.access.permission} on the record's project, which is not shared with you for editing.`,
    );
  }

  /**
   * Checks, for a caller who reaches only shared projects, that a new record belongs to a loaded project that they may edit,
   * or to another loaded record.
   * @throws forbidden
   */
  requireProject(table: Table, projectId: string | null | undefined): void {
    if (this.access.reach === "organization") return;
    const column = projectColumn(table);
    const isPartOfLoadedRecord = column === null && !organizationTables.has(table.name);
    if (isPartOfLoadedRecord) return;
    if (column === "project_id" && projectId && this.editableProjects.has(projectId)) return;
    throw forbidden(
      `This needs ${this.access.permission} in the whole organization, or a project that is shared with you for editing.`,
    );
  }
}

/** The column that holds the project of a table's records: their own id for projects, else their project's id; null if there is none. */
function projectColumn(table: Table): "id" | "project_id" | null {
  if (table.name === "project") return "id";
  return !organizationTables.has(table.name) && table.has("projectId") ? "project_id" : null;
}

const shareOf = (column: string, user: string): string =>
  `project_share s where s.organization_id = t.organization_id and s.project_id = t.${column} and s.user_id = ${user}`;
