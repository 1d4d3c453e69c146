import type { Actor, Change } from "../../../db/audit.js";

/** A change that somebody made, with the names of all that it concerns. */
export interface AuditEvent {
  id: string;
  at: Date;
  via: Actor["via"];
  client: string | null;
  action: string;
  recordType: string | null;
  recordId: string | null;
  /** of the record, now or when it was last known; null: it has none */
  recordName: string | null;
  /** all, or the first ones */
  changes: AuditedChange[];
  changeCount: number;
  requestId: string | null;
  userName: string | null;
  keyName: string | null;
}

/** A change to one record; where a value is another record or a person, its name stands there. */
interface AuditedChange extends Change {
  /** as `recordName` */
  name: string | null;
}
