import { v7 as uuidv7 } from "uuid";
import type { UnitOfWork } from "../unit-of-work.js";
import type { NewDeletion } from "./keep.js";

/** Of a bill that is saved all day the newest contents are kept: so many, the one that is replaced included. */
const maxContents = 20;
/** What they take on disk, the newest left out: a bill may have 32 MB. */
const maxOlderBytes = 64 * 1024 * 1024;

/**
 * Keeps what a locked bill holds before the unit changes it, in the unit's statement: there the row is read as it was before. Older
 * contents beyond the limits go.
 * @param links as JSON
 */
export function keepBillContent(unit: UnitOfWork, deletion: NewDeletion, links: string): void {
  const { organizationId, recordId: billId } = deletion;
  const deletionId = uuidv7();
  unit.append(
    `insert into deletion (organization_id, id, kind, record_id, title, deleted_at, user_id, key_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, deletionId, deletion.kind, billId, deletion.title, unit.now, deletion.userId, deletion.keyId],
  );
  unit.append(
    `insert into deleted_content (organization_id, bill_id, deletion_id, nodes, total, line_count, links, size_bytes)
     select organization_id, id, $3, nodes, total, line_count, $4, pg_column_size(nodes)
     from bill_of_quantities where organization_id = $1 and id = $2`,
    [organizationId, billId, deletionId, links],
    1,
  );
  unit.append(
    `delete from deletion where organization_id = $1 and id in (
       select deletion_id from (
         select deletion_id, row_number() over newest as place, sum(size_bytes) over newest as bytes
         from deleted_content where organization_id = $1 and bill_id = $2 window newest as (order by deletion_id desc)) kept
       where place >= ${maxContents} or bytes > ${maxOlderBytes})`,
    [organizationId, billId],
  );
}
