import type { Change } from "../../../db/audit.js";
import type { AuditEvent } from "./audit-event.js";

type Values = Record<string, unknown>;

/** An event as the log keeps it: with ids. */
export type StoredEvent = Omit<AuditEvent, "recordName" | "changes"> & { changes: Change[] };

/** The ids that an event names its records and people by. */
export const idsIn = ({ recordId, changes }: StoredEvent): string[] => [
  ...(recordId ? [recordId] : []),
  ...changes.flatMap(({ id, before = {}, after = {} }) => [id, ...references(before), ...references(after)]),
];

/** The event with names in the place of ids; an id without a name stays. */
export function withNames({ changes, ...event }: StoredEvent, names: ReadonlyMap<string, string>): AuditEvent {
  const nameOf = (id: string | null): string | null => names.get(id ?? "") ?? null;
  const named = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        isReference(field, value) ? (nameOf(value) ?? value) : value,
      ]),
    );
  return {
    ...event,
    recordName: nameOf(event.recordId),
    changes: changes.map(({ before, after, ...change }) => ({
      ...change,
      name: nameOf(change.id),
      ...(before && { before: named(before) }),
      ...(after && { after: named(after) }),
    })),
  };
}

const references = (values: Values): string[] =>
  Object.entries(values).flatMap(([field, value]) => (isReference(field, value) ? [value] : []));

/** By the field's name alone: what people typed into another one, though it be an id, stays as it is. */
const isReference = (field: string, value: unknown): value is string =>
  /(Id|By)$/.test(field) && typeof value === "string";
