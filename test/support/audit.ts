import type { TestApi } from "./caller.js";
import type { TestRecord } from "./factories.js";

/** A row of the audit log. */
export interface AuditEvent {
  user_id: string | null;
  key_id: string | null;
  connection_id: string | null;
  via: string;
  client: string | null;
  action: string;
  record_type: string;
  record_id: string;
  changes: TestRecord[];
  request_id: string;
}

/** What the audit log says of a record, oldest first. */
export const auditOf = async (api: TestApi, recordId: unknown): Promise<AuditEvent[]> =>
  (await api.pool.query<AuditEvent>("select * from audit_event where record_id = $1 order by id", [recordId])).rows;
