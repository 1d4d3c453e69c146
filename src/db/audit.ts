import { type JsonText, jsonLength } from "./json-text.js";
import { newId } from "./new-id.js";

const maxValueLength = 200;
const bookkeeping = new Set(["id", "organizationId", "createdAt", "updatedAt", "version"]);
/** Correspondence is never copied into the audit log: the audit event holds only the record's id. */
const correspondence: Record<string, string[]> = {
  message: ["body", "quoted", "subject", "from", "fromName", "to", "cc", "refusals", "awaitedFiles"],
  thread: ["subject", "address", "participants", "token"],
  document_revision: ["content"],
  ai_run: ["instructions", "answer", "diff", "findings", "notes"],
};

/** A change to one record, for the audit log. */
export interface Change {
  record: string;
  id: string;
  op: "create" | "update" | "delete";
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Who makes a change, and through which interface. */
export interface Actor {
  organizationId: string;
  userId: string | null;
  keyId: string | null;
  via: "rest" | "mcp" | "admin" | "page" | "workflow" | "channel";
  /** the MCP client's name */
  client: string | null;
  /** the approval under which a client acts that signed in interactively */
  connectionId?: string | null;
}

/** What the audit log says of a unit's changes. */
export interface Trail {
  /** such as `create_key` */
  action: string;
  actor: Actor;
  /** null: the change comes from a workflow or a command */
  requestId: string | null;
  /** what the event is about; by default the first record that changed */
  about?: Pick<Change, "record" | "id">;
}

/** How the audit log records a change that no person of the organization makes. */
const madeBy =
  (via: Actor["via"]) =>
  (organizationId: string, action: string): Trail => ({
    action,
    actor: { organizationId, userId: null, keyId: null, via, client: null },
    requestId: null,
  });

/** A change that the command line or the first start makes. */
export const byAdmin = madeBy("admin");
/** A change that a workflow makes by itself. */
export const byWorkflow = madeBy("workflow");
/** What a channel brings. */
export const byChannel = madeBy("channel");

/** How it records a change that a person makes on a page. @param userId null: only the work itself can find out who it is */
export const onPage = (organizationId: string, userId: string | null, action: string, requestId: string): Trail => ({
  action,
  actor: { organizationId, userId, keyId: null, via: "page", client: null },
  requestId,
});

/** The insert of an audit event. @param textOf writes values as JSON, to measure them */
export function auditEvent(
  { action, actor, requestId, about }: Trail,
  changes: readonly Change[],
  at: Date,
  textOf: JsonText = JSON.stringify,
): [sql: string, values: unknown[]] {
  const record = about ?? changes[0];
  return [
    `insert into audit_event (organization_id, id, at, user_id, key_id, via, client, action, record_type, record_id, changes, request_id, connection_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      actor.organizationId,
      newId(),
      at,
      actor.userId,
      actor.keyId,
      actor.via,
      actor.client,
      action,
      record?.record ?? null,
      record?.id ?? null,
      JSON.stringify(changes.map((change) => auditedChange(change, textOf))),
      requestId,
      actor.connectionId ?? null,
    ],
  ];
}

/** The part of a change that the audit log keeps: the changed fields, with only the length of a long value. */
const auditedChange = ({ record, id, op, before, after }: Change, textOf: JsonText): object => ({
  record,
  id,
  op,
  ...(before ? { before: shorten(record, before, textOf) } : {}),
  ...(after ? { after: shorten(record, after, textOf) } : {}),
});

function shorten(record: string, values: Record<string, unknown>, textOf: JsonText): Record<string, unknown> {
  const omitted = correspondence[record] ?? [];
  const kept = Object.entries(values).filter(
    ([field, value]) => !bookkeeping.has(field) && !omitted.includes(field) && value !== undefined,
  );
  return Object.fromEntries(
    kept.map(([field, value]) => {
      const length = isShort(value) ? 0 : jsonLength(value, textOf);
      return [field, length > maxValueLength ? { length } : value];
    }),
  );
}

/** Whether a value's JSON is surely short enough to be kept: a character takes six at most. */
const isShort = (value: unknown): boolean =>
  typeof value === "string" ? 6 * value.length + 2 <= maxValueLength : typeof value !== "object" || value === null;
