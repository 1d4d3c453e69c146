import type { OrganizationRecord } from "../db/entities/record.js";
import { type EntityClass, hydrate } from "../db/table.js";
import { TextTree } from "../db/text-tree.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";
import type { ShareRole } from "../domain/vocabulary.js";
import type { ActionReach } from "./action-reach.js";

/** The records of one organization, as far as the caller's permissions reach. */
export interface RecordSource {
  unit: UnitOfWork;
  reach: ActionReach;
  organizationId: string;
}

/** SQL of a column beside those of the record `t`; `$1` is the organization's id. */
export type FurtherColumn = (add: AddValue) => string;

/** Makes a value a parameter of the statement. @returns the parameter in SQL */
export type AddValue = (value: unknown) => string;

/** What is read of a record: further columns, unset: none; not these properties, unset: all are. */
export interface Selection {
  columns?: readonly FurtherColumn[] | undefined;
  without?: readonly string[];
}

const texts = new TextTree();

/**
 * @param field the input's name for the id, for the error
 * @param how what is read, and whether the row stays locked until the unit ends
 * @throws not_found if the organization has no such record or the caller doesn't reach it; forbidden if the caller may see it
 *   but not change it, or lacks the `view` permission of an area that the action always needs
 */
export async function readRecord<T extends OrganizationRecord>(
  { unit, reach, organizationId }: RecordSource,
  entity: EntityClass<T>,
  field: string,
  id: string,
  { isLocked, columns: further = [], without = [] }: Selection & { isLocked: boolean },
): Promise<T> {
  if (!isId(id)) throw notFound(field, id);
  const table = unit.table(entity);
  const values: unknown[] = [organizationId, id];
  const shareRoleColumn = reach.shareRoleColumn(table, "$3");
  if (shareRoleColumn) values.push(reach.sharedWith);
  const own = without.length === 0 ? table.selectList : table.selectListWithout(...without);
  const selected = [own, ...further.map((column) => column((value) => `$${values.push(value)}`))];
  const lock = isLocked ? " for no key update of t" : "";
  const text = texts.find([table.name, ...selected, shareRoleColumn, lock], () => {
    const columns = `${selected.join(", ")}${shareRoleColumn}`;
    return `select ${columns} from ${table.name} t where t.organization_id = $1 and t.id = $2${lock}`;
  });
  const [row] = await unit.queryRecord<Record<string, unknown> & { shareRole?: ShareRole | null }>(text, values);
  if (!row) throw notFound(field, id);
  const { shareRole = null } = row;
  if (shareRoleColumn) delete row.shareRole;
  const record = hydrate(entity, row);
  reach.admit(table, record, shareRole, field, () => notFound(field, id));
  return record;
}
