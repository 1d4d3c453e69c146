/** A change that somebody made, with the names of all that it concerns. */
export interface AuditEvent {
  id: string;
  at: Date;
  via: "rest" | "mcp" | "admin" | "page" | "workflow" | "channel";
  client: string | null;
  action: string;
  recordType: string | null;
  recordId: string | null;
  /** of the record, now or when it was last known; null: it has none */
  recordName: string | null;
  changes: AuditedChange[];
  requestId: string | null;
  userName: string | null;
  keyName: string | null;
}

/** A change to one record. */
export interface AuditedChange {
  record: string;
  id: string;
  /** as `recordName` */
  name: string | null;
  op: "create" | "update" | "delete";
  before?: Values;
  after?: Values;
}

/** Values by field; where one is another record or a person, its name. */
export type Values = Record<string, unknown>;
