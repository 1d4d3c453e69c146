import { newId } from "../new-id.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { deletionInsert, type NewDeletion } from "./keep.js";

/** Of one record, the one that is replaced now included. */
const maxContents = 20;
/** On disk, of all but the newest: a bill may have 32 MB. */
const maxOlderBytes = 64 * 1024 * 1024;

/** Where a kind's contents stand. The table was made for bills; of a document its columns hold the like. */
const sources = {
  bill: {
    table: "bill_of_quantities",
    nodes: "nodes",
    total: "total",
    lineCount: "line_count",
    size: "pg_column_size(nodes)",
  },
  document: {
    table: "document",
    nodes: "json_build_object('body', body, 'lineItems', line_items, 'sections', sections)",
    total: "coalesce(total, 0)",
    lineCount: "jsonb_array_length(line_items)",
    size: "pg_column_size(line_items) + coalesce(pg_column_size(body), 0)",
  },
};
export type ContentKind = keyof typeof sources;

/**
 * Keeps what a bill or document holds before the unit changes it, in the unit's statement: there the row is read as it was before. Older
 * contents beyond the limits are removed.
 * @param links as JSON
 */
export function keepContent(unit: UnitOfWork, deletion: NewDeletion & { kind: ContentKind }, links: string): void {
  const { organizationId, recordId } = deletion;
  const { table, nodes, total, lineCount, size } = sources[deletion.kind];
  const deletionId = newId();
  unit.append(...deletionInsert(deletion, deletionId, unit.now));
  unit.append(
    `insert into deleted_content (organization_id, bill_id, deletion_id, nodes, total, line_count, links, size_bytes)
     select organization_id, id, $3, ${nodes}, ${total}, ${lineCount}, $4, ${size}
     from ${table} where organization_id = $1 and id = $2`,
    [organizationId, recordId, deletionId, links],
    1,
  );
  unit.append(
    `delete from deletion where organization_id = $1 and id in (
       select deletion_id from (
         select deletion_id, row_number() over newest as place, sum(size_bytes) over newest as bytes
         from deleted_content where organization_id = $1 and bill_id = $2 window newest as (order by deletion_id desc)) kept
       where place >= ${maxContents} or bytes > ${maxOlderBytes})`,
    [organizationId, recordId],
  );
}
