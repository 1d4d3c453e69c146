import type { UnitOfWork } from "../unit-of-work.js";
import { insertDeletedRows } from "./deleted-rows.js";

/**
 * Keeps what happened to a row after it was deleted, for the case that it is restored. Nothing is kept if it is in no deletion.
 * @param values the columns, as they are to be
 */
export function leaveForRestore(
  unit: UnitOfWork,
  row: { organizationId: string; table: string; id: string },
  values: Record<string, unknown>,
): void {
  const columns = Object.keys(values);
  const asDeleted = columns.map((name) => `'${name}', content -> '${name}'`).join(", ");
  unit.append(
    `${insertDeletedRows("before, after")}
     select organization_id, deletion_id, table_name, row_id, $4, json_build_object(${asDeleted})
     from deleted_row where organization_id = $1 and table_name = $2 and row_id = $3 and content is not null`,
    [row.organizationId, row.table, row.id, JSON.stringify(values)],
  );
}
