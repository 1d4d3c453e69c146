/** A change to one record, as the audit log keeps it. */
export interface AuditedChange {
  record: string;
  id: string;
  op: "create" | "update" | "delete";
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** A change that somebody made, with the names that belong to it. */
export interface AuditEvent {
  id: string;
  at: Date;
  via: "rest" | "mcp" | "admin" | "page" | "workflow";
  client: string | null;
  action: string;
  recordType: string | null;
  recordId: string | null;
  /** of the record, where it still exists */
  recordName: string | null;
  changes: AuditedChange[];
  requestId: string | null;
  userName: string | null;
  keyName: string | null;
}
